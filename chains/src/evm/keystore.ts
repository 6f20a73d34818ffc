import { type Hex, ok, type Result } from '@causeway/protocol';
import { computeAddress, SigningKey } from 'ethers';
import { decryptKeystore, encryptKeystore } from '../keystore.ts';
import type { KeyHandle } from '../provider.ts';
import type { KeystoreSource } from '../secret.ts';

/** A handle on a raw private key of 32 bytes, for local chains and tests. Other keys come from keystores. */
export function keyFromPrivate(privateKey: Hex): KeyHandle {
  const key = new SigningKey(privateKey);
  return {
    address: computeAddress(key.publicKey),
    publicKey: key.compressedPublicKey as Hex,
    sign: async (digest) => key.sign(digest).serialized as Hex,
  };
}

/** Encrypts `privateKey` into a Web3 Secret Storage v3 file that only its owner can read. */
export function writeKeystore(path: string, privateKey: Hex, password: string, scryptN: number): Promise<void> {
  const address = computeAddress(privateKey).slice(2).toLowerCase();
  return encryptKeystore(path, privateKey, { address }, password, scryptN);
}

/**
 * The key in an encrypted keystore, checked against the file's address if it has one. Fails as decryptKeystore does.
 */
export async function openKeystore(source: KeystoreSource, baseDir: string): Promise<Result<KeyHandle>> {
  const opened = await decryptKeystore(source, baseDir);
  return opened.ok ? ok(keyFromPrivate(opened.value.secret)) : opened;
}
