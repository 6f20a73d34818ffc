// The exports for every process load no chain's SDK. kinds.ts loads an SDK once a configured chain needs it. Keys are
// in `@causeway/chains/keys`, what only the devnet needs of deployments to Radix in `@causeway/chains/radix/deploy`.

export * from './config/accepted-deviations.ts';
export * from './config/cancel-after.ts';
export { commonSettings } from './config/chain-settings.ts';
export * from './config/config.ts';
export * from './config/delay-above.ts';
export * from './config/deployment.ts';
export { type IssuerPower, type IssuerPowers, issuerPower } from './config/issuer-powers.ts';
export * from './config/origins.ts';
export * from './deploy/deploy-progress.ts';
export type { DeployedAsset, DeploySettings } from './deploy/deploy-settings.ts';
export * from './deploy/deployer.ts';
export * from './deployments.ts';
export type { AssetChoice, EvmDeployOptions } from './evm/deploy/options.ts';
export type * from './failures.ts';
export { type HeldKey, HeldKeyError } from './keys/held-key.ts';
export type { KeyScheme } from './keys/key-scheme.ts';
export type { ChainKindDescriptor, WalletKindDescriptor } from './kind.ts';
export * from './kinds.ts';
export { actionInWords, oracleInWords } from './provider/admin-actions.ts';
export type { Following } from './provider/await-inclusion.ts';
export * from './provider/backing.ts';
export type { AdminChange } from './provider/changes.ts';
export {
  type Accepted,
  type Comparison,
  type Difference,
  differenceText,
  type Found,
  refusals,
  requireSame,
  type Severity,
} from './provider/differences.ts';
export { type FinalityKnown, finalityKnown } from './provider/finality-figures.ts';
export { nativeCoin } from './provider/native-coin.ts';
export * from './provider/operations.ts';
export * from './provider/proven-deliveries.ts';
export type * from './provider/provider.ts';
export type { HeldAsset, TransferArguments, WalletOperations } from './provider/wallet.ts';
export type { RadixDeployOptions } from './radix/deploy/options.ts';
export { RADIX_NETWORKS, type RadixNetwork, SIMULATOR } from './radix/network.ts';
export * from './registry.ts';
export type { SolanaDeployOptions } from './solana/deploy/options.ts';
