import assert from 'node:assert/strict';
import Database from 'better-sqlite3';
import { drizzle as onSqlite } from 'drizzle-orm/better-sqlite3';
import { drizzle as onPostgres } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { postgresDialect } from '../../src/core/postgres/dialect.ts';
import { missingParts } from '../../src/core/postgres/private.ts';
import { sqliteDialect } from '../../src/core/sqlite/dialect.ts';
import { prepared } from '../../src/core/statements.ts';
import type { Db } from '../../src/core/steps.ts';

/** Why a test here fails. */
const GONE = 'this version of the package lacks private members that storage/src/core uses';

describe('private members of packages', () => {
  it('are there in node-postgres: postgres/private.ts uses them', () => {
    assert.deepEqual(missingParts(new pg.Client()), [], GONE);
    const bare = { connection: { stream: {} } } as unknown as pg.ClientBase;
    assert.ok(missingParts(bare).includes('client.processID'));
    assert.ok(missingParts(bare).includes('connection.bind'));
  });

  it('are there in drizzle’s prepared queries: compiled.ts uses them', () => {
    for (const [dialect, db] of [
      [sqliteDialect, onSqlite({ client: new Database(':memory:'), casing: 'snake_case' })],
      [postgresDialect, onPostgres.mock({ casing: 'snake_case' })],
    ] as const) {
      const table = dialect.table('notes', { id: dialect.text().primaryKey() });
      if (dialect.name === 'sqlite') (db as unknown as Db).run('create table notes (id text)');
      const statement = prepared('aNote', (of) => of.select().from(table));
      const query = (statement.build(db as unknown as Db) as unknown as { prepare(name: string): object }).prepare('');
      const { fields, params, queryString, stmt, query: inner } = query as Readonly<Record<string, unknown>>;
      assert.ok(Array.isArray(fields), `fields: ${GONE}`);
      const [field] = fields as readonly { readonly path?: unknown; readonly field?: unknown }[];
      assert.deepEqual([field?.path, typeof field?.field], [['id'], 'object'], `fields: ${GONE}`);
      if (dialect.name === 'postgres') {
        assert.deepEqual([params, typeof queryString], [[], 'string'], `params, queryString: ${GONE}`);
      } else {
        assert.deepEqual([(inner as { params?: unknown }).params, typeof stmt], [[], 'object'], `query, stmt: ${GONE}`);
      }
    }
  });
});
