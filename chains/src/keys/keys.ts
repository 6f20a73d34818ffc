// Constructors of signing keys from raw secrets, for the kinds of chain that come with Causeway; `openKey` and
// `writeKey` for any kind.
export { keyFromPrivate } from '../evm/keystore.ts';
export { radixKeyFromSeed } from '../radix/key.ts';
export { solanaKeyFromSeed } from '../solana/keystore.ts';
export { SCRYPT_N } from './keystore.ts';
export { deriveEd25519Seed, radixAccountPath } from './slip10.ts';
