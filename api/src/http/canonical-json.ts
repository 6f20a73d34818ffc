import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/**
 * `value` as canonical JSON (RFC 8785): equal values give equal text, whatever the order of their members. Undefined for
 * a value that has no such form, which is one with half of a surrogate pair.
 */
export function canonicalJson(value: unknown): string | undefined {
  try {
    return canonicalize(value);
  } catch {
    return undefined;
  }
}

/** `sha256:` and the hexadecimal SHA-256 of the value's canonical JSON; undefined when it has none. */
export function checksumOf(value: unknown): string | undefined {
  const text = canonicalJson(value);
  return text === undefined ? undefined : `sha256:${createHash('sha256').update(text).digest('hex')}`;
}
