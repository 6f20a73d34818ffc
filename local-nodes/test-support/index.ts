// The lies of RPC endpoints, for tests that put a faulty endpoint before a node.
export * from './evm.ts';
export * from './radix.ts';
export * from './solana.ts';
