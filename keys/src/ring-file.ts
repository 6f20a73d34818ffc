import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { KEY_BYTES } from './aes.ts';

/** The text of `path`; empty when there is no such file. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/**
 * Adds a new random master key to the key file at `path`, which it creates if needed, readable by its owner alone. A
 * process that uses the file takes it up at once. Returns the new version.
 */
export function addMasterKey(path: string): number {
  const text = textOf(path);
  const versions = [...text.matchAll(/^\s*wrap\s+(\d+)\s/gm)].map(([, version]) => Number(version));
  const version = Math.max(0, ...versions) + 1;
  const entry = `wrap ${version} ${randomBytes(KEY_BYTES).toString('base64')}\n`;
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, text.replace(/(?<=[^\n])$/, '\n') + entry, { mode: 0o600, flush: true });
  renameSync(temporary, path);
  return version;
}
