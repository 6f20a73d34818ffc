import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { openPostgres, SESSION_OPTIONS } from '../../src/core/postgres/engine.ts';
import type { Db } from '../../src/core/steps.ts';
import { dropDatabase, newEmptyDatabase, newPlatformDatabase, runSql } from './postgres-server.ts';
import type { Built, TestEngine } from './test-engine.ts';

/** Databases with the platform's tables that no test uses. */
const free: string[] = [];
/** Databases that the running test uses. */
const platforms: string[] = [];
const empty: string[] = [];

/**
 * Empties every table that has ever had a row except the record of migrations, without triggers, and lets sequences
 * begin again.
 */
const CLEAR = `set session_replication_role = replica;
  do $$ declare name text; begin
    for name in select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname <> 'schema_migrations' and pg_relation_size(oid) > 0 loop execute format('delete from %I', name); end loop;
  end $$;
  select setval(seqrelid::regclass, seqstart, false) from pg_sequence`;

/** Databases of a PostgreSQL server that runs during the suite. */
export const POSTGRES: TestEngine = {
  name: 'PostgreSQL',
  async newDatabase() {
    const url = await newEmptyDatabase();
    empty.push(url);
    return url;
  },
  async newPlatform() {
    const url = free.pop() ?? (await newPlatformDatabase());
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
  async plan(database, build, { free = false } = {}) {
    const client = new pg.Client({ connectionString: database, options: SESSION_OPTIONS });
    await client.connect();
    try {
      const { sql } = (build(drizzle({ client, casing: 'snake_case' }) as unknown as Db) as Built).toSQL();
      if (!free) await client.query('set enable_seqscan = off; set enable_sort = off');
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
    for (const url of empty.splice(0)) await dropDatabase(url);
  },
};
