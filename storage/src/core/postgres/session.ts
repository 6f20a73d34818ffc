import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { TxScript } from '../steps.ts';
import type { DatabaseTime } from '../time.ts';
import { Connection } from './connection.ts';
import { Clash, ConnectionLost, isLoss, Refused, Unreachable } from './failures.ts';
import { beginningWith, type Claims, keysIn, OWN_TABLES, TAKE, writerKey } from './keys.ts';
import { CREATE_MARKS, FIND_MARKS, forgetMarks, markCommit, newestMarkOf } from './marks.ts';
import { SERVER_TIME } from './server-time.ts';
import { type Aside, Busy, runTasks, type Task, Transaction } from './transaction.ts';
import { cutOff, endSession, type Watch } from './watch.ts';

/** A job of a transaction, and its locks from the start. */
export interface Part {
  readonly steps: () => TxScript<unknown>;
  readonly claims: Claims;
}

/** How a try is done. */
export interface Way {
  /** Waits for the disk even if nothing is announced. */
  readonly flushed: boolean;
  /** Independent jobs share their round trips. */
  readonly interleaved: boolean;
  /** A failure meets its job at once, which may catch it. For one job. */
  readonly careful: boolean;
  /** The transaction may take any time. */
  readonly unbounded: boolean;
  /** Waits for locks that others have; otherwise it leaves out the jobs that need them. */
  readonly waits: boolean;
}

/** What a committed transaction has done. */
export interface Done {
  readonly values: readonly unknown[];
  readonly announced: boolean;
  /** The jobs that were left out. */
  readonly aside: readonly Aside[];
}

/** What came of a try. Where it was not committed, nothing of it is there. */
export type Outcome =
  | ({ readonly kind: 'committed' } & Done)
  /** A job failed, or nobody knows which. */
  | { readonly kind: 'failed'; readonly index: number | undefined; readonly reason: unknown }
  /** A job asks for what is locked. */
  | { readonly kind: 'busy'; readonly busy: Busy }
  /** It may be tried again. */
  | { readonly kind: 'again'; readonly reason: ConnectionLost | Clash };

const BEGIN = 'begin isolation level read committed';
/** Sessions do not wait for the disk where a transaction does not say so. */
const FLUSHED = 'set local synchronous_commit = on';
const UNBOUNDED = 'set local transaction_timeout = 0';

/** How long a transaction may take, and so hold up those who wait for its locks, and streams, milliseconds. */
const TRANSACTION_MS = 30_000;
/** A process that stops inside a transaction (a debugger, SIGSTOP) loses its session after this time, milliseconds. */
const IDLE_MS = 3_000;
/** Maximum wait of a transaction for a lock, milliseconds. */
const LOCK_MS = 10_000;
/** How long it is asked whether a transaction was committed, milliseconds. */
const ASK_MS = 10_000;
const PAUSE_MS = 100;

const SETTINGS = `set idle_in_transaction_session_timeout = ${IDLE_MS}; set lock_timeout = ${LOCK_MS};
  set transaction_timeout = ${TRANSACTION_MS}`;

/** What the sessions of a process share. */
export interface Sessions {
  readonly connect: () => pg.Client;
  readonly watch: Watch;
  readonly time: DatabaseTime;
  /** For tests: the error code with which the server refuses the next commit, if it does. */
  readonly disturb: () => string | undefined;
}

/**
 * A session for writes, which is replaced when it is lost. If it is lost while a commit is under way, the mark that
 * each transaction leaves decides whether it was committed. The server's own word on a transaction's id would not:
 * after a crash it gives the ids of lost transactions again.
 */
export class Session {
  readonly #shared: Sessions;
  readonly #id = randomUUID();
  readonly #own = writerKey(this.#id);
  #connection: Connection | undefined;
  /** The mark of the newest transaction that was tried. */
  #mark = 0;

  constructor(shared: Sessions) {
    this.#shared = shared;
  }

  /** Runs jobs in a transaction, once. Throws when it is not known whether they were committed. */
  async try(parts: readonly Part[], way: Way): Promise<Outcome> {
    try {
      return await this.#try(parts, way);
    } catch (reason) {
      if (reason instanceof ConnectionLost) {
        await this.drop();
        return { kind: 'again', reason };
      }
      if (reason instanceof Clash) return { kind: 'again', reason };
      throw reason;
    }
  }

  async #try(parts: readonly Part[], { flushed, interleaved, careful, unbounded, waits }: Way): Promise<Outcome> {
    const connection = await this.#open();
    const claims = parts.map((part) => part.claims);
    const transaction = new Transaction(claims, interleaved);
    connection.begin(transaction, !careful);
    const values: unknown[] = [];
    let failing: Task | undefined;
    let aside: readonly Aside[];
    try {
      // Each statement must see all that was committed before the locks were taken, and time is taken after them.
      const opening = [BEGIN, ...(flushed ? [FLUSHED] : []), ...(unbounded ? [UNBOUNDED] : [])];
      const take = [TAKE, ...beginningWith(this.#own, transaction.first, waits)] as const;
      const replies = await connection.flush(...opening.map((text) => [text] as const), take, [SERVER_TIME]);
      this.#shared.time.set(Number(replies.at(-1)?.rows[0]?.[0]));
      aside = transaction.setAside(keysIn(replies.at(-2)?.rows[0]?.[0]));
      if (aside.length === parts.length) {
        connection.end();
        await connection.text('rollback');
        return { kind: 'committed', values, announced: false, aside };
      }
      await runTasks(transaction, async (task) => {
        try {
          values[task.index] = await connection.runAll((parts[task.index] as Part).steps(), task);
        } catch (error) {
          failing ??= error instanceof Refused ? error.by : task;
          throw error;
        }
      });
      if (connection.hasChecks) await connection.flush();
    } catch (error) {
      return await this.#undo(connection, error, failing);
    }
    return this.#commit(connection, { values, announced: transaction.announced, aside }, flushed);
  }

  async #commit(connection: Connection, done: Done, flushed: boolean): Promise<Outcome> {
    this.#mark += 1;
    const mark = this.#mark;
    const refusal = this.#shared.disturb();
    try {
      await connection.runAll(markCommit(this.#id, mark));
      if (mark === 1) await connection.runAll(forgetMarks());
      // Listeners read what is announced at once, so it must not be lost in a crash.
      const flushes = done.announced && !flushed ? [[FLUSHED] as const] : [];
      if (refusal !== undefined) await connection.text(`do $$ begin raise sqlstate '${refusal}'; end $$`);
      const replies = await connection.flush(...flushes, ['commit']);
      connection.end();
      // The server answers so to the commit of a transaction in which something failed.
      if (replies.at(-1)?.tag === 'COMMIT') return { kind: 'committed', ...done };
      return { kind: 'failed', index: undefined, reason: new Error('a failed transaction is not committed') };
    } catch (error) {
      if (!(error instanceof ConnectionLost)) return this.#undo(connection, error);
      await this.drop();
      if (await this.#wasCommitted(mark)) return { kind: 'committed', ...done };
      return { kind: 'again', reason: error };
    }
  }

  /** Takes the try back that failed by `error`. Throws ConnectionLost and Clash. */
  async #undo(connection: Connection, error: unknown, failing?: Task): Promise<Outcome> {
    if (error instanceof ConnectionLost) throw error;
    connection.end();
    await connection.text('rollback');
    if (error instanceof Clash) throw error;
    if (error instanceof Busy) return { kind: 'busy', busy: error };
    if (error instanceof Refused) return { kind: 'failed', index: error.by?.index, reason: error.cause };
    return { kind: 'failed', index: failing?.index, reason: error };
  }

  /**
   * Whether the transaction with `mark` was committed, whose session ended before the server's answer. Its end is sure
   * once the lock that it held can be taken.
   */
  async #wasCommitted(mark: number): Promise<boolean> {
    const giveUpMs = performance.now() + ASK_MS;
    for (;;) {
      try {
        const connection = await this.#open();
        await connection.flush([BEGIN], [TAKE, ...beginningWith(this.#own, new Map(), true)], ['commit']);
        return (await connection.runAll(newestMarkOf(this.#id))) === mark;
      } catch {
        // Also a lock that is not free in time leaves the question open.
        await this.drop();
      }
      if (performance.now() > giveUpMs) throw new Error('whether the write was committed is not known');
      await sleep(PAUSE_MS);
    }
  }

  async #open(): Promise<Connection> {
    if (this.#connection) return this.#connection;
    const { connect, watch, time } = this.#shared;
    const client = connect();
    // A running query fails by itself.
    client.on('error', () => {});
    const connection = new Connection(client, time);
    watch.add(connection);
    try {
      await client.connect();
      await connection.text(SETTINGS);
      const marks = await connection.text(FIND_MARKS);
      if (marks.rowCount === 0) {
        await connection.text(`begin; select pg_advisory_xact_lock(${OWN_TABLES}); ${CREATE_MARKS}; commit`);
      }
    } catch (error) {
      watch.remove(connection);
      cutOff(client);
      throw isLoss(error) ? new Unreachable('the database cannot be reached', { cause: error }) : error;
    }
    this.#connection = connection;
    return connection;
  }

  /** Ends the session. A lost one gets no message, because its route may swallow that, too. */
  async drop(lost = true): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    if (connection === undefined) return;
    this.#shared.watch.remove(connection);
    if (lost) cutOff(connection.client);
    else await endSession(connection.client as pg.Client);
  }
}
