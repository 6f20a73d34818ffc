import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Puts `text` in the place of what `path` has, durably: after a kill or a power failure at any moment the file has the
 * old content or the new one, and a reader never sees a part. `mode` is the mode of a file that is made. Throws the
 * file system's error, such as ENOSPC; the old content stays then.
 */
export function replaceFile(path: string, text: string, mode?: number): void {
  const draft = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, text, { mode, flush: true });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  const folder = openSync(dirname(path), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
