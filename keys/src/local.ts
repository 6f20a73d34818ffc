import { readFileSync, statSync } from 'node:fs';
import { fail, letsOthersIn, ok, type Result } from '@causeway/protocol';
import { decrypt, encrypt, type Random } from './aes.ts';
import type { KeyServiceFailure } from './failures.ts';
import { type Context, contextBytes, type KeyService, type SigningKey, type WrappedKey } from './port.ts';
import { exposed, type KeyRing, parseRing } from './ring.ts';
import { SCHEMES } from './signing.ts';

/** Reads the ring as it is now. */
type Source = () => Result<KeyRing, KeyServiceFailure>;

/**
 * The ring in the file at `path`, read again whenever the file changes, so that a new version needs no restart. Fails
 * with KEYS_EXPOSED when others than its owner may read the file.
 */
function fileSource(path: string): Source {
  let known: { readonly stamp: string; readonly ring: Result<KeyRing, KeyServiceFailure> } | undefined;
  return () => {
    try {
      const { mode, mtimeMs, size, ino } = statSync(path);
      if (letsOthersIn(mode)) return exposed(path);
      const stamp = `${ino} ${mtimeMs} ${size}`;
      if (known?.stamp !== stamp) known = { stamp, ring: parseRing(readFileSync(path, 'utf8'), path) };
      return known.ring;
    } catch {
      return fail('KEYS_MISSING', `key file ${path} cannot be read`);
    }
  };
}

/** The ring in an environment variable. */
function environmentSource(name: string, environment: Readonly<Record<string, string | undefined>>): Source {
  const text = environment[name];
  const ring = text ? parseRing(text, name) : fail('KEYS_MISSING', `environment variable ${name} is not set`);
  return () => ring;
}

/** Master keys and signing keys in this process. */
class LocalKeys implements KeyService {
  readonly #source: Source;
  readonly #random: Random;

  constructor(source: Source, random: Random) {
    this.#source = source;
    this.#random = random;
  }

  async current(): Promise<Result<string, KeyServiceFailure>> {
    const ring = this.#source();
    if (!ring.ok) return ring;
    return ring.value.current === null ? fail('KEY_UNKNOWN', 'there is no master key') : ok(ring.value.current);
  }

  async wrap(dataKey: Uint8Array, context: Context): Promise<Result<WrappedKey, KeyServiceFailure>> {
    const current = await this.current();
    if (!current.ok) return current;
    const masterKey = current.value;
    const key = this.#masterKey(masterKey);
    return key.ok
      ? ok({ masterKey, bytes: encrypt(key.value, dataKey, contextBytes([masterKey, ...context]), this.#random) })
      : key;
  }

  async unwrap({ masterKey, bytes }: WrappedKey, context: Context): Promise<Result<Uint8Array, KeyServiceFailure>> {
    const key = this.#masterKey(masterKey);
    if (!key.ok) return key;
    const dataKey = decrypt(key.value, bytes, contextBytes([masterKey, ...context]));
    return dataKey ? ok(dataKey) : fail('KEY_MISMATCH', `the key was not wrapped by ${masterKey} for this place`);
  }

  async signingKey(name: string): Promise<Result<SigningKey, KeyServiceFailure>> {
    const ring = this.#source();
    if (!ring.ok) return ring;
    const found = ring.value.signing.get(name);
    if (!found) return fail('KEY_UNKNOWN', `there is no signing key ${name}`);
    const { curve, secret } = found;
    const { publicKey, sign } = SCHEMES[curve];
    return ok({ curve, publicKey: publicKey(secret), sign: async (payload) => ok(sign(secret, payload)) });
  }

  #masterKey(version: string): Result<Uint8Array, KeyServiceFailure> {
    const ring = this.#source();
    if (!ring.ok) return ring;
    const key = ring.value.wrapping.get(version);
    return key ? ok(key) : fail('KEY_UNKNOWN', `there is no master key ${version}`);
  }
}

/** Keys in a file that only its owner may read. */
export const fileKeys = (path: string, random: Random): KeyService => new LocalKeys(fileSource(path), random);

/** Keys in an environment variable. */
export const environmentKeys = (
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
  random: Random,
): KeyService => new LocalKeys(environmentSource(name, environment), random);
