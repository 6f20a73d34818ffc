// Keys of the kinds of chain that come with Causeway, made of secrets. `openKey` and `writeKey` keep keys of any kind.
export { keyFromPrivate } from '../evm/keystore.ts';
export { radixKeyFromSeed } from '../radix/key.ts';
export { solanaKeyFromSeed } from '../solana/keystore.ts';
export { SCRYPT_N } from './keystore.ts';
export { deriveEd25519Seed, radixAccountPath } from './slip10.ts';
