import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two attempts to get a lock. */
const POLL_MS = 20;

/**
 * Runs `work` while no other process does so under the same `path`. The lock is SQLite's on an empty database: the
 * operating system releases it when the process ends in any way, so none is ever left behind. Rejects after `waitMs`.
 */
export async function locked<T>(path: string, work: () => Promise<T>, waitMs = 120_000): Promise<T> {
  const database = new DatabaseSync(path);
  try {
    const end = performance.now() + waitMs;
    while (!tryLock(database)) {
      if (performance.now() > end) throw new Error(`another causeway process holds ${path}`);
      await sleep(POLL_MS);
    }
    return await work();
  } finally {
    database.close();
  }
}

/** Result code of SQLite for a lock that another connection holds. */
const BUSY = 5;

function tryLock(database: DatabaseSync): boolean {
  try {
    database.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if ((error as { errcode?: unknown }).errcode === BUSY) return false;
    throw error;
  }
}
