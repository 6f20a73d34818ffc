import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type RunningPostgres, startPostgres } from '@causeway/local-nodes/postgres';
import pg from 'pg';
import { openPlatformStorage } from '../../src/index.ts';

/** One PostgreSQL server for all tests of a process, with a database for each that needs one. */

const CACHE = fileURLToPath(new URL('../../../.causeway/test/', import.meta.url));
const FOLDER = `${CACHE}postgres-${process.pid}`;

/** How long the server may take to start or stop, milliseconds. */
export const START_MS = 60_000;

/** The name of the database with the platform's tables that others are copies of. */
const TEMPLATE = 'platform';

let server: Promise<RunningPostgres> | undefined;
let template: Promise<void> | undefined;
let made = 0;

/** Starts the server once; mocha stops it after the last test. */
export function startServer(): Promise<RunningPostgres> {
  server ??= startPostgres({ folder: FOLDER, cache: CACHE, durable: false });
  return server;
}

/** The URL of the server's database `name`. */
async function urlOf(name: string): Promise<string> {
  const url = new URL((await startServer()).url);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs SQL text on a separate session. */
export async function runSql(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Creates a database; `like` names the one that it is a copy of. Returns its URL. */
async function create(like: string): Promise<string> {
  made += 1;
  const name = `test_${made}`;
  // A copy of the files takes an eighth of the time of one through the log, because this server waits for no disk.
  await runSql(await urlOf('postgres'), `create database ${name} template ${like} strategy file_copy`);
  return urlOf(name);
}

async function makeTemplate(): Promise<void> {
  await runSql(await urlOf('postgres'), `create database ${TEMPLATE}`);
  await (await openPlatformStorage(await urlOf(TEMPLATE))).close();
}

/** The URL of a new empty database. */
export const newEmptyDatabase = (): Promise<string> => create('template1');

/** The URL of a new database with the platform's tables. */
export async function newPlatformDatabase(): Promise<string> {
  template ??= makeTemplate();
  await template;
  return create(TEMPLATE);
}

/** The URL of a new database that is a copy of another one of this server, which nobody uses. */
export const copyDatabase = (url: string): Promise<string> => create(new URL(url).pathname.slice(1));

/** Removes a database of this server, with its sessions. */
export async function dropDatabase(url: string): Promise<void> {
  await runSql(await urlOf('postgres'), `drop database ${new URL(url).pathname.slice(1)} with (force)`);
}

/** Stops the server and removes its data. */
export async function stopServer(): Promise<void> {
  await (await server)?.stop();
  rmSync(FOLDER, { recursive: true, force: true });
}

// A bench has no mocha.
globalThis.after?.('stop the server', async function stop() {
  this.timeout(START_MS);
  await stopServer();
});
