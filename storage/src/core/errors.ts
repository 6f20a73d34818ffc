/** The reason why a database cannot be used. */
export type StorageErrorCode =
  /** The database does not exist, and the caller asked not to create it. */
  | 'DATABASE_MISSING'
  /** Another process does a job that only one may do at a time. */
  | 'DATABASE_IN_USE'
  /** A newer program changed the schema. */
  | 'SCHEMA_TOO_NEW'
  /** The schema lacks a migration that only an older program has. */
  | 'SCHEMA_TOO_OLD'
  /** The file, the server or its answer is unusable. */
  | 'DATABASE_UNUSABLE'
  | UnavailableCode;

/** The reason why a database cannot be written or reached for a while. Nothing is wrong with the request. */
export type UnavailableCode =
  /** The disk, the quota or the file system of the database has no space left. */
  | 'DISK_FULL'
  /** The disk does not read or write. */
  | 'DISK_FAILED'
  /** The file system or the server takes no writes. */
  | 'DATABASE_READ_ONLY'
  /** The server does not answer, or takes no more sessions or memory. */
  | 'DATABASE_UNREACHABLE'
  /** Others hold for too long what a write needs. */
  | 'DATABASE_BUSY';

/** A database that cannot be used. The message names it and says how to fix it. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: StorageErrorCode;

  constructor(code: StorageErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A write with a lease that another holder has taken over. Nothing was written. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';

  constructor(lease: string) {
    super(`the lease ${lease} has passed on to another holder`);
  }
}
