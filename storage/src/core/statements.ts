import { eq, getTableColumns, type Placeholder, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Statement } from './steps.ts';

/** A query that runs often: each connection compiles it once, when it is first asked for. */
export const prepared = <Query>(name: string, build: Statement<Query>['build']): Statement<Query> => ({ name, build });

type Placeholders<T extends SQLiteTable> = { [K in keyof T['$inferInsert'] & string]-?: Placeholder<K> };

/** A placeholder named like its column for each column of `table`; a whole row is then given when running. */
export function placeholders<T extends SQLiteTable>(table: T): Placeholders<T> {
  const entries = Object.keys(getTableColumns(table)).map((column) => [column, sql.placeholder(column)]);
  return Object.fromEntries(entries) as Placeholders<T>;
}

/** Condition that `column` is what is given under `name`, encoded as the column's values are. */
export function given(column: SQLiteColumn, name: string) {
  return eq(column, sql.param(sql.placeholder(name), column));
}
