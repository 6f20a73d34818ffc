import { scrypt as nativeScrypt } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type KeystoreSource, readSecret, replaceFile } from '@causeway/config';
import {
  type ChainKind,
  fail,
  type Hex,
  isHex,
  ok,
  PRIVATE_FILE,
  PRIVATE_FOLDER,
  type Result,
} from '@causeway/protocol';
import { decryptKeystoreJson, encryptKeystoreJson, isKeystoreJson, scrypt, ZeroAddress } from 'ethers';
import type { KeyFailure } from '../failures.ts';
import type { KeyHandle } from './key-handle.ts';
import type { KeyScheme } from './key-scheme.ts';

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

/** A decrypted keystore: its 32-byte secret and the public fields of the file. */
interface OpenedKeystore {
  readonly secret: Hex;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** One kind's keystores among the keystores of all kinds. */
export interface KeystoreForm {
  readonly kind: ChainKind;
  readonly keys: KeyScheme;
  /** The field that names the key, of every kind's keystores. */
  readonly keyFields: ReadonlyMap<ChainKind, string>;
}

/** How a key becomes a keystore. */
export interface KeystoreOptions {
  readonly password: string;
  /** Cost of a guess at the password; one of SCRYPT_N. */
  readonly scryptN: number;
  /** The key's network, where a key has another address on each. */
  readonly network?: string;
}

/**
 * Encrypts a key of the form's kind into a Web3 Secret Storage v3 file that names the key. Only the file's owner can
 * read it.
 */
export async function writeKeystore(
  { kind, keys: { keyOf, label }, keyFields }: KeystoreForm,
  path: string,
  secret: Hex,
  { password, scryptN, network }: KeystoreOptions,
): Promise<void> {
  const account = { address: ZeroAddress, privateKey: secret };
  const encrypted = await encryptKeystoreJson(account, password, { scrypt: { N: scryptN, r: 8, p: 1 } });
  const { address: _address, ...rest } = JSON.parse(encrypted) as Record<string, unknown>;
  const name = label.of(keyOf(secret, network).address);
  mkdirSync(dirname(path), { recursive: true, mode: PRIVATE_FOLDER });
  replaceFile(path, JSON.stringify({ [String(keyFields.get(kind))]: name, ...rest }), PRIVATE_FILE);
}

/**
 * The key of the form's kind in an encrypted keystore, checked against the name that the file gives it. Fails as
 * decryptKeystore does, and with KEYSTORE_INVALID when the file names another key, or is of another kind: the fields of
 * the file decide, because any secret of 32 bytes is a key of every kind.
 */
export async function openKeystore(
  { kind, keys: { keyOf, label, networks }, keyFields }: KeystoreForm,
  source: KeystoreSource,
  baseDir: string,
): Promise<Result<KeyHandle, KeyFailure>> {
  const opened = await decryptKeystore(source, baseDir);
  if (!opened.ok) return opened;
  const { secret, fields } = opened.value;
  const field = String(keyFields.get(kind));
  const name = fields[field];
  if (name === undefined) {
    const other = [...keyFields].find(([, otherField]) => fields[otherField] !== undefined)?.[0];
    if (other !== undefined)
      return fail('KEYSTORE_INVALID', `${source.keystore} has a key of ${other}, not of ${kind}`);
    if (label.optional) return ok(keyOf(secret));
    return fail('KEYSTORE_INVALID', `${source.keystore} does not name its key as ${field}`);
  }
  const network = networks?.of(String(name));
  const key = networks === undefined || network !== undefined ? keyOf(secret, network) : undefined;
  if (key !== undefined && label.of(key.address) === name) return ok(key);
  return fail('KEYSTORE_INVALID', `${source.keystore} does not hold the key that it names as ${field}`);
}

/**
 * The secret in an encrypted keystore; paths are relative to `baseDir`. Fails with KEYSTORE_MISSING, KEYSTORE_INVALID,
 * SECRET_MISSING or KEYSTORE_PASSWORD; none of them shows a secret.
 */
async function decryptKeystore(source: KeystoreSource, baseDir: string): Promise<Result<OpenedKeystore, KeyFailure>> {
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
    const fields = JSON.parse(json) as Record<string, unknown>;
    // Another address than the key's would look like a wrong password. The caller compares the names.
    const { address: _address, ...nameless } = fields;
    const { privateKey } = await decryptKeystoreJson(JSON.stringify(nameless), password.value);
    if (!isHex(privateKey, 32)) return fail('KEYSTORE_INVALID', `${path} holds no key of 32 bytes`);
    return ok({ secret: privateKey, fields });
  } catch {
    return fail('KEYSTORE_PASSWORD', `${path} cannot be decrypted with the given password`);
  }
}
