import { createHash } from 'node:crypto';
import { fail, ok, type Result } from '@causeway/protocol';
import { KEY_BYTES } from './aes.ts';
import type { KeyServiceFailure } from './failures.ts';
import type { Curve } from './port.ts';
import { SCHEMES } from './signing.ts';

/** The keys of a file or an environment variable. */
export interface KeyRing {
  /** Master keys by version. */
  readonly wrapping: ReadonlyMap<string, Uint8Array>;
  /** The version of the master key with the highest number; null when there is none. */
  readonly current: string | null;
  /** That number; 0 when there is none. */
  readonly highest: number;
  readonly signing: ReadonlyMap<string, { readonly curve: Curve; readonly secret: Uint8Array }>;
}

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
 * Parses a ring: an entry per line (or after a semicolon), `wrap VERSION BASE64` or `sign NAME CURVE BASE64`; `#`
 * begins a comment. Fails with KEYS_INVALID, which names the entry's number and never its text.
 */
export function parseRing(text: string, place: string): Result<KeyRing, KeyServiceFailure> {
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
    highest: newest?.number ?? 0,
    signing,
  });
}

/** The failure of a key file at `path` that others than its owner may read. */
export const exposed = (path: string) => fail('KEYS_EXPOSED', `${path} can be read by others: chmod 600`);
