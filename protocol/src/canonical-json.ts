import canonicalize from 'canonicalize';

/**
 * `value` as canonical JSON (RFC 8785): equal values give equal text, whatever the order of their members. Undefined
 * for a value that has no such form, which is one with half of a surrogate pair.
 */
export function canonicalJson(value: unknown): string | undefined {
  try {
    return canonicalize(value);
  } catch {
    return undefined;
  }
}
