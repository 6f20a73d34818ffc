import { systemClock } from '@causeway/runtime';
import { eq, getTableColumns } from 'drizzle-orm';
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import { AREAS } from '../../src/areas.ts';
import { bridgeTables } from '../../src/bridge/index.ts';
import type { Dialect } from '../../src/core/dialect.ts';
import { sqliteDialect } from '../../src/core/sqlite/dialect.ts';
import { all, run, type TxScript } from '../../src/core/steps.ts';
import { openEngine } from '../../src/open.ts';
import { EVERY_KIND } from './owners.ts';

/** The tables of one slice of the platform, by their names in the code. */
export type Tables = Readonly<Record<string, SQLiteTable>>;

/** Every table of the API's database, by slice: `bridge`, and each area under its name. */
export const tablesOf = (dialect: Dialect): Readonly<Record<string, Tables>> => ({
  bridge: bridgeTables(dialect),
  ...Object.fromEntries(Object.entries(AREAS).map(([name, { tables }]) => [name, tables(dialect as never) as Tables])),
});

/** A value that no test writes by itself, for a column of its type. */
function sentinelOf({ dataType, columnType }: { readonly dataType: string; readonly columnType: string }): unknown {
  if (dataType === 'boolean') return true;
  if (dataType === 'number') return 987_654_321;
  return columnType === 'SQLiteText' ? 'undeclared' : '0x987654321';
}

/** A value for each column of every table, under the column's name in the code. */
export const SENTINELS: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.values(tablesOf(sqliteDialect)).flatMap((tables) =>
    Object.values(tables).flatMap((table) =>
      Object.entries(getTableColumns(table)).map(([name, column]) => [name, sentinelOf(column)]),
    ),
  ),
);

/** The names of the columns of one slice's tables. */
export const columnsOf = (slice: string): ReadonlySet<string> =>
  new Set(Object.values(tablesOf(sqliteDialect)[slice] ?? {}).flatMap((table) => Object.keys(getTableColumns(table))));

/** The names of the tables of one slice. */
export const tableNamesOf = (slice: string): readonly string[] => Object.keys(tablesOf(sqliteDialect)[slice] ?? {});

/** The columns of the primary key of each table, by their names in the code. */
export const KEY_COLUMNS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.values(tablesOf(sqliteDialect)).flatMap((tables) =>
    Object.entries(tables).map(([name, table]) => {
      const columns = Object.entries(getTableColumns(table));
      const [joint] = getTableConfig(table).primaryKeys;
      const inKey = joint?.columns.map((column) => column.name) ?? [];
      const key = columns.filter(([, column]) => (joint ? inKey.includes(column.name) : column.primary));
      return [name, key.map(([column]) => column)];
    }),
  ),
);

/** Rows of tables, by the tables' names in the code. */
export type Dump = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/** A reader of a whole database. */
export interface Dumper {
  /** Every row of every table but those in `without`, as one moment has them, in no order. */
  read(): Promise<Dump>;
  close(): Promise<void>;
}

/** Opens a database to be read whole, many times. */
export async function openDumper(database: string, without: readonly string[] = []): Promise<Dumper> {
  const engine = await openEngine(database, { clock: systemClock, mustExist: true });
  const tables = Object.values(tablesOf(engine.dialect))
    .flatMap((slice) => Object.entries(slice))
    .filter(([name]) => !without.includes(name));
  const steps = function* (): TxScript<Dump> {
    const found: Record<string, readonly Readonly<Record<string, unknown>>[]> = {};
    for (const [name, table] of tables) found[name] = yield* all((db) => db.select().from(table));
    return found;
  };
  return { read: () => engine.read(steps), close: () => engine.close() };
}

/** Every row of every table, in an order that the rows alone decide. The index of the search is not in it. */
export async function dump(database: string): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const dumper = await openDumper(database);
  try {
    const found = await dumper.read();
    const inOrder = (rows: readonly unknown[]) => rows.toSorted((one, other) => (textOf(one) < textOf(other) ? -1 : 1));
    return Object.fromEntries(Object.entries(found).map(([name, rows]) => [name, inOrder(rows)]));
  } finally {
    await dumper.close();
  }
}

/** A row as text, in which equal rows are equal. */
export const textOf = (row: unknown): string =>
  JSON.stringify(row, (_key, value) => (typeof value === 'bigint' ? String(value) : value));

/** Writes columns of one row as somebody with access to the database would, without any repository. */
export async function overwrite(
  database: string,
  [slice, table]: readonly [slice: string, table: string],
  id: string,
  set: Readonly<Record<string, unknown>>,
): Promise<void> {
  const engine = await openEngine(database, { clock: systemClock, mustExist: true });
  try {
    const rows = tablesOf(engine.dialect)[slice]?.[table] as SQLiteTable & { readonly id: SQLiteColumn };
    await engine.write('full', () => run((db) => db.update(rows).set(set).where(eq(rows.id, id))), {
      locks: EVERY_KIND,
    });
  } finally {
    await engine.close();
  }
}
