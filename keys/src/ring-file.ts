import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { fail, letsOthersIn, ok, PRIVATE_FILE, PRIVATE_FOLDER, type Result } from '@causeway/protocol';
import { KEY_BYTES } from './aes.ts';
import type { KeyServiceFailure } from './failures.ts';
import { takeLock } from './file-lock.ts';
import type { Curve } from './port.ts';
import { exposed, type KeyRing, parseRing } from './ring.ts';

/** Longest wait for other processes that add keys to the same file, milliseconds. */
const WAIT_MS = 30_000;

const randomKey = (): string => randomBytes(KEY_BYTES).toString('base64');

/**
 * Adds a new random master key to the key file at `path`, which it creates if needed, readable by its owner alone. A
 * process that uses the file takes it up at once. Returns the new version, once the file was read back and has it.
 * Fails with KEYS_INVALID, KEYS_EXPOSED or KEYS_BUSY, and then the file is as before.
 */
export function addMasterKey(path: string): Result<number, KeyServiceFailure> {
  const after = addEntry(path, ({ highest }) => `wrap ${highest + 1} ${randomKey()}`);
  return after.ok ? ok(after.value.highest) : after;
}

/**
 * Adds a new random signing key of that name to the key file at `path`, as addMasterKey does, unless the file has it.
 */
export function addSigningKey(path: string, name: string, curve: Curve): Result<void, KeyServiceFailure> {
  const after = addEntry(path, ({ signing }) => (signing.has(name) ? null : `sign ${name} ${curve} ${randomKey()}`));
  return after.ok ? ok(undefined) : after;
}

/**
 * Adds the entry that `entryOf` makes for the present keys, if it makes one, and returns the keys afterwards. Only one
 * process at a time reads and replaces a file, so that none loses another's key.
 */
function addEntry(path: string, entryOf: (ring: KeyRing) => string | null): Result<KeyRing, KeyServiceFailure> {
  mkdirSync(dirname(path), { recursive: true, mode: PRIVATE_FOLDER });
  const file = targetOf(path);
  const release = takeLock(`${file}.lock`, WAIT_MS);
  if (release === null) return fail('KEYS_BUSY', `another process changes ${path}: try again when it has ended`);
  try {
    const before = read(file);
    if (!before.ok) return before;
    const entry = entryOf(before.value.ring);
    if (entry === null) return ok(before.value.ring);
    const text = `${before.value.text.replace(/(?<=[^\n])$/, '\n')}${entry}\n`;
    replace(file, text);
    const after = read(file);
    if (!after.ok) return after;
    // A version that is not on the disk must never be announced: secrets would be sealed under a key that nobody has.
    if (after.value.text !== text) throw new Error(`${path} does not have the new key after it was written`);
    return ok(after.value.ring);
  } finally {
    release();
  }
}

/** The file that `path` leads to: every link to a file must lead to its one lock. */
function targetOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return path;
    throw error;
  }
}

/** The text of a file and its keys; empty when there is no such file. */
function read(file: string): Result<{ readonly text: string; readonly ring: KeyRing }, KeyServiceFailure> {
  let text = '';
  try {
    if (letsOthersIn(statSync(file).mode)) return exposed(file);
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const ring = parseRing(text, file);
  return ring.ok ? ok({ text, ring: ring.value }) : ring;
}

/** Replaces the content of `file` durably: after a crash at any point it has the old content or the new one. */
function replace(file: string, text: string): void {
  const draft = `${file}.tmp`;
  // Left by a process that was killed; nobody else writes one under the lock.
  rmSync(draft, { force: true });
  writeFileSync(draft, text, { mode: PRIVATE_FILE, flag: 'wx', flush: true });
  renameSync(draft, file);
  const folder = openSync(dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
