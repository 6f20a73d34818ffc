// The lies of RPC endpoints, for tests that put a faulty endpoint before a node, and what others do at a bridge.
export * from './evm.ts';
export * from './radix.ts';
export * from './solana.ts';
export * from './solana-bridge.ts';
