import { randomUUID } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two checks whether another process has finished. */
const LOOK_MS = 100;

/**
 * The path `folder`, after `make` has filled it. `make` fills a draft that gets its name only when it is complete. When
 * several processes ask at the same time, one makes the folder and the others wait.
 */
export async function madeOnce(folder: string, make: (draft: string) => Promise<void>): Promise<string> {
  const lock = `${folder}.lock`;
  while (!existsSync(folder)) {
    if (!takeLock(lock)) {
      await sleep(LOOK_MS);
      continue;
    }
    try {
      if (!existsSync(folder)) await fill(folder, make);
    } finally {
      rmSync(lock, { force: true });
    }
  }
  return folder;
}

async function fill(folder: string, make: (draft: string) => Promise<void>): Promise<void> {
  const among = dirname(folder);
  for (const left of globSync(`${basename(folder)}.*.draft`, { cwd: among })) {
    // A killed process finishes none.
    if (!isAlive(left.split('.').at(-2))) rmSync(join(among, left), { recursive: true, force: true });
  }
  const draft = `${folder}.${randomUUID()}.${process.pid}.draft`;
  try {
    await make(draft);
    renameSync(draft, folder);
  } catch (error) {
    // Two processes may remove the lock of a dead one at the same time and both make the folder.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * True when this process has the lock now. The lock of a process that has ended, or that had no room for its id, is
 * removed for the next try. Throws when the lock cannot be written.
 */
function takeLock(path: string): boolean {
  mkdirSync(dirname(path), { recursive: true });
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === 'EEXIST';
    if (!isTaken || !holderLives(path)) rmSync(path, { force: true });
    if (isTaken) return false;
    throw error;
  }
}

function holderLives(lock: string): boolean {
  try {
    return isAlive(readFileSync(lock, 'utf8'));
  } catch {
    return false;
  }
}

/** Whether the process of an id runs. A file without an id is of none. */
function isAlive(pid: string | undefined): boolean {
  try {
    return Number(pid) > 0 && process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}
