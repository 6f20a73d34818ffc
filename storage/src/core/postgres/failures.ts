import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';
import { Abandoned, Busy, type Task } from './transaction.ts';

/** The connection ended before the server's answer came. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/** There was no connection. */
export class Unreachable extends ConnectionLost {}

/** The server ended the session because its transaction took longer than any may: it would again. */
export class Overtime extends ConnectionLost {}

/** The server took a transaction back for another one's sake, or it waited too long for one: it may be tried again. */
export class Clash extends Error {
  override readonly name = 'Clash';
}

/** The server refused a command of the job `by`, or of nobody. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly by: Task | undefined;

  constructor(by: Task | undefined, cause: unknown) {
    super('the server refused a command', { cause });
    this.by = by;
  }
}

/** Serialization failure, deadlock, no lock in time. */
const CLASH = /^(?:40001|40P01|55P03)$/;

/** The server's code for a transaction that took too long. */
const OVERTIME = '25P04';

/** Conditions in which the server ends a session: shutdown, idle too long in a transaction, no connection. */
const SESSION_ENDED = /^(?:08|57P0[123]|25P0[34])/;

/** The cause of a failed query: drizzle's own error and the server's detail would write the values into logs. */
export function causeOf(error: unknown): unknown {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  if (cause instanceof pg.DatabaseError) cause.detail = undefined;
  if (cause instanceof pg.DatabaseError && cause.code === OVERTIME) {
    return new Overtime('a write took longer than one may, and nothing of it was done', { cause });
  }
  if (isLoss(cause)) return new ConnectionLost('the connection to the database ended', { cause });
  if (cause instanceof pg.DatabaseError && CLASH.test(cause.code ?? '')) return new Clash(cause.message, { cause });
  return cause;
}

/** True for what ends a try of a transaction whatever its jobs make of it. */
export const isPast = (error: unknown): boolean =>
  [ConnectionLost, Clash, Busy, Abandoned].some((kind) => error instanceof kind);

/** True when `error` means that the session has ended or could not start. */
export function isLoss(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return SESSION_ENDED.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return (
    (code !== undefined && /^E[A-Z]+$/.test(code)) ||
    /connection|not queryable|Client was closed|timeout exceeded when trying to connect|timeout expired/i.test(
      error.message,
    )
  );
}
