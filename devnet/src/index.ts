export * from './accounts.ts';
export { callRpc } from './call-rpc.ts';
export type { DevnetChain } from './chains.ts';
export {
  type CancelAfter,
  type Configuration,
  type ConfiguredProcess,
  configurationPath,
} from './configuration.ts';
export { type DevnetDescription, describeDevnet, formatDevnet } from './describe.ts';
export * from './devnet.ts';
export * from './evm/node.ts';
export { leftBehind } from './evm/past-states.ts';
export { Faucet, type Gift, type GiftRequest } from './faucet/faucet.ts';
export type { FaucetServer } from './faucet/server.ts';
export * from './networks.ts';
export * from './process-guard.ts';
export { sendManifest } from './radix/manifest.ts';
export * from './radix/node.ts';
export { fundRadixAccounts } from './radix/token.ts';
export * from './rpc-proxy.ts';
export * from './solana/node.ts';
