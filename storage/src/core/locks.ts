/** What a job can lock. A kind owns the tables of the things that it is named after. */
export const LOCK_KINDS = [
  'schema',
  'lease',
  'view',
  'submissions',
  'order',
  'swap',
  'name',
  'avatar',
  'count',
  'mail',
  'wallet',
  'transfer',
  'limit',
  'idempotency',
  'usage',
  'search',
  'mission',
  'library',
  'holon',
  'mailbox',
  'message',
  'workflow',
  'agent',
  'queue',
  'task',
  'run',
  'collaboration',
  'endpoint',
  'area',
] as const;
export type LockKind = (typeof LOCK_KINDS)[number];

/**
 * One thing that a job decides about. Until the job's transaction ends, no other one that locks it runs, in any
 * process; with `shared`, others that lock it with `shared` do.
 */
export interface Lock {
  readonly kind: LockKind;
  readonly id: string;
  readonly shared?: true;
}

/** Keeps what `id` names as it is for the job, which may change it. */
export const lockOf = (kind: LockKind, id: string): Lock => ({ kind, id });

/** Keeps what `id` names as it is for the job, which only reads it. */
export const sharedLockOf = (kind: LockKind, id: string): Lock => ({ kind, id, shared: true });

/** The locks of a job; a function is called whenever the job could begin, and the last time right before it does. */
export type LocksOf = readonly Lock[] | (() => readonly Lock[]);

/** The locks that a transaction has before its job begins; what else it needs the job asks for by `lock`. */
export interface Locking {
  readonly locks: LocksOf;
}

/** The locks now. */
export const locksOf = (locks: LocksOf): readonly Lock[] => (typeof locks === 'function' ? locks() : locks);
