import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { KEY_BYTES } from './aes.ts';
import type { Curve } from './port.ts';

/** The text of `path`; empty when there is no such file. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/** Adds a line to the key file at `path`, which it creates if needed, readable by its owner alone. */
function addLine(path: string, text: string, line: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, `${text.replace(/(?<=[^\n])$/, '\n')}${line}\n`, { mode: 0o600, flush: true });
  renameSync(temporary, path);
}

const randomKey = (): string => randomBytes(KEY_BYTES).toString('base64');

/**
 * Adds a new random master key to the key file at `path`, which it creates if needed, readable by its owner alone. A
 * process that uses the file takes it up at once. Returns the new version.
 */
export function addMasterKey(path: string): number {
  const text = textOf(path);
  const versions = [...text.matchAll(/^\s*wrap\s+(\d+)\s/gm)].map(([, version]) => Number(version));
  const version = Math.max(0, ...versions) + 1;
  addLine(path, text, `wrap ${version} ${randomKey()}`);
  return version;
}

/** Adds a new random signing key of that name to the key file at `path`, as addMasterKey does, unless the file has it. */
export function addSigningKey(path: string, name: string, curve: Curve): void {
  const text = textOf(path);
  const names = [...text.matchAll(/^\s*sign\s+(\S+)\s/gm)].map(([, each]) => each);
  if (!names.includes(name)) addLine(path, text, `sign ${name} ${curve} ${randomKey()}`);
}
