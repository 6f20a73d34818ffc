import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openPlatformStorage } from '@causeway/storage';
import { startPostgres } from '../../../api/test/support/postgres.ts';

/** Where the benches keep files: not in the system's temporary folder, since PostgreSQL's user must reach its data. */
export const CACHE = fileURLToPath(new URL('../../../.causeway/bench/', import.meta.url));

/** Calls `use` with a new folder, which it removes at the end. */
export async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'agents-'));
  chmodSync(folder, 0o755);
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Calls `use` with an empty database of each engine; PostgreSQL flushes every commit unless `durable` is false. */
export function onBoth(use: (engine: string, database: string) => Promise<void>, durable = true): Promise<void> {
  return inFolder(async (folder) => {
    await use('SQLite', join(folder, 'bench.sqlite'));
    const server = await startPostgres({ folder: join(folder, 'postgres'), cache: CACHE, durable });
    try {
      await use('PostgreSQL', server.url);
    } finally {
      await server.stop();
    }
  });
}

/** Makes the tables of `database` and fills them, by SQL. */
export async function fill(database: string, kind: 'agents' | 'tasks', count: number): Promise<void> {
  await (await openPlatformStorage(database)).close();
  const script = fileURLToPath(new URL('../../storage/fill-agents.ts', import.meta.url));
  await promisify(execFile)(process.execPath, [script, database, kind, String(count)]);
}
