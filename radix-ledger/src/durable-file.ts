import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Writes a file atomically and durably: it exists completely or not at all, and survives a crash once this returns. */
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

/** Appends all of `content` to an open file, with as many writes as necessary. */
export function writeWhole(file: number, content: Buffer): void {
  for (let written = 0; written < content.length; ) written += writeSync(file, content, written);
}
