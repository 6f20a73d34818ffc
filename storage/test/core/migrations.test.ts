import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { systemClock } from '@causeway/runtime';
import { getTableName } from 'drizzle-orm';
import { difference, folderOf, SNAPSHOT, TARGETS } from '../../scripts/schema-difference.ts';
import { AREAS } from '../../src/areas.ts';
import { migrate, readMigrations, type Schema } from '../../src/core/migrate.ts';
import { sqliteDialect } from '../../src/core/sqlite/dialect.ts';
import { runText } from '../../src/core/steps.ts';
import { openBridgeStorage, openPlatformStorage, openSolverStorage } from '../../src/index.ts';
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

/** Takes back what came after the migration that a database may end with. */
const LATER = [
  'alter table orders drop column wallet_id',
  'drop table solver_offers',
  'drop table solver_records',
  'drop index orders_swap_state',
  'drop index orders_avatar_swap_state',
  'alter table orders drop column swap_state',
  'drop table swaps',
  'drop table swap_events',
  'drop table swap_scans',
  'drop index orders_locked',
  'drop index orders_lane',
  'drop index orders_backlog',
  'drop index orders_paid_to',
  'drop index orders_sent_from',
  'drop index orders_chain_reference',
  'drop index orders_credited',
  'drop table signer_answers',
  'drop table payers',
  'drop table order_figures',
  'drop table owner_usage_changes',
  'drop table event_epochs',
  'alter table agent_queues add column waiting integer',
  'drop table order_figures_position',
] as const;

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
    await (await openSolverStorage(database)).close();
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
    await bare.write('full', () => runText(later), { locks: [] });
    await assert.rejects(migrate(bare, [BRIDGE_SCHEMA], options), { code: 'SCHEMA_TOO_NEW', message: /9999_later/ });
    await migrate(bare, [PLATFORM_SCHEMA], options);
    await bare.close();
  });

  /** A database with the record of a program from before the first file stood for all before it. */
  async function recordedAs(names: readonly (readonly [schema: Schema, name: string])[]) {
    const bare = await engine.open();
    const options = { mustExist: false, clock: systemClock };
    await migrate(bare, [BRIDGE_SCHEMA, PLATFORM_SCHEMA], options);
    await bare.write(
      'full',
      function* () {
        yield* runText('delete from schema_migrations');
        for (const [schema, name] of names) {
          const file = readMigrations(schema, bare.dialect.name).find((one) => one.name === name);
          const hash = file?.hashes[0] ?? 'of the file before';
          yield* runText(`insert into schema_migrations values ('${schema.name}', '${name}', '${hash}', 1)`);
        }
      },
      { locks: [] },
    );
    return { bare, options };
  }
  const firstOf = (schema: Schema) => readMigrations(schema, 'sqlite')[0]?.name ?? '';

  it('goes on with a database that ends with the migration before, by its record', async () => {
    const schemas = [BRIDGE_SCHEMA, PLATFORM_SCHEMA];
    const { bare, options } = await recordedAs(
      schemas.flatMap((schema) => [[schema, '0000_initial'] as const, [schema, firstOf(schema)] as const]),
    );
    // What came after the first file is missing in such a database.
    for (const later of LATER) await bare.write('full', () => runText(later), { locks: [] });
    await migrate(bare, schemas, options);
    const rows = await bare.read(() => runText<{ readonly name: string }>('select name from schema_migrations'));
    const files = schemas.flatMap((schema) => readMigrations(schema, bare.dialect.name));
    assert.equal(rows.length, files.length + schemas.length);
    await bare.read(() => runText('select wallet_id from orders'));
    await migrate(bare, schemas, { ...options, mustExist: true });
    await bare.close();
  });

  it('refuses an older database with the commit to pass through, and changes nothing', async () => {
    const { bare, options } = await recordedAs([
      [BRIDGE_SCHEMA, '0000_initial'],
      [BRIDGE_SCHEMA, firstOf(BRIDGE_SCHEMA)],
      [PLATFORM_SCHEMA, '0032_webhooks_that_fail'],
    ]);
    await assert.rejects(migrate(bare, [BRIDGE_SCHEMA, PLATFORM_SCHEMA], options), {
      code: 'SCHEMA_TOO_OLD',
      message: /ends with the migration platform\/0032_webhooks_that_fail.*commit 7df81f2e/,
    });
    const rows = await bare.read(() => runText('select name from schema_migrations'));
    assert.equal(rows.length, 3);
    await bare.close();
  });

  it('refuses a database whose last migration before was edited', async () => {
    const { bare, options } = await recordedAs([[BRIDGE_SCHEMA, firstOf(BRIDGE_SCHEMA)]]);
    await bare.write('full', () => runText("update schema_migrations set hash = 'another'"), { locks: [] });
    await assert.rejects(migrate(bare, [BRIDGE_SCHEMA], options), { code: 'SCHEMA_TOO_NEW' });
    await bare.close();
  });

  it('applies missing migrations in order, and refuses one that was edited after it was applied', async () => {
    const bare = await engine.open();
    const options = { mustExist: false, clock: systemClock };
    const steps = new URL('../fixtures/migrations/', import.meta.url);
    await migrate(bare, [{ name: 'steps', migrations: new URL('first/', steps) }], options);
    await migrate(bare, [{ name: 'steps', migrations: new URL('both/', steps) }], options);
    await bare.write('full', () => runText("insert into grown values (1, 'x')"), { locks: [] });
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
