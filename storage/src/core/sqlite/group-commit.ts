import type Database from 'better-sqlite3';
import type { Durability } from '../engine.ts';

/** The only way to write: queued jobs share a transaction and its fsync. */
export interface GroupCommit {
  /**
   * Runs the synchronous `job` in the next transaction and resolves with its value after the commit. When a job throws,
   * only its own changes are undone, and it rejects. When the commit fails, all of its jobs reject. A job may run
   * twice.
   */
  write<T>(durability: Durability, job: () => T): Promise<T>;
  /** Commits queued jobs and refuses later writes. */
  close(): void;
}

interface Job {
  readonly durability: Durability;
  /** Runs the job; the returned function resolves its promise after the commit. */
  readonly run: () => () => void;
  readonly reject: (reason: unknown) => void;
}

/** Most jobs in one transaction, which limits how long the event loop is blocked. */
const MAX_JOBS = 256;

/** What the owner of a group commit knows of its transactions. */
export interface Commits {
  /** Called before the jobs of a transaction run, also when they run again. */
  begin(): void;
  /** True when the jobs that have run since `begin` announce something. */
  announces(): boolean;
  /** Called after each commit. */
  done(): void;
}

/**
 * Group commit over one connection. Jobs that are queued in the same turn of the event loop run in one BEGIN IMMEDIATE
 * transaction, each in a savepoint. The transaction is flushed (synchronous = FULL) when one of its jobs needs it;
 * since the WAL is one sequence, that flush also covers every earlier normal commit. Whoever receives an announcement
 * reads it at once, so a transaction that announces is flushed, too: SQLite takes another level only between
 * transactions, so its jobs run again.
 */
export function createGroupCommit(client: Database.Database, commits: Commits): GroupCommit {
  const statement = (text: string) => client.prepare(text);
  const begin = statement('BEGIN IMMEDIATE');
  const commit = statement('COMMIT');
  const rollback = statement('ROLLBACK');
  const savepoint = statement('SAVEPOINT job');
  const release = statement('RELEASE job');
  const undo = statement('ROLLBACK TO job');

  let queue: Job[] = [];
  let synchronous: Durability | undefined;
  let closed = false;

  function setSynchronous(level: Durability): void {
    if (level === synchronous) return;
    client.pragma(`synchronous = ${level}`);
    synchronous = level;
  }

  function runJob(job: Job): () => void {
    savepoint.run();
    try {
      const settle = job.run();
      release.run();
      return settle;
    } catch (error) {
      // After a full disk or an I/O error SQLite drops the whole transaction.
      if (!client.inTransaction) throw error;
      undo.run();
      release.run();
      return () => job.reject(error);
    }
  }

  function commitJobs(jobs: readonly Job[], level: Durability): void {
    let settle: readonly (() => void)[];
    try {
      setSynchronous(level);
      begin.run();
      commits.begin();
      settle = jobs.map(runJob);
      if (level === 'normal' && commits.announces()) {
        rollback.run();
        commitJobs(jobs, 'full');
        return;
      }
      commit.run();
    } catch (error) {
      if (client.inTransaction) rollback.run();
      for (const job of jobs) job.reject(error);
      return;
    }
    for (const done of settle) done();
    commits.done();
  }

  function flush(): void {
    const jobs = queue.slice(0, MAX_JOBS);
    queue = queue.slice(MAX_JOBS);
    if (queue.length > 0) setImmediate(flush);
    if (jobs.length > 0) commitJobs(jobs, jobs.some(({ durability }) => durability === 'full') ? 'full' : 'normal');
  }

  return {
    write: <T>(durability: Durability, job: () => T) =>
      new Promise<T>((resolve, reject) => {
        if (closed) throw new Error('the storage is closed');
        const run = () => {
          const value = job();
          return () => resolve(value);
        };
        if (queue.push({ durability, run, reject }) === 1) setImmediate(flush);
      }),
    close() {
      closed = true;
      while (queue.length > 0) flush();
    },
  };
}
