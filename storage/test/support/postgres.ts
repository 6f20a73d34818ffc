import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type RunningPostgres, startPostgres } from '@causeway/devnet/postgres';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { openPostgres } from '../../src/core/postgres/engine.ts';
import type { Db } from '../../src/core/steps.ts';
import { openPlatformStorage } from '../../src/index.ts';
import type { Built, TestEngine } from './test-engine.ts';

const CACHE = fileURLToPath(new URL('../../../.causeway/test/', import.meta.url));
const FOLDER = `${CACHE}postgres-${process.pid}`;

let server: Promise<RunningPostgres> | undefined;
let made = 0;
/** Prepared databases with the platform's tables that no test uses. */
const free: string[] = [];
/** Databases that the running test uses. */
const platforms: string[] = [];
const empty: string[] = [];

/** Starts the server once. */
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

async function create(): Promise<string> {
  made += 1;
  const name = `test_${made}`;
  await runSql(await urlOf('postgres'), `create database ${name}`);
  return urlOf(name);
}

/** Empties every table except the record of migrations. */
const CLEAR = `do $$ declare name text; begin
  for name in select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    and relname <> 'schema_migrations' loop execute format('alter table %I disable trigger all', name);
    execute format('delete from %I', name); execute format('alter table %I enable trigger all', name); end loop;
  for name in select relname from pg_class where relkind = 'S' loop execute format('alter sequence %I restart', name); end loop;
end $$`;

/** Databases of a PostgreSQL server that runs during the suite. */
export const POSTGRES: TestEngine = {
  name: 'PostgreSQL',
  async newDatabase() {
    const url = await create();
    empty.push(url);
    return url;
  },
  async newPlatform() {
    let url = free.pop();
    if (url === undefined) {
      url = await create();
      await (await openPlatformStorage(url)).close();
    }
    platforms.push(url);
    return url;
  },
  open: async (database) => openPostgres(database ?? (await POSTGRES.newDatabase())),
  async tables(database) {
    const rows = await runSql(
      database,
      "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    );
    return new Set(rows.map(({ name }) => String(name)));
  },
  async plan(database, build) {
    const client = new pg.Client(database);
    await client.connect();
    try {
      const { sql } = (build(drizzle({ client, casing: 'snake_case' }) as unknown as Db) as Built).toSQL();
      await client.query('set enable_seqscan = off; set enable_sort = off');
      const { rows } = await client.query(`explain (generic_plan) ${sql}`);
      return rows.map((row) => String(row['QUERY PLAN'])).join('\n');
    } finally {
      await client.end();
    }
  },
  async assertSound(database) {
    await runSql(database, 'select count(*) from orders; select count(*) from events');
  },
  async removeDatabases() {
    for (const url of platforms.splice(0)) {
      await runSql(url, CLEAR);
      free.push(url);
    }
    for (const url of empty.splice(0)) {
      await runSql(await urlOf('postgres'), `drop database ${new URL(url).pathname.slice(1)} with (force)`);
    }
  },
};

/** Stops the server and removes its data. */
export async function stopServer(): Promise<void> {
  await (await server)?.stop();
  rmSync(FOLDER, { recursive: true, force: true });
}
