import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { usageError } from '../keys/key-flags.ts';

/** The API key in a file. */
export function readKeyFile(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw usageError(`--key-file: ${(error as Error).message}`);
  }
  if (text === '' || /\s/.test(text)) throw usageError(`--key-file: ${path} must have an API key and nothing else`);
  return text;
}

/** Puts an API key in the place of the one in a file, which a crash leaves whole. Only its owner can read it. */
export function writeKeyFile(path: string, apiKey: string): void {
  const next = `${path}.${randomUUID()}`;
  const file = openSync(next, 'wx', 0o600);
  try {
    writeSync(file, `${apiKey}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(next, path);
}
