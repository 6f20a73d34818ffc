// The exports for every process load no chain's SDK. kinds.ts loads an SDK once a configured chain needs it.
// Keys are in `@causeway/chains/keys`, what only the devnet needs of deployments to Radix in `@causeway/chains/radix/deploy`.

export { commonSettings } from './chain-settings.ts';
export * from './config.ts';
export * from './delay-above.ts';
export * from './deploy-progress.ts';
export type { DeployedAsset, DeploySettings } from './deploy-settings.ts';
export * from './deployer.ts';
export * from './deployment.ts';
export type { AssetChoice, EvmDeployOptions } from './evm/deploy/options.ts';
export type * from './failures.ts';
export { type HeldKey, HeldKeyError } from './held-key.ts';
export type { KeyScheme } from './key-scheme.ts';
export type { ChainKindDescriptor, WalletKindDescriptor } from './kind.ts';
export * from './kinds.ts';
export * from './operations.ts';
export * from './origins.ts';
export type * from './provider.ts';
export type { RadixDeployOptions } from './radix/deploy/options.ts';
export { RADIX_NETWORKS, type RadixNetwork, SIMULATOR } from './radix/network.ts';
export * from './registry.ts';
export type { Following } from './settle.ts';
export type { SolanaDeployOptions } from './solana/deploy/options.ts';
export type { HeldAsset, TransferArguments, WalletOperations } from './wallet.ts';
