import { eq, getTableColumns } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { AREAS } from '../../src/areas.ts';
import { bridgeTables } from '../../src/bridge/index.ts';
import type { Kit } from '../../src/core/kit.ts';
import { sqliteKit } from '../../src/core/sqlite/kit.ts';
import { all, run } from '../../src/core/steps.ts';
import { openEngine } from '../../src/open.ts';

/** The tables of one slice of the platform, by their names in the code. */
export type Tables = Readonly<Record<string, SQLiteTable>>;

/** Every table of the API's database, by slice: `bridge`, and each area under its name. */
export const tablesOf = (kit: Kit): Readonly<Record<string, Tables>> => ({
  bridge: bridgeTables(kit),
  ...Object.fromEntries(Object.entries(AREAS).map(([name, { tables }]) => [name, tables(kit as never) as Tables])),
});

/** A value that no test writes by itself, for a column of its type. */
function sentinelOf({ dataType, columnType }: { readonly dataType: string; readonly columnType: string }): unknown {
  if (dataType === 'boolean') return true;
  if (dataType === 'number') return 987_654_321;
  return columnType === 'SQLiteText' ? 'undeclared' : '0x987654321';
}

/** A value for each column of every table, under the column's name in the code. */
export const SENTINELS: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.values(tablesOf(sqliteKit)).flatMap((tables) =>
    Object.values(tables).flatMap((table) =>
      Object.entries(getTableColumns(table)).map(([name, column]) => [name, sentinelOf(column)]),
    ),
  ),
);

/** The names of the columns of one slice's tables. */
export const columnsOf = (slice: string): ReadonlySet<string> =>
  new Set(Object.values(tablesOf(sqliteKit)[slice] ?? {}).flatMap((table) => Object.keys(getTableColumns(table))));

/** Every row of every table, in an order that the rows alone decide. The index of the search is not in it. */
export async function dump(database: string): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const engine = await openEngine(database, { clock: Date.now, mustExist: true });
  try {
    const found: Record<string, readonly unknown[]> = {};
    for (const tables of Object.values(tablesOf(engine.kit))) {
      for (const [name, table] of Object.entries(tables)) {
        const rows = await engine.read(() => all((db) => db.select().from(table)));
        found[name] = rows.toSorted((one, other) => (textOf(one) < textOf(other) ? -1 : 1));
      }
    }
    return found;
  } finally {
    await engine.close();
  }
}

const textOf = (row: unknown): string =>
  JSON.stringify(row, (_key, value) => (typeof value === 'bigint' ? String(value) : value));

/** Writes columns of one row as somebody with access to the database would, without any repository. */
export async function overwrite(
  database: string,
  [slice, table]: readonly [slice: string, table: string],
  id: string,
  set: Readonly<Record<string, unknown>>,
): Promise<void> {
  const engine = await openEngine(database, { clock: Date.now, mustExist: true });
  try {
    const rows = tablesOf(engine.kit)[slice]?.[table] as SQLiteTable & { readonly id: SQLiteColumn };
    await engine.write('full', () => run((db) => db.update(rows).set(set).where(eq(rows.id, id))));
  } finally {
    await engine.close();
  }
}
