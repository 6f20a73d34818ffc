import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Durability } from '../engine.ts';
import type { TxScript } from '../steps.ts';
import type { DatabaseTime } from '../time.ts';
import { Connection, ConnectionLost, isLoss } from './connection.ts';
import { CREATE_MARKS, FIND_MARKS, forgetMarks, markCommit, newestMarkOf } from './marks.ts';
import { CHANNEL } from './notifications.ts';
import { SERVER_TIME, serverTimeOf } from './server-time.ts';
import { cutOff, endSession, type Watch } from './watch.ts';

/** A write that waits for its commit. */
export interface Job {
  readonly durability: Durability;
  readonly steps: () => TxScript<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/** The result of a job within its transaction. */
type Settled = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: unknown };

/** Maximum number of jobs in one transaction: limits the wait of other processes. */
const MAX_JOBS = 256;

/** The lock that every write takes; the number is arbitrary, but the same in all processes. */
const LOCK = 0x0c_a5_e3_a7;

const TAKE_LOCK = `select pg_advisory_xact_lock(${LOCK})`;

/** Listeners read what is announced at once, so it must not be lost in a crash. */
const ANNOUNCE = ['set local synchronous_commit = on', `notify ${CHANNEL}`];

/**
 * A process that stops inside a transaction (a debugger, SIGSTOP) loses its session after this time, and so the lock
 * that all others wait for, milliseconds.
 */
const IDLE_MS = 3_000;

/** Maximum wait of a transaction for the lock, milliseconds. */
const LOCK_MS = 10_000;

/** How long a transaction is repeated while the server is unreachable, milliseconds. */
const RETRY_MS = 10_000;
const PAUSE_MS = 100;

/**
 * Group commit over one session: waiting jobs share a transaction, each in a savepoint. If the session ends before the
 * commit, the transaction runs again; until the commit no caller has a result. If it ends while the commit is under
 * way, the mark that each transaction leaves decides. The server's own word on a transaction's id would not: after a
 * crash it gives the ids of lost transactions again.
 */
export class Writer {
  readonly #connect: () => pg.Client;
  readonly #watch: Watch;
  readonly #afterCommit: () => void;
  readonly #time: DatabaseTime;
  #queue: Job[] = [];
  /** True while jobs are running or waiting. */
  #busy = false;
  #working: Promise<void> | undefined;
  #session: Connection | undefined;
  #processId: number | undefined;
  #closed = false;
  readonly #id = randomUUID();
  /** The mark of the newest transaction that was tried. */
  #mark = 0;

  constructor(connect: () => pg.Client, watch: Watch, time: DatabaseTime, afterCommit: () => void) {
    this.#connect = connect;
    this.#watch = watch;
    this.#time = time;
    this.#afterCommit = afterCommit;
  }

  add(job: Job): void {
    if (this.#closed) {
      job.reject(new Error('the storage is closed'));
      return;
    }
    this.#queue.push(job);
    if (this.#busy) return;
    this.#busy = true;
    this.#working = this.#work();
  }

  /** True when `processId` is the server's process of this writer's session. */
  isOwn(processId: number): boolean {
    return processId === this.#processId;
  }

  /** Commits waiting jobs, then ends the session. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#working;
    await this.#drop(false);
  }

  async #work(): Promise<void> {
    // Collects the jobs of this turn of the event loop.
    await new Promise(setImmediate);
    while (this.#queue.length > 0) await this.#commit(this.#queue.splice(0, MAX_JOBS));
    this.#busy = false;
  }

  /** Completes `jobs`, with as many tries as needed. */
  async #commit(jobs: readonly Job[]): Promise<void> {
    const giveUpMs = performance.now() + RETRY_MS;
    for (;;) {
      try {
        const { settled, announced } = await this.#tryCommit(jobs);
        for (const [index, job] of jobs.entries()) {
          const result = settled[index] as Settled;
          if (result.ok) job.resolve(result.value);
          else job.reject(result.reason);
        }
        if (announced) this.#afterCommit();
        return;
      } catch (error) {
        const lost = error instanceof ConnectionLost;
        if (lost) await this.#drop();
        if (!lost || performance.now() > giveUpMs) {
          for (const job of jobs) job.reject(error);
          return;
        }
        await sleep(PAUSE_MS);
      }
    }
  }

  /**
   * Runs `jobs` in a transaction. Most jobs succeed, so the first try has no savepoints, and runs what jobs send
   * together. When one fails, everything runs again, each job in its savepoint, so that it fails alone.
   */
  async #tryCommit(jobs: readonly Job[], alone = false): Promise<{ settled: Settled[]; announced: boolean }> {
    const connection = await this.#open();
    connection.announced = false;
    connection.later = !alone;
    const flush = jobs.some(({ durability }) => durability === 'full') ? 'on' : 'off';
    const settled: Settled[] = [];
    let begun = false;
    try {
      // Each statement must see everything that was committed before the lock was taken, and time is taken after it.
      const began = await connection.text(
        `begin isolation level read committed; set local synchronous_commit = ${flush}; ${TAKE_LOCK}; ${SERVER_TIME}`,
      );
      this.#time.set(serverTimeOf(began));
      begun = true;
      for (const job of jobs) {
        settled.push(alone ? await runJob(connection, job) : await runJobIn(connection, job));
      }
    } catch (error) {
      if (error instanceof ConnectionLost) throw error;
      connection.forget();
      await connection.text('rollback');
      if (alone || !begun) throw error;
      return this.#tryCommit(jobs, true);
    }
    const { announced } = connection;
    this.#mark += 1;
    const mark = this.#mark;
    try {
      await connection.runAll(markCommit(this.#id, mark));
      if (mark === 1) await connection.runAll(forgetMarks());
      const tags = await connection.flush(...(announced ? ANNOUNCE : []), 'commit');
      // The server answers so to the commit of a transaction in which something failed.
      if (tags.at(-1) !== 'COMMIT') throw new Error('a failed transaction is not committed');
    } catch (error) {
      if (!(error instanceof ConnectionLost)) {
        await connection.text('rollback');
        if (alone) throw error;
        return this.#tryCommit(jobs, true);
      }
      await this.#drop();
      if (!(await this.#wasCommitted(mark))) throw error;
    }
    return { settled, announced };
  }

  /**
   * Whether the transaction with `mark` was committed, whose session ended before the server's answer. Its end is sure
   * once the lock that it held can be taken.
   */
  async #wasCommitted(mark: number): Promise<boolean> {
    const giveUpMs = performance.now() + RETRY_MS;
    for (;;) {
      try {
        const connection = await this.#open();
        await connection.text(`begin; ${TAKE_LOCK}; commit`);
        return (await connection.runAll(newestMarkOf(this.#id))) === mark;
      } catch {
        // Also a lock that is not free in time leaves the question open.
        await this.#drop();
      }
      if (performance.now() > giveUpMs) throw new Error('whether the write was committed is not known');
      await sleep(PAUSE_MS);
    }
  }

  async #open(): Promise<Connection> {
    if (this.#session) return this.#session;
    const client = this.#connect();
    // A running query fails by itself.
    client.on('error', () => {});
    const connection = new Connection(client, this.#time.now);
    this.#watch.add(connection);
    try {
      await client.connect();
      await connection.text(`set idle_in_transaction_session_timeout = ${IDLE_MS}; set lock_timeout = ${LOCK_MS}`);
      const { rows } = await connection.text('select pg_backend_pid() as pid');
      this.#processId = rows[0].pid;
      const marks = await connection.text(FIND_MARKS);
      if (marks.rowCount === 0) await connection.text(`begin; ${TAKE_LOCK}; ${CREATE_MARKS}; commit`);
    } catch (error) {
      this.#watch.remove(connection);
      cutOff(client);
      throw isLoss(error) ? new ConnectionLost('the database cannot be reached', { cause: error }) : error;
    }
    this.#session = connection;
    return connection;
  }

  /** Ends the session. A lost one gets no message, because its route may swallow that, too. */
  async #drop(lost = true): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    if (session === undefined) return;
    this.#watch.remove(session);
    if (lost) cutOff(session.client);
    else await endSession(session.client as pg.Client);
  }
}

/** Runs one job in the transaction of others. Throws its error. */
async function runJobIn(connection: Connection, { steps }: Job): Promise<Settled> {
  return { ok: true, value: await connection.runAll(steps()) };
}

/** Runs one job in a savepoint and returns its result or its error. Throws ConnectionLost. */
async function runJob(connection: Connection, { steps }: Job): Promise<Settled> {
  await connection.text('savepoint job');
  try {
    const value = await connection.runAll(steps());
    await connection.text('release job');
    return { ok: true, value };
  } catch (reason) {
    if (reason instanceof ConnectionLost) throw reason;
    await connection.text('rollback to job; release job');
    return { ok: false, reason };
  }
}
