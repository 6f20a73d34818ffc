import { type Clock, systemClock } from '@causeway/runtime';
import type { Dialect } from './dialect.ts';
import type { Locking } from './locks.ts';
import type { TxScript } from './steps.ts';
import type { Machine } from './time.ts';

/**
 * "full": on disk before the promise resolves. "normal": atomic, in order and safe when the process dies, but a power
 * failure may lose it and everything after it. What announces something is always "full", because others read it at
 * once.
 */
export type Durability = 'full' | 'normal';

/** What opening an engine takes. */
export interface EngineOptions {
  /** Unix milliseconds, in place of the time of a database without a server. */
  readonly clock?: Clock | undefined;
  /** The clocks of the machine; the system's when absent. */
  readonly machine?: Machine | undefined;
  /** Refuses to create a database, with DATABASE_MISSING. */
  readonly mustExist: boolean;
  /** Gets a sentence when others than its owner could read or can read the file; nobody when absent. */
  readonly warn?: ((text: string) => void) | undefined;
  /** For tests: the error code with which a server refuses the next commit, if it does. */
  readonly disturb?: (() => string | undefined) | undefined;
}

/** What a transaction needs. */
export interface Writing extends Locking {
  /** On a server: it may take longer than others, and shares its transaction with no other job. */
  readonly unbounded?: boolean | undefined;
}

/** One database, SQLite or PostgreSQL, in the only form that repositories use. */
export interface Engine {
  /** Builds tables in the engine's dialect. */
  readonly dialect: Dialect;
  /** Name of the database in messages: a path, or a URL without its password. */
  readonly label: string;
  /** True when processes on several machines can share the database. */
  readonly shared: boolean;
  /**
   * Runs steps outside of a transaction: reads, and single statements that stand alone. Throws StorageError where the
   * database is unavailable (see UnavailableCode), as all calls do.
   */
  read<T>(steps: () => TxScript<T>): Promise<T>;
  /**
   * Runs `steps` in a transaction and resolves after the commit. No other transaction of any process that locks the
   * same runs meanwhile. When steps throw, only their own changes are undone, and the promise rejects.
   */
  write<T>(durability: Durability, steps: () => TxScript<T>, how: Writing): Promise<T>;
  /**
   * The database's time, Unix milliseconds: one for all processes of a server, so that it alone decides what is stored
   * and compared. Within a transaction it is not before the times of earlier transactions.
   */
  readonly now: () => number;
  /** How far the clock of this machine is ahead of that time, milliseconds; negative when it is behind. */
  readonly ahead: () => number;
  /** Changes whenever reads may have come to another server, or to another state of it. */
  readonly sessions: () => number;
  /** Writes something tiny; resolves once it is on disk. */
  probe(): Promise<void>;
  /**
   * Calls `listener` after every announcing commit of any process, and sometimes without need. On an engine without
   * notifications, it polls for other processes' commits every `pollMs`.
   */
  onCommit(listener: () => void, pollMs: number): () => void;
  /**
   * Makes this process the only holder of leases, on an engine without leases between processes (SQLite). True when it
   * was not so before, which means that an earlier holder's process has ended. Throws StorageError DATABASE_IN_USE.
   */
  claim(): boolean;
  /** Commits queued writes, then closes. Later calls fail. */
  close(): Promise<void>;
}

/** The clock whose time is the database's. */
export const clockOf = ({ now }: Pick<Engine, 'now'>): Clock => ({ ...systemClock, now });
