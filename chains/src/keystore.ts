import { scrypt as nativeScrypt } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fail, type Hex, isHex, ok, type Result } from '@causeway/protocol';
import { decryptKeystoreJson, encryptKeystoreJson, isKeystoreJson, scrypt, ZeroAddress } from 'ethers';
import { type KeystoreSource, readSecret } from './secret.ts';

/** scrypt cost of a keystore: 2^17 for keys of value, about a second; 2^12 for throw-away keys of local chains. */
export const SCRYPT_N = { production: 131_072, development: 4_096 } as const;

// ethers' own scrypt is JavaScript, and takes five times as long on the thread that everything else runs on.
scrypt.register(
  (password, salt, N, r, p, length) =>
    new Promise((resolve, reject) => {
      const done = (error: Error | null, key: Buffer) => (error ? reject(error) : resolve(`0x${key.toString('hex')}`));
      nativeScrypt(password, salt, length, { N, r, p, maxmem: 256 * N * r }, done);
    }),
);

/**
 * Public name of a keystore's key, in plain text: an EVM address without 0x (as v3 has it), a Solana key or a Radix
 * account.
 */
export type KeystoreLabel =
  | { readonly address: string }
  | { readonly publicKey: string }
  | { readonly account: string };

/** A decrypted keystore: its 32-byte secret and the public fields of the file. */
export interface OpenedKeystore {
  readonly secret: Hex;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Encrypts `secret` into a Web3 Secret Storage v3 file with `label`. Only the file's owner can read it. */
export async function encryptKeystore(
  path: string,
  secret: Hex,
  label: KeystoreLabel,
  password: string,
  scryptN: number,
): Promise<void> {
  const account = { address: ZeroAddress, privateKey: secret };
  const encrypted = await encryptKeystoreJson(account, password, { scrypt: { N: scryptN, r: 8, p: 1 } });
  const { address: _address, ...rest } = JSON.parse(encrypted) as Record<string, unknown>;
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, JSON.stringify({ ...label, ...rest }), { mode: 0o600 });
  renameSync(temporary, path);
}

/**
 * The secret in an encrypted keystore; paths are relative to `baseDir`. Fails with KEYSTORE_MISSING, KEYSTORE_INVALID,
 * SECRET_MISSING or KEYSTORE_PASSWORD; none of them shows a secret.
 */
export async function decryptKeystore(source: KeystoreSource, baseDir: string): Promise<Result<OpenedKeystore>> {
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
    return ok({ secret: privateKey, fields: JSON.parse(json) as Record<string, unknown> });
  } catch {
    return fail('KEYSTORE_PASSWORD', `${path} cannot be decrypted with the given password`);
  }
}
