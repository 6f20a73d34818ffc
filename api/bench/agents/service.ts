import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openPlatformStorage } from '@causeway/storage';
import { PASSWORD } from '../../test/support/once.ts';
import { startPostgres } from '../../test/support/postgres.ts';

/** Where the benches keep files: not in the system's temporary folder, since PostgreSQL's user must reach its data. */
const CACHE = fileURLToPath(new URL('../../../.causeway/bench/', import.meta.url));

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
  const script = fileURLToPath(new URL('../../../storage/bench/fill-agents.ts', import.meta.url));
  await promisify(execFile)(process.execPath, [script, database, kind, String(count)]);
}

/** One running process of the API. */
export interface Service {
  readonly child: ChildProcess;
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts the API over `database` in a process of its own. */
export async function startService(database: string): Promise<Service> {
  const child = fork(fileURLToPath(new URL('server.ts', import.meta.url)), [database], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [{ port }] = await once(child, 'message');
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.disconnect();
    await ended;
  };
  return { child, port, stop };
}

/** Asks a service; throws unless it is answered with a 2xx. */
export async function asked<T>(port: number, path: string, body: object | undefined, token?: string): Promise<T> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { readonly result: T }).result;
}

/** The access token of a new avatar. */
export async function signUp(port: number, username: string): Promise<string> {
  await asked(port, '/api/avatar/register', { username, password: PASSWORD });
  const signedIn = { username, password: PASSWORD };
  return (await asked<{ readonly jwtToken: string }>(port, '/api/avatar/authenticate', signedIn)).jwtToken;
}
