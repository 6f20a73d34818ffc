import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { fail, type Hex, hexToBytes, ok, type Result } from '@causeway/protocol';
import bs58 from 'bs58';
import type { KeystoreSource } from '../config.ts';
import { decryptKeystore, encryptKeystore } from '../keystore.ts';
import type { KeyHandle } from '../provider.ts';

/** What stands before the seed in the PKCS #8 form of an ed25519 key (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Bytes of an ed25519 public key, at the end of its SPKI form. */
const PUBLIC_KEY_LENGTH = 32;

/**
 * A handle on the ed25519 key of a 32-byte seed; `sign` makes 64-byte signatures of messages of any length. For local
 * chains and tests; elsewhere keys come from keystores.
 */
export function solanaKeyFromSeed(seed: Hex): KeyHandle {
  const bytes = hexToBytes(seed);
  if (bytes.length !== 32) throw new RangeError('a seed has 32 bytes');
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, bytes]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-PUBLIC_KEY_LENGTH);
  return {
    address: bs58.encode(publicKey),
    publicKey: `0x${publicKey.toString('hex')}`,
    sign: async (payload) => `0x${sign(null, hexToBytes(payload), key).toString('hex')}`,
  };
}

/** Encrypts the seed of an ed25519 key into a Web3 Secret Storage v3 file, which names its public key. */
export function writeSolanaKeystore(path: string, seed: Hex, password: string, scryptN: number): Promise<void> {
  return encryptKeystore(path, seed, { publicKey: solanaKeyFromSeed(seed).address }, password, scryptN);
}

/**
 * The key in an encrypted keystore, checked against the public key that it names; errors as decryptKeystore, and
 * KEYSTORE_INVALID for a keystore of another kind of chain.
 */
export async function openSolanaKeystore(source: KeystoreSource, baseDir: string): Promise<Result<KeyHandle>> {
  const opened = await decryptKeystore(source, baseDir);
  if (!opened.ok) return opened;
  const key = solanaKeyFromSeed(opened.value.secret);
  if (opened.value.fields.publicKey === key.address) return ok(key);
  return fail('KEYSTORE_INVALID', `${source.keystore} does not hold the Solana key that it names as publicKey`);
}
