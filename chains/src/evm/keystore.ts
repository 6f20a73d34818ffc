import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fail, type Hex, isHex, ok, type Result } from '@causeway/protocol';
import { computeAddress, decryptKeystoreJson, encryptKeystoreJson, isKeystoreJson, SigningKey } from 'ethers';
import type { KeystoreSource } from '../config.ts';
import type { KeyHandle } from '../provider.ts';
import { readSecret } from '../secret.ts';

/** scrypt cost of a keystore: 2^17 for keys of value, about a second; 2^12 for throw-away keys of local chains. */
export const SCRYPT_N = { production: 131_072, development: 4_096 } as const;

/** A handle on a raw private key of 32 bytes, for local chains and tests; elsewhere keys come from keystores. */
export function keyFromPrivate(privateKey: Hex): KeyHandle {
  const key = new SigningKey(privateKey);
  return {
    address: computeAddress(key.publicKey),
    sign: async (digest) => key.sign(digest).serialized as Hex,
  };
}

/** Encrypts `privateKey` into a Web3 Secret Storage v3 file that only its owner can read. */
export async function writeKeystore(path: string, privateKey: Hex, password: string, scryptN: number): Promise<void> {
  const account = { address: computeAddress(privateKey), privateKey };
  const json = await encryptKeystoreJson(account, password, { scrypt: { N: scryptN, r: 8, p: 1 } });
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, json, { mode: 0o600 });
  renameSync(temporary, path);
}

/**
 * The key in an encrypted keystore; paths are relative to `baseDir`. Fails with KEYSTORE_MISSING, KEYSTORE_INVALID,
 * SECRET_MISSING or KEYSTORE_PASSWORD; none of them shows a secret.
 */
export async function openKeystore(source: KeystoreSource, baseDir: string): Promise<Result<KeyHandle>> {
  const path = resolve(baseDir, source.keystore);
  let json: string;
  try {
    json = readFileSync(path, 'utf8');
  } catch {
    return fail('KEYSTORE_MISSING', `keystore ${path} cannot be read`);
  }
  if (!isKeystoreJson(json)) return fail('KEYSTORE_INVALID', `${path} is no Web3 Secret Storage v3 keystore`);
  const password = readSecret(source.password, baseDir);
  if (!password.ok) return password;
  try {
    const { privateKey } = await decryptKeystoreJson(json, password.value);
    if (!isHex(privateKey, 32)) return fail('KEYSTORE_INVALID', `${path} holds no key of 32 bytes`);
    return ok(keyFromPrivate(privateKey));
  } catch {
    return fail('KEYSTORE_PASSWORD', `${path} cannot be decrypted with the given password`);
  }
}
