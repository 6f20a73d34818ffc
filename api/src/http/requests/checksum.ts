import { createHash } from 'node:crypto';
import { canonicalJson } from '@causeway/protocol';

/** `sha256:` and the hexadecimal SHA-256 of the value's canonical JSON; undefined when it has none. */
export function checksumOf(value: unknown): string | undefined {
  const text = canonicalJson(value);
  return text === undefined ? undefined : `sha256:${createHash('sha256').update(text).digest('hex')}`;
}
