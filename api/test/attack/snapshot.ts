import { type Dump, type Dumper, KEY_COLUMNS, textOf } from '@causeway/storage/test-support/dump';
import type { TestApi } from '../support/api.ts';
import { type Change, type Lookup, type Row, SERVICE_COLUMNS } from './rules.ts';

interface Stored {
  readonly row: Row;
  readonly text: string;
}

/** Every row of the compared tables, and what every account on every chain has. */
export class Snapshot implements Lookup {
  readonly tables: ReadonlyMap<string, ReadonlyMap<string, Stored>>;
  /** Local units by chain and holding. */
  readonly balances: ReadonlyMap<string, bigint>;
  readonly #indexes = new Map<string, Map<unknown, Row>>();

  constructor(dump: Dump, balances: ReadonlyMap<string, bigint>) {
    this.tables = new Map(
      Object.entries(dump).map(([table, rows]) => {
        const key = KEY_COLUMNS[table] ?? [];
        const ignored = SERVICE_COLUMNS[table];
        const kept = rows.map((row): [string, Stored] => {
          const seen = ignored
            ? Object.fromEntries(Object.entries(row).filter(([name]) => !ignored.includes(name)))
            : row;
          return [textOf(key.map((column) => row[column])), { row, text: textOf(seen) }];
        });
        return [table, new Map(kept)];
      }),
    );
    this.balances = balances;
  }

  find(table: string, column: string, value: unknown): Row | undefined {
    const name = `${table} ${column}`;
    let index = this.#indexes.get(name);
    if (index === undefined) {
      index = new Map([...(this.tables.get(table)?.values() ?? [])].map(({ row }) => [row[column], row]));
      this.#indexes.set(name, index);
    }
    return index.get(value);
  }

  rows(table: string): readonly Row[] {
    return [...(this.tables.get(table)?.values() ?? [])].map(({ row }) => row);
  }

  equals(other: Snapshot): boolean {
    return changesBetween(this, other, 1).length === 0;
  }
}

/** Takes a snapshot. */
export async function take(dumper: Dumper, api: TestApi): Promise<Snapshot> {
  const balances = new Map<string, bigint>();
  for (const chain of [api.ethereum, api.polygon, api.arbitrum]) {
    for (const [holding, units] of chain.state.balances) balances.set(`${chain.name} ${holding}`, units);
  }
  return new Snapshot(await dumper.read(), balances);
}

/** The rows that differ, at most `most`. */
export function changesBetween(one: Snapshot, other: Snapshot, most = Number.POSITIVE_INFINITY): readonly Change[] {
  const found: Change[] = [];
  for (const [table, after] of other.tables) {
    const before = one.tables.get(table) ?? new Map<string, Stored>();
    for (const [key, { row, text }] of after) {
      const old = before.get(key);
      if (old?.text === text) continue;
      const columns = old ? Object.keys(row).filter((name) => textOf(row[name]) !== textOf(old.row[name])) : [];
      const seen = columns.filter((name) => !SERVICE_COLUMNS[table]?.includes(name));
      found.push({ table, before: old?.row ?? null, after: row, columns: seen });
      if (found.length >= most) return found;
    }
    for (const [key, { row }] of before) {
      if (!after.has(key)) found.push({ table, before: row, after: null, columns: [] });
      if (found.length >= most) return found;
    }
  }
  return found;
}
