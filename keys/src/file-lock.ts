import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { PRIVATE_FILE } from '@causeway/protocol';

/** Result code of SQLite for a lock that another connection holds. */
const BUSY = 5;

/**
 * Locks that this process holds. Without a reference, the garbage collector would release one whose holder waits for
 * something.
 */
const held = new Set<DatabaseSync>();

/**
 * Takes the lock at `path` and returns a function that releases it; null when another process still holds it after
 * `waitMs`, which block this thread. The lock is SQLite's on an empty database: the operating system releases it when
 * the process ends in any way, so no lock is left behind, and none is taken from a process that lives, also not from
 * one in another container. The file stays.
 */
export function takeLock(path: string, waitMs: number): (() => void) | null {
  makeEmpty(path);
  const database = new DatabaseSync(path, { timeout: waitMs });
  try {
    database.exec('BEGIN EXCLUSIVE');
    held.add(database);
    return () => {
      held.delete(database);
      database.close();
    };
  } catch (error) {
    database.close();
    if ((error as { errcode?: unknown }).errcode === BUSY) return null;
    throw error;
  }
}

/** Makes the file, which only its owner may read, unless it is there. */
function makeEmpty(path: string): void {
  try {
    closeSync(openSync(path, 'wx', PRIVATE_FILE));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
