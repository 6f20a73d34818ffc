import { createHash } from 'node:crypto';
import { ok } from '@causeway/protocol';
import { type Answer, refuse } from '../errors/errors.ts';

/** Identifies a list: its operation and its filter, including the caller. */
export interface ListBinding {
  readonly operation: string;
  readonly filter: Readonly<Record<string, string | undefined>>;
}

/** Version of new cursors; other versions are refused. */
const VERSION = 1;
/** Bytes of the check kept in a cursor. */
const CHECK_BYTES = 12;

function checkOf({ operation, filter }: ListBinding, key: string): Buffer {
  const conditions = Object.entries(filter).filter(([, value]) => value !== undefined);
  const bound = JSON.stringify([VERSION, operation, conditions.sort(([a], [b]) => (a < b ? -1 : 1)), key]);
  return createHash('sha256').update(bound).digest().subarray(0, CHECK_BYTES);
}

/**
 * An opaque cursor: the sort key where the next page starts, and a checksum over version, operation, filter and key.
 * The checksum finds mistakes and protects nothing: a list applies its own filter, so a forged cursor shows no more.
 */
export const encodeCursor = (binding: ListBinding, key: string): string =>
  Buffer.concat([Buffer.of(VERSION), checkOf(binding, key), Buffer.from(key)]).toString('base64url');

/** The sort key of a cursor; INVALID_CURSOR unless it is from this list with this filter. */
export function decodeCursor(binding: ListBinding, cursor: string): Answer<string> {
  const bytes = Buffer.from(cursor, 'base64url');
  const key = bytes.subarray(1 + CHECK_BYTES).toString();
  // The new encoding must be equal: other spellings of the same bytes are refused. No sort key contains NUL, which
  // PostgreSQL refuses in text.
  if (encodeCursor(binding, key) === cursor && !key.includes('\0')) return ok(key);
  return refuse('INVALID_CURSOR', 'no page of this list, with this filter, answered this cursor');
}
