export { callRpc } from './call-rpc.ts';
export { leftBehind } from './evm/left-behind.ts';
export * from './evm/node.ts';
export type { BlockTimer, LocalNode } from './node.ts';
export * from './process-guard.ts';
export * from './radix/node.ts';
export * from './rpc-proxy.ts';
export * from './solana/node.ts';
export * from './temporary-folder.ts';
