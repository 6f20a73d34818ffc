import { setTimeout as sleep } from 'node:timers/promises';
import type { Durability } from '../engine.ts';
import type { LocksOf } from '../locks.ts';
import type { TxScript } from '../steps.ts';
import { Clash, ConnectionLost, Overtime, Unreachable } from './failures.ts';
import { addClaim, type Claims, type Key } from './keys.ts';
import { type Batch, Schedule, type Waiting } from './schedule.ts';
import { Session, type Sessions } from './session.ts';

/** A write that waits for its commit. */
export interface Job {
  readonly durability: Durability;
  readonly steps: () => TxScript<unknown>;
  readonly locks: LocksOf;
  /** May take any time. */
  readonly unbounded: boolean;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

type Queued = Job & Waiting;

/** A job of a transaction with its locks. */
interface Entry {
  readonly job: Queued;
  readonly claims: Claims;
}

/** Number of sessions for writes. */
const SESSIONS = 4;
/** How many of these may wait for locks of other processes: the others go on with what is free. */
const WAITING_SESSIONS = 2;
/** How long a transaction is repeated while the server is unreachable or takes it back, milliseconds. */
const RETRY_MS = 10_000;
const PAUSE_MS = 100;
const CLASH_PAUSE_MS = 10;

/** True when a session was lost that had been there, by no fault of its transaction. */
const isCut = (reason: Error): boolean =>
  reason instanceof ConnectionLost && !(reason instanceof Unreachable) && !(reason instanceof Overtime);

/**
 * Group commit over several sessions: waiting jobs share a transaction, and what excludes each other runs in the order
 * of its coming. A transaction whose session ends before the commit, or which the server takes back for another one's
 * sake, runs again; until the commit no caller has a result.
 */
export class Writer {
  readonly #schedule = new Schedule<Queued>();
  readonly #sessions: readonly Session[];
  readonly #idle: Session[];
  readonly #afterCommit: () => void;
  readonly #idleAgain = new Set<() => void>();
  /** True while the jobs of this turn of the event loop gather. */
  #gathers = false;
  /** How many sessions may be waiting for locks of other processes. */
  #waiting = 0;
  #closed = false;

  constructor(shared: Sessions, afterCommit: () => void) {
    this.#sessions = Array.from({ length: SESSIONS }, () => new Session(shared));
    this.#idle = [...this.#sessions];
    this.#afterCommit = afterCommit;
  }

  add(job: Job): void {
    if (this.#closed) {
      job.reject(new Error('the storage is closed'));
      return;
    }
    this.#schedule.add({ ...job, more: new Map(), alone: job.unbounded, waitsFor: undefined });
    if (this.#gathers) return;
    this.#gathers = true;
    setImmediate(() => {
      this.#gathers = false;
      this.#start();
    });
  }

  /** Commits waiting jobs, then ends the sessions. */
  async close(): Promise<void> {
    this.#closed = true;
    while (this.#gathers || this.#schedule.waiting > 0 || this.#idle.length < this.#sessions.length) {
      await new Promise<void>((resolve) => this.#idleAgain.add(resolve));
    }
    await Promise.all(this.#sessions.map((session) => session.drop(false)));
  }

  /** Gives waiting jobs to idle sessions. */
  #start(): void {
    for (;;) {
      const session = this.#idle.at(-1);
      const batch = session && this.#schedule.take(this.#waiting < WAITING_SESSIONS);
      if (!batch) break;
      this.#idle.pop();
      void this.#run(session, batch);
    }
    for (const resolve of this.#idleAgain) resolve();
    this.#idleAgain.clear();
  }

  async #run(session: Session, batch: Batch<Queued>): Promise<void> {
    const entries = batch.jobs.map((job, index) => ({ job, claims: batch.claims[index] as Claims }));
    const waits = batch.jobs[0]?.waitsFor !== undefined;
    if (waits) this.#waiting += 1;
    await this.#commit(session, entries, false);
    if (waits) this.#waiting -= 1;
    this.#schedule.end(batch);
    this.#idle.push(session);
    this.#start();
  }

  /** Completes the jobs of `entries`, with as many transactions and tries as needed. */
  async #commit(session: Session, entries: readonly Entry[], careful: boolean): Promise<void> {
    let sinceMs = performance.now();
    const jobs = entries.map(({ job }) => job);
    const parts = entries.map(({ job: { steps }, claims }) => ({ steps, claims }));
    const flushed = jobs.some(({ durability }) => durability === 'full');
    const unbounded = jobs.some((job) => job.unbounded);
    const waits = jobs[0]?.waitsFor !== undefined;
    let interleaved = true;
    let overtimes = 0;
    for (;;) {
      const outcome = await session
        .try(parts, { flushed, interleaved, careful, unbounded, waits })
        .catch((reason: unknown) => ({ kind: 'unknown', reason }) as const);
      switch (outcome.kind) {
        case 'committed':
          for (const { index, key } of outcome.aside.toReversed()) this.#putBack(jobs[index], key);
          for (const [index, job] of jobs.entries()) {
            if (!outcome.aside.some((one) => one.index === index)) job.resolve(outcome.values[index]);
          }
          if (outcome.announced) this.#afterCommit();
          return;
        case 'unknown':
          for (const job of jobs) job.reject(outcome.reason);
          return;
        case 'failed':
          if (careful) jobs[0]?.reject(outcome.reason);
          else await this.#apart(session, entries, outcome.index);
          return;
        case 'busy': {
          const { key, task, claims } = outcome.busy;
          if (key === undefined) {
            interleaved = false;
            break;
          }
          const job = jobs[task.index] as Queued;
          for (const [more, mode] of claims) addClaim(job.more, more, mode);
          this.#putBack(job, key);
          if (entries.length === 1) return;
          return this.#commit(session, entries.toSpliced(task.index, 1), careful);
        }
        case 'again':
          if (outcome.reason instanceof Overtime) {
            // Which of several takes that long is not known. By itself each has all the time that one may have.
            if (entries.length > 1) return this.#apart(session, entries, undefined);
            overtimes += 1;
          }
          // Its session was there while it waited for the lock of another process, however long that was.
          if (waits && isCut(outcome.reason)) sinceMs = performance.now();
          if (overtimes > 1 || performance.now() - sinceMs > RETRY_MS) {
            for (const job of jobs) job.reject(outcome.reason);
            return;
          }
          await sleep((outcome.reason instanceof Clash ? CLASH_PAUSE_MS : PAUSE_MS) * (0.5 + Math.random() / 2));
      }
    }
  }

  /** Lets a job that has done nothing wait for `key`. */
  #putBack(job: Queued | undefined, key: Key): void {
    if (job === undefined) return;
    job.waitsFor = key;
    this.#schedule.addFirst(job);
  }

  /** Runs the job at `index`, which has failed among others, by itself, and the others before and after it. */
  async #apart(session: Session, entries: readonly Entry[], index: number | undefined): Promise<void> {
    if (index === undefined || entries.length === 1) {
      for (const entry of entries) await this.#commit(session, [entry], true);
      return;
    }
    for (const [some, careful] of [
      [entries.slice(0, index), false],
      [entries.slice(index, index + 1), true],
      [entries.slice(index + 1), false],
    ] as const) {
      if (some.length > 0) await this.#commit(session, some, careful);
    }
  }
}
