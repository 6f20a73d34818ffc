import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { systemClock } from '@causeway/runtime';
import { clockAt } from '@causeway/runtime/test-support';
import { getTableName } from 'drizzle-orm';
import { difference, folderOf, SNAPSHOT, TARGETS } from '../../scripts/schema-difference.ts';
import { wholeOf } from '../../scripts/whole-schema.ts';
import { AREAS } from '../../src/areas.ts';
import { migrate, wholeFile } from '../../src/core/migrate.ts';
import { sqliteDialect } from '../../src/core/sqlite/dialect.ts';
import { openSqlite } from '../../src/core/sqlite/engine.ts';
import { runText } from '../../src/core/steps.ts';
import { openBridgeStorage, openPlatformStorage } from '../../src/index.ts';
import { BRIDGE_SCHEMA, PLATFORM_SCHEMA } from '../../src/open.ts';
import { startChild } from '../support/child.ts';
import { onEngines } from '../support/engines.ts';

describe('migrations', () => {
  for (const target of TARGETS) {
    it(`agree with the schema: ${target.schema.name}, ${target.engine}`, async () => {
      const { statements } = await difference(target);
      assert.deepEqual(statements, [], 'run `npm run migration -w storage -- --name what-changes`');
    });
  }
});

describe('the whole of a schema', () => {
  const SCHEMAS = [BRIDGE_SCHEMA, PLATFORM_SCHEMA];
  const options = { mustExist: false, clock: clockAt(() => 0) };
  /** Everything in a new database: its objects, and the rows of its tables. */
  async function contentOf(oneByOne: boolean) {
    const engine = openSqlite(':memory:', { mustExist: false });
    await migrate(engine, SCHEMAS, { ...options, oneByOne });
    const content = await engine.read(function* () {
      const objects = yield* runText<{ readonly type: string; readonly name: string }>(
        'select type, name, tbl_name, trim(sql, char(10)) as sql from sqlite_schema order by name',
      );
      const rows = [];
      for (const { name } of objects.filter(({ type }) => type === 'table')) {
        rows.push(yield* runText(`select * from "${name}"`));
      }
      return { objects, rows };
    });
    await engine.close();
    return content;
  }

  it('leaves in a new database what all migrations leave there, one by one', async () => {
    const { objects, rows } = await contentOf(true);
    assert.ok(objects.length > 200);
    assert.deepEqual(await contentOf(false), { objects, rows });
  });

  for (const schema of SCHEMAS) {
    it(`is used, and covers the newest migration: ${schema.name}`, async () => {
      const { last } = await wholeOf(schema, schema === PLATFORM_SCHEMA ? [BRIDGE_SCHEMA] : []);
      const text = readFileSync(wholeFile(schema), 'utf8');
      assert.ok(text.startsWith(`-- What all migrations up to ${last} make.`), 'run `npm run migration -w storage`');
    });
  }

  it('that covers less is followed by the migrations after it', async () => {
    const engine = openSqlite(':memory:', { mustExist: false });
    const steps = new URL('../fixtures/migrations/whole/', import.meta.url);
    await migrate(engine, [{ name: 'steps', migrations: steps }], options);
    // The file makes another column than the first migration, which shows what ran.
    await engine.write('full', () => runText("insert into grown (whole, name) values (1, 'x')"));
    const applied = await engine.read(() => runText('select name from schema_migrations'));
    assert.equal(applied.length, 2);
    await engine.close();
  });
});

/** drizzle-kit's description of a schema. */
interface Snapshot {
  readonly tables: Readonly<
    Record<
      string,
      {
        readonly name: string;
        readonly columns: Readonly<Record<string, { readonly name: string }>>;
        readonly indexes: Readonly<Record<string, { readonly name: string }>>;
      }
    >
  >;
}

/** Queries for the columns (as table.column) and the indexes of a database. */
const FOUND = {
  sqlite: `select t.name || '.' || c.name as name from sqlite_schema t, pragma_table_info(t.name) c where t.type = 'table'
    union all select name from sqlite_schema where type = 'index'`,
  postgres: `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'
    union all select indexname from pg_indexes where schemaname = 'public'`,
} as const;

onEngines('opening a database', (engine) => {
  it('makes every column and index of the schema by the files of its migrations', async () => {
    const database = await engine.newDatabase();
    await (await openPlatformStorage(database)).close();
    const bare = await engine.open(database);
    const rows = await bare.read(() => runText<{ readonly name: string }>(FOUND[bare.dialect.name]));
    await bare.close();
    const found = new Set(rows.map(({ name }) => name));
    const described = TARGETS.filter((target) => target.engine === bare.dialect.name).flatMap((target) => {
      const { tables } = JSON.parse(readFileSync(new URL(SNAPSHOT, folderOf(target)), 'utf8')) as Snapshot;
      return Object.values(tables).flatMap(({ name, columns, indexes }) => [
        ...Object.values(columns).map((column) => `${name}.${column.name}`),
        ...Object.values(indexes).map((index) => index.name),
      ]);
    });
    assert.ok(described.length > 0);
    assert.deepEqual(
      described.filter((name) => !found.has(name)),
      [],
      'a file of a migration is missing',
    );
  });

  it('creates only the bridge’s tables for a signer, and also the platform’s for the API', async () => {
    const database = await engine.newDatabase();
    await (await openBridgeStorage(database)).close();
    const bridge = await engine.tables(database);
    assert.ok(bridge.has('orders') && bridge.has('leases') && bridge.has('events'));
    assert.ok(!bridge.has('idempotency_keys') && !bridge.has('rate_limits'));
    await (await openPlatformStorage(database)).close();
    const platform = await engine.tables(database);
    const added = [...platform].filter((table) => !bridge.has(table));
    const ofAreas = Object.values(AREAS).flatMap(({ tables }) =>
      Object.values(tables(sqliteDialect)).map(getTableName),
    );
    assert.deepEqual(added.toSorted(), ofAreas.toSorted());
  });

  it('creates the tables once', async () => {
    const database = await engine.newDatabase();
    for (let opening = 0; opening < 2; opening++) {
      const storage = await openPlatformStorage(database);
      await storage.events.append('s', 't', {});
      assert.equal((await storage.events.after(undefined, 0, 10)).length, opening + 1);
      await storage.close();
    }
  });

  it('does not create a database that must exist', async () => {
    const database = await engine.newDatabase();
    await assert.rejects(openBridgeStorage(database, { mustExist: true }), { code: 'DATABASE_MISSING' });
    await (await openBridgeStorage(database)).close();
    await (await openBridgeStorage(database, { mustExist: true })).close();
  });

  it('refuses a database that a newer program has changed', async () => {
    const bare = await engine.open();
    const options = { mustExist: false, clock: systemClock };
    await migrate(bare, [BRIDGE_SCHEMA, PLATFORM_SCHEMA], options);
    const later = "insert into schema_migrations values ('bridge', '9999_later', 'hash', 1)";
    await bare.write('full', () => runText(later));
    await assert.rejects(migrate(bare, [BRIDGE_SCHEMA], options), { code: 'SCHEMA_TOO_NEW', message: /9999_later/ });
    await migrate(bare, [PLATFORM_SCHEMA], options);
    await bare.close();
  });

  it('applies missing migrations in order, and refuses one that was edited after it was applied', async () => {
    const bare = await engine.open();
    const options = { mustExist: false, clock: systemClock };
    const steps = new URL('../fixtures/migrations/', import.meta.url);
    await migrate(bare, [{ name: 'steps', migrations: new URL('first/', steps) }], options);
    await migrate(bare, [{ name: 'steps', migrations: new URL('both/', steps) }], options);
    await bare.write('full', () => runText("insert into grown values (1, 'x')"));
    const edited = migrate(bare, [{ name: 'steps', migrations: new URL('edited/', steps) }], options);
    await assert.rejects(edited, { code: 'SCHEMA_TOO_NEW' });
    await bare.close();
  });

  it('creates the tables once when several processes open the database at the same time', async () => {
    const database = await engine.newDatabase();
    const program = new URL('../support/writer-child.ts', import.meta.url);
    const open = () => once(startChild(program, 'open', database), 'exit');
    assert.deepEqual(await Promise.all([open(), open()]), [
      [0, null],
      [0, null],
    ]);
    assert.ok((await engine.tables(database)).has('orders'));
  }).timeout(120_000);
});
