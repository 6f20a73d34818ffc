export { callRpc } from './call-rpc.ts';
export * from './evm/node.ts';
export { leftBehind } from './evm/past-states.ts';
export type { LocalNode } from './node.ts';
export * from './process-guard.ts';
export * from './radix/node.ts';
export * from './rpc-proxy.ts';
export * from './solana/node.ts';
export * from './temporary-folder.ts';
