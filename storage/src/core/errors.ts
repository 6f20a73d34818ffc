/** The reason why a database cannot be used. */
export type StorageErrorCode =
  /** The database does not exist, and the caller asked not to create it. */
  | 'DATABASE_MISSING'
  /** Another process does a job that only one may do at a time. */
  | 'DATABASE_IN_USE'
  /** A newer program changed the schema. */
  | 'SCHEMA_TOO_NEW'
  /** The file, the server or its answer is unusable. */
  | 'DATABASE_UNUSABLE';

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
