import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** Files that SQLite keeps beside a database in use. */
const SIDES = ['-wal', '-shm', '-journal'];

/** A file's write-ahead log belongs to it alone, so a file must not get its name while another's log is there. */
function removeSides(path: string): void {
  for (const side of SIDES) rmSync(`${path}${side}`, { force: true });
}

function remove(path: string): void {
  removeSides(path);
  rmSync(path, { force: true });
}

/** Drafts of this process so far. */
let made = 0;

/**
 * Calls `work` with the path of a draft beside `file` that nobody else uses, and removes the draft at the end. Also
 * removes the drafts of processes that were killed.
 */
export async function withDraft<T>(file: string, work: (draft: string) => Promise<T>): Promise<T> {
  const prefix = `${basename(file)}-unfinished-`;
  const folder = dirname(resolve(file));
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN;
    if (!Number.isNaN(pid) && !isRunning(pid)) rmSync(join(folder, name), { force: true });
  }
  made += 1;
  const draft = join(folder, `${prefix}${process.pid}-${made}`);
  remove(draft);
  try {
    return await work(draft);
  } finally {
    remove(draft);
  }
}

/**
 * Gives the closed database `draft` the name `file`, durably: whoever opens `file` finds the old or the new content.
 */
export function publish(draft: string, file: string): void {
  removeSides(file);
  renameSync(draft, file);
  const folder = openSync(dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
