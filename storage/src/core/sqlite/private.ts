import { chmodSync, closeSync, existsSync, openSync, realpathSync, statSync } from 'node:fs';
import { letsOthersIn, PRIVATE_FILE } from '@causeway/protocol';

/** Files that SQLite keeps beside a database, and the one that holds its lock of processes. */
const BESIDE = ['', '-wal', '-shm', '-lock'];

/** Bits of a file's mode that let everybody in who is not of its group. */
const WORLD = 0o007;

/**
 * Makes the empty file, which only its owner may read, unless it is there. SQLite gives the files beside a database the
 * same mode.
 */
export function makePrivate(path: string): void {
  // A database that is there must not be opened here: its close would release the locks that SQLite holds for this
  // process.
  if (!existsSync(path)) closeSync(openSync(path, 'a', PRIVATE_FILE));
}

/**
 * Closes the database at `path`, with the files beside it, to all who are not of its group, when it is this process's
 * own: earlier releases made databases that everybody on the machine could read. A group keeps its rights, because two
 * services with one database may depend on them. `warn` gets a sentence when others could read it or still can.
 */
export function closeToWorld(path: string, warn: (text: string) => void): void {
  const database = realpathSync(path);
  const open = BESIDE.map((end) => `${database}${end}`).filter((file) => letsOthersIn(modeOf(file) ?? 0));
  if (open.length === 0) return;
  const closed = open.filter(closeOne);
  const rest = open.filter((file) => letsOthersIn(modeOf(file) ?? 0));
  if (closed.length > 0) warn(`everybody on this machine could read ${closed.join(', ')}; that is mended`);
  if (rest.length > 0) warn(`others can read ${rest.join(', ')}: unless they must, chmod 600 ${rest.join(' ')}`);
}

/** Takes the rights of everybody from a file; false when nobody had any, or when it is another user's file. */
function closeOne(file: string): boolean {
  const mode = modeOf(file) ?? 0;
  if ((mode & WORLD) === 0) return false;
  try {
    chmodSync(file, mode & 0o777 & ~WORLD);
    return true;
  } catch (error) {
    if (!['EPERM', 'EROFS', 'ENOENT'].includes(String((error as NodeJS.ErrnoException).code))) throw error;
    return false;
  }
}

/** The mode of a file; undefined when there is none. */
const modeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.mode;
