export * from './accounts.ts';
export type { DevnetChain } from './chains.ts';
export {
  type CancelAfter,
  type Configuration,
  type ConfiguredProcess,
  configurationPath,
} from './configuration.ts';
export { type DevnetDescription, describeDevnet, formatDevnet } from './describe.ts';
export * from './devnet.ts';
export { Faucet, type Gift, type GiftRequest } from './faucet/faucet.ts';
export type { FaucetServer } from './faucet/server.ts';
export * from './networks.ts';
export { ratesFrom } from './prices.ts';
export { sendManifest } from './radix/manifest.ts';
export { fundRadixAccounts } from './radix/token.ts';
