import type { Kit } from './kit.ts';
import type { Steps } from './steps.ts';

/**
 * full: on disk before the promise resolves. normal: atomic and in order, survives the death of the process, but a
 * power failure may take it (and everything after it) away.
 */
export type Durability = 'full' | 'normal';

/** One database, SQLite or PostgreSQL: all that repositories know of it. */
export interface Engine {
  /** Makes tables in the engine's dialect. */
  readonly kit: Kit;
  /** The database as messages name it: a path, or a URL without its password. */
  readonly label: string;
  /** True where processes of several machines may share the database. */
  readonly shared: boolean;
  /** Runs steps outside of a transaction: reads, and single statements that need no other. */
  read<T>(steps: () => Steps<T>): Promise<T>;
  /**
   * Runs `steps` in a transaction, the only one at a time over all processes, and resolves after the commit. Steps that
   * throw are undone alone and reject.
   */
  write<T>(durability: Durability, steps: () => Steps<T>): Promise<T>;
  /**
   * Calls `listener` after commits that announced something, also those of other processes; now and then it is called
   * without need. Other processes are looked for every `pollMs` where the engine has no better way.
   */
  onCommit(listener: () => void, pollMs: number): () => void;
  /**
   * Makes this process the only one that holds leases here, where the engine has no leases between processes (SQLite).
   * True when it was not so before: whoever held leases here is gone. Throws StorageError DATABASE_IN_USE.
   */
  claim(): boolean;
  /** Commits what is queued, then closes; later calls fail. */
  close(): Promise<void>;
}
