import type { LocksOf } from '../locks.ts';
import { addClaim, type Claims, claimsOfJob, conflict, type Key, type Mode } from './keys.ts';

/** Most jobs of one transaction, which limits how long others wait. */
const MAX_JOBS = 256;
/** Most locks of one transaction, unless one job has more: the server's table of locks is finite. */
const MAX_CLAIMS = 128;

/** What the schedule knows of a job. */
export interface Waiting {
  readonly locks: LocksOf;
  /** What the job has asked for while it ran, in an earlier try. */
  readonly more: Map<Key, Mode>;
  /** Runs without other jobs in its transaction. */
  readonly alone: boolean;
  /** The lock of another process for which it waits, in a transaction with others that wait for the same one. */
  waitsFor: Key | undefined;
}

/** Jobs for one transaction, and what each of them locks. */
export interface Batch<Job> {
  readonly jobs: readonly Job[];
  readonly claims: readonly Claims[];
}

/**
 * The jobs that wait, and the batches that run in this process. What two jobs both lock, they get in the order in which
 * they came.
 */
export class Schedule<Job extends Waiting> {
  #queue: Job[] = [];
  readonly #running = new Map<Batch<Job>, Claims>();

  get waiting(): number {
    return this.#queue.length;
  }

  add(job: Job): void {
    this.#queue.push(job);
  }

  /** Puts a job that has begun before all that wait. */
  addFirst(job: Job): void {
    this.#queue.unshift(job);
  }

  /**
   * The jobs of the next transaction, which count as running until `end`: the first ones that neither those under way
   * nor an earlier one that stays exclude. Without `waits` those stay that would wait for another process. Undefined
   * when there are none.
   */
  take(waits: boolean): Batch<Job> | undefined {
    const jobs: Job[] = [];
    const claims: Claims[] = [];
    const left: Job[] = [];
    const all = new Map<Key, Mode>();
    const stays = new Map<Key, Mode>();
    for (const job of this.#queue) {
      const own = claimsOfJob(job.locks, job.more);
      const fits =
        jobs.length === 0 ||
        (jobs.length < MAX_JOBS &&
          !job.alone &&
          !jobs[0]?.alone &&
          jobs[0]?.waitsFor === job.waitsFor &&
          countWith(all, own) <= MAX_CLAIMS);
      if (fits && (waits || job.waitsFor === undefined) && this.#isFree(own) && !conflict(stays, own)) {
        jobs.push(job);
        claims.push(own);
        for (const [key, mode] of own) addClaim(all, key, mode);
      } else {
        left.push(job);
        for (const [key, mode] of own) addClaim(stays, key, mode);
      }
    }
    if (jobs.length === 0) return undefined;
    this.#queue = left;
    const batch = { jobs, claims };
    this.#running.set(batch, all);
    return batch;
  }

  end(batch: Batch<Job>): void {
    this.#running.delete(batch);
  }

  #isFree(claims: Claims): boolean {
    for (const running of this.#running.values()) if (conflict(running, claims)) return false;
    return true;
  }
}

/** How many numbers two sets of claims have together. */
function countWith(all: Claims, own: Claims): number {
  let count = all.size;
  for (const key of own.keys()) if (!all.has(key)) count += 1;
  return count;
}
