import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { fail, letsOthersIn, ok, type Result } from '@causeway/protocol';
import { decrypt, encrypt, KEY_BYTES, type Random } from './aes.ts';
import { type Context, type Curve, contextBytes, type KeyService, type SigningKey, type WrappedKey } from './port.ts';
import { SCHEMES } from './signing.ts';

/** The keys of a file or an environment variable. */
interface KeyRing {
  /** Master keys by version. */
  readonly wrapping: ReadonlyMap<string, Uint8Array>;
  /** The version of the master key with the highest number; null when there is none. */
  readonly current: string | null;
  readonly signing: ReadonlyMap<string, { readonly curve: Curve; readonly secret: Uint8Array }>;
}

/** Reads the ring as it is now. */
type Source = () => Result<KeyRing>;

/**
 * The version of a master key in records: its number, and a part of its hash, because two files may use one number.
 */
const versionOf = (number: number, key: Uint8Array): string =>
  `local:${number}:${createHash('sha256').update(key).digest('hex').slice(0, 16)}`;

const isCurve = (text: string | undefined): text is Curve => text !== undefined && Object.hasOwn(SCHEMES, text);

/** 32 bytes in base64, or null. */
function keyBytes(text: string | undefined): Uint8Array | null {
  const bytes = Buffer.from(text ?? '', 'base64');
  return bytes.length === KEY_BYTES && bytes.toString('base64') === text ? bytes : null;
}

/**
 * Parses a ring: an entry per line (or after a semicolon), `wrap VERSION BASE64` or `sign NAME CURVE BASE64`; `#` begins a
 * comment. Fails with KEYS_INVALID, which names the entry's number and never its text.
 */
function parseRing(text: string, place: string): Result<KeyRing> {
  const wrapping = new Map<number, Uint8Array>();
  const signing = new Map<string, { readonly curve: Curve; readonly secret: Uint8Array }>();
  const entries = text.split(/[\n;]/).map((line) => line.replace(/#.*/, '').trim());
  for (const [index, entry] of entries.entries()) {
    if (entry === '') continue;
    const [kind, name = '', ...rest] = entry.split(/\s+/);
    const version = /^[1-9]\d{0,8}$/.test(name) ? Number(name) : null;
    const key = keyBytes(rest.at(-1));
    const [curve] = rest;
    if (kind === 'wrap' && version !== null && key && rest.length === 1 && !wrapping.has(version)) {
      wrapping.set(version, key);
    } else if (kind === 'sign' && name !== '' && isCurve(curve) && key && rest.length === 2 && !signing.has(name)) {
      signing.set(name, { curve, secret: key });
    } else {
      const form = 'wrap VERSION BASE64 or sign NAME CURVE BASE64, with 32 bytes, each name once';
      return fail('KEYS_INVALID', `${place}: entry ${index + 1} is not of the form ${form}`);
    }
  }
  const versions = [...wrapping].map(([number, key]) => ({ number, version: versionOf(number, key), key }));
  const newest = versions.toSorted((a, b) => b.number - a.number)[0];
  return ok({
    wrapping: new Map(versions.map(({ version, key }) => [version, key])),
    current: newest?.version ?? null,
    signing,
  });
}

/**
 * The ring in the file at `path`, read again whenever the file changes, so that a new version needs no restart. Fails with
 * KEYS_EXPOSED when others than its owner may read the file.
 */
function fileSource(path: string): Source {
  let known: { readonly stamp: string; readonly ring: Result<KeyRing> } | undefined;
  return () => {
    try {
      const { mode, mtimeMs, size, ino } = statSync(path);
      if (letsOthersIn(mode)) return fail('KEYS_EXPOSED', `${path} can be read by others: chmod 600`);
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

  serves(masterKey: string): boolean {
    const ring = this.#source();
    return ring.ok && ring.value.wrapping.has(masterKey);
  }

  async current(): Promise<Result<string>> {
    const ring = this.#source();
    if (!ring.ok) return ring;
    return ring.value.current === null ? fail('KEY_UNKNOWN', 'there is no master key') : ok(ring.value.current);
  }

  async wrap(dataKey: Uint8Array, context: Context): Promise<Result<WrappedKey>> {
    const current = await this.current();
    if (!current.ok) return current;
    const masterKey = current.value;
    const key = this.#masterKey(masterKey);
    return key.ok
      ? ok({ masterKey, bytes: encrypt(key.value, dataKey, contextBytes([masterKey, ...context]), this.#random) })
      : key;
  }

  async unwrap({ masterKey, bytes }: WrappedKey, context: Context): Promise<Result<Uint8Array>> {
    const key = this.#masterKey(masterKey);
    if (!key.ok) return key;
    const dataKey = decrypt(key.value, bytes, contextBytes([masterKey, ...context]));
    return dataKey ? ok(dataKey) : fail('KEY_MISMATCH', `the key was not wrapped by ${masterKey} for this place`);
  }

  async signingKey(name: string): Promise<Result<SigningKey>> {
    const ring = this.#source();
    if (!ring.ok) return ring;
    const found = ring.value.signing.get(name);
    if (!found) return fail('KEY_UNKNOWN', `there is no signing key ${name}`);
    const { curve, secret } = found;
    const { publicKey, sign } = SCHEMES[curve];
    return ok({ curve, publicKey: publicKey(secret), sign: async (payload) => ok(sign(secret, payload)) });
  }

  #masterKey(version: string): Result<Uint8Array> {
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
