import { createHash } from 'node:crypto';
import { ok } from '@causeway/protocol';
import { type Answer, refuse } from './errors.ts';

/** What a list is cut by: its operation and what its items have in common, the caller included. */
export interface ListBinding {
  readonly operation: string;
  readonly filter: Readonly<Record<string, string | undefined>>;
}

/** Form of the cursors written at present; others are refused. */
const VERSION = 1;
/** Bytes of the check kept in a cursor. */
const CHECK_BYTES = 12;

function checkOf({ operation, filter }: ListBinding, key: string): Buffer {
  const conditions = Object.entries(filter).filter(([, value]) => value !== undefined);
  const bound = JSON.stringify([VERSION, operation, conditions.sort(([a], [b]) => (a < b ? -1 : 1)), key]);
  return createHash('sha256').update(bound).digest().subarray(0, CHECK_BYTES);
}

/**
 * An opaque cursor: the sort key where the next page starts, and a check over version, operation, filter and key. The
 * check finds mistakes, it hides nothing: a list applies its filter itself, so a forged cursor shows nothing more.
 */
export const encodeCursor = (binding: ListBinding, key: string): string =>
  Buffer.concat([Buffer.of(VERSION), checkOf(binding, key), Buffer.from(key)]).toString('base64url');

/** The sort key of a cursor; INVALID_CURSOR unless this list, with this filter, answered it. */
export function decodeCursor(binding: ListBinding, cursor: string): Answer<string> {
  const bytes = Buffer.from(cursor, 'base64url');
  const key = bytes.subarray(1 + CHECK_BYTES).toString();
  // Encoding again also refuses other spellings of the same bytes.
  if (encodeCursor(binding, key) === cursor) return ok(key);
  return refuse('INVALID_CURSOR', 'no page of this list, with this filter, answered this cursor');
}
