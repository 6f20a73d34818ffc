/** Why a database cannot be used. */
export type StorageErrorCode =
  /** There is no database, and none was to be made. */
  | 'DATABASE_MISSING'
  /** Another process does here what only one may do at a time. */
  | 'DATABASE_IN_USE'
  /** A newer program changed the schema. */
  | 'SCHEMA_TOO_NEW'
  /** The file, the server or its answer does not do. */
  | 'DATABASE_UNUSABLE';

/** A database that cannot be used; the message says which and what to do. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: StorageErrorCode;

  constructor(code: StorageErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A write came with a lease that another holder has by now; nothing was written. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';

  constructor(lease: string) {
    super(`the lease ${lease} has passed on to another holder`);
  }
}
