import { StorageError, type UnavailableCode } from './errors.ts';

/** What an operator can do about each reason. */
const ADVICE: Readonly<Record<UnavailableCode, string>> = {
  DISK_FULL: 'its disk is full: free space, or move it to a larger disk',
  DISK_FAILED: 'its disk does not read or write: look at the system’s log, and move it to a sound disk',
  DATABASE_READ_ONLY:
    'it takes no writes: look whether its file system is mounted read-only, its file is another user’s, or its server is a standby',
  DATABASE_UNREACHABLE: 'its server cannot be reached or has nothing left: look whether it runs',
  DATABASE_BUSY: 'others hold for too long what a write needs: look for forgotten transactions (pg_stat_activity)',
};

/** True for a code of a database that is unavailable. */
export const isUnavailableCode = (code: string): code is UnavailableCode => Object.hasOwn(ADVICE, code);

/**
 * Codes of SQLite, of the operating system and of PostgreSQL. A code of SQLite names what is below it:
 * SQLITE_IOERR_WRITE is a SQLITE_IOERR.
 */
const CAUSES: readonly (readonly [RegExp, UnavailableCode])[] = [
  [/^(?:SQLITE_FULL|SQLITE_IOERR_DISKFULL|ENOSPC|EDQUOT|EFBIG|53100)$/, 'DISK_FULL'],
  [/^(?:SQLITE_IOERR(?:_[A-Z_]+)?|EIO|58030)$/, 'DISK_FAILED'],
  [/^(?:SQLITE_READONLY(?:_[A-Z_]+)?|EROFS|25006)$/, 'DATABASE_READ_ONLY'],
  [/^53[0-9A-Z]{3}$/, 'DATABASE_UNREACHABLE'],
];

/** Why a failure of an engine makes the database unavailable; undefined when it has another cause. */
export function unavailableCode(error: unknown): UnavailableCode | undefined {
  const code = String((error as { readonly code?: unknown } | undefined)?.code);
  return CAUSES.find(([pattern]) => pattern.test(code))?.[1];
}

/** The failure of a database that is unavailable, with advice. */
export function unavailable(label: string, code: UnavailableCode, cause: unknown): StorageError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StorageError(code, `the database ${label} is unavailable, ${ADVICE[code]} (${reason})`, { cause });
}

/** `error` of the database `label`; a StorageError with advice where the database is unavailable. */
export function asUnavailable(label: string, error: unknown): unknown {
  const code = error instanceof StorageError ? undefined : unavailableCode(error);
  return code === undefined ? error : unavailable(label, code, error);
}

/** True for the failure of a database that is unavailable: the same call may succeed later. */
export const isUnavailable = (error: unknown): error is StorageError =>
  error instanceof StorageError && isUnavailableCode(error.code);
