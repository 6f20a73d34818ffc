export * from './apart-memory-chain.ts';
export * from './expiring-memory-chain.ts';
export {
  CALL_UNITS,
  COIN,
  hashText,
  idOf,
  type MemoryChainOptions,
  type MemoryEndpoint,
  ORACLE_ADDRESS,
  WIRE_DECIMALS,
} from './memory-blocks.ts';
export { holdingKey, limitKey, type MemoryLimit, rootKey, statusKey } from './memory-bridge.ts';
export { MemoryChain } from './memory-chain.ts';
export { EVM_FORM, type MemoryForm, RADIX_FORM, SOLANA_FORM } from './memory-form.ts';
export { memoryKey, memoryKeyOf } from './memory-key.ts';
export { MemorySettler } from './memory-settler.ts';
export { type OwnWallet, ownWallet } from './own-wallet.ts';
export { PackingMemoryChain } from './packing-memory-chain.ts';
export { SolanaBridgeActors } from './solana-bridge-actors.ts';
