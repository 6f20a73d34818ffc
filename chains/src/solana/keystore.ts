import { fail, type Hex, hexToBytes, ok, type Result } from '@causeway/protocol';
import bs58 from 'bs58';
import { ed25519KeyOf } from '../ed25519.ts';
import { decryptKeystore, encryptKeystore } from '../keystore.ts';
import type { KeyHandle } from '../provider.ts';
import type { KeystoreSource } from '../secret.ts';

/**
 * A handle on the ed25519 key of a 32-byte seed; `sign` makes 64-byte signatures of messages of any length. For local
 * chains and tests; other keys come from keystores.
 */
export function solanaKeyFromSeed(seed: Hex): KeyHandle {
  const { publicKey, sign } = ed25519KeyOf(seed);
  return { address: bs58.encode(hexToBytes(publicKey)), publicKey, sign };
}

/** Encrypts the seed of an ed25519 key into a Web3 Secret Storage v3 file, which names its public key. */
export function writeSolanaKeystore(path: string, seed: Hex, password: string, scryptN: number): Promise<void> {
  return encryptKeystore(path, seed, { publicKey: solanaKeyFromSeed(seed).address }, password, scryptN);
}

/**
 * The key in an encrypted keystore, checked against the public key that the file names. Fails as decryptKeystore does,
 * and with KEYSTORE_INVALID for a keystore of another kind of chain.
 */
export async function openSolanaKeystore(source: KeystoreSource, baseDir: string): Promise<Result<KeyHandle>> {
  const opened = await decryptKeystore(source, baseDir);
  if (!opened.ok) return opened;
  const key = solanaKeyFromSeed(opened.value.secret);
  if (opened.value.fields.publicKey === key.address) return ok(key);
  return fail('KEYSTORE_INVALID', `${source.keystore} does not hold the Solana key that it names as publicKey`);
}
