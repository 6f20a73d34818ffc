// Keys of every kind of chain: made from a secret, written to keystores and read from them.
export { keyFromPrivate, openKeystore, writeKeystore } from './evm/keystore.ts';
export { SCRYPT_N } from './keystore.ts';
export { radixKeyFromSeed } from './radix/key.ts';
export { openRadixKeystore, writeRadixKeystore } from './radix/keystore.ts';
export { deriveEd25519Seed, radixAccountPath } from './slip10.ts';
export { openSolanaKeystore, solanaKeyFromSeed, writeSolanaKeystore } from './solana/keystore.ts';
