export * from './config.ts';
export * from './deploy-progress.ts';
export * from './deployer.ts';
export * from './deployment.ts';
export { type AssetChoice, type EvmDeployOptions, keyFromPrivate, writeKeystore } from './evm/index.ts';
export { SCRYPT_N } from './keystore.ts';
export { type DeployOptions, deployEvmNetwork, deployNetwork, openKey } from './kinds.ts';
export * from './provider.ts';
export { decodeAddress as decodeRadixAddress, formatRadixAddress, parseRadixAddress } from './radix/address.ts';
export {
  deployRadixNetwork,
  openLedger as openRadixLedger,
  type RadixAssetChoice,
  type RadixDeployOptions,
} from './radix/deploy/index.ts';
export { radixKeyFromSeed } from './radix/key.ts';
export { openRadixKeystore, writeRadixKeystore } from './radix/keystore.ts';
export { RADIX_NETWORKS, type RadixNetwork, SIMULATOR } from './radix/network.ts';
export * from './registry.ts';
export * from './secret.ts';
export { deploySolanaNetwork, type SolanaAssetChoice, type SolanaDeployOptions } from './solana/deploy/index.ts';
export { openSolanaKeystore, solanaKeyFromSeed, writeSolanaKeystore } from './solana/keystore.ts';
