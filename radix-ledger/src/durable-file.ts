import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Writes a file that is there whole or not at all, whatever happens, and survives once this returns. */
export function writeFile(folder: string, name: string, content: Buffer): void {
  const unfinished = join(folder, 'unfinished');
  const file = openSync(unfinished, 'w');
  try {
    writeWhole(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(unfinished, join(folder, name));
  const directory = openSync(folder, 'r');
  fsyncSync(directory);
  closeSync(directory);
}

/** Writes all of `content` at the end of an open file, which takes one call or several. */
export function writeWhole(file: number, content: Buffer): void {
  for (let written = 0; written < content.length; ) written += writeSync(file, content, written);
}
