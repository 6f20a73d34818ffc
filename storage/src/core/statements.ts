import { eq, getTableColumns, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Dialect } from './dialect.ts';
import type { ChangeQuery, Statement } from './steps.ts';

/** A frequent query, which each connection compiles once at its first use. */
export const prepared = <Query>(name: string, build: Statement<Query>['build']): Statement<Query> => ({ name, build });

/**
 * Memoizes `make` per object: statements per table set, because the engine compiles a statement once per identity, and
 * the jobs of an area per store, because they may remember something.
 */
export function memoize<Of extends object, Made>(make: (of: Of) => Made): (of: Of) => Made {
  const made = new WeakMap<Of, Made>();
  return (of) => {
    const known = made.get(of) ?? make(of);
    made.set(of, known);
    return known;
  };
}

type Placeholders<T extends SQLiteTable> = { [K in keyof T['$inferInsert'] & string]-?: Placeholder<K> };

/**
 * The rows of `query` without those that another transaction has locked: what several processes take from one list,
 * none of them waits for another. The rows stay locked until the job's transaction ends. On SQLite none is locked,
 * because one transaction runs at a time.
 */
export function unlocked<Query extends object>(query: Query): Query {
  const lockable = query as Query & { for?(strength: 'update', config: { readonly skipLocked: true }): Query };
  return lockable.for?.('update', { skipLocked: true }) ?? query;
}

/** A placeholder for each column of `table`, with the column's name, so that a whole row can be passed when it runs. */
export function placeholders<T extends SQLiteTable>(table: T): Placeholders<T> {
  const entries = Object.keys(getTableColumns(table)).map((column) => [column, sql.placeholder(column)]);
  return Object.fromEntries(entries) as Placeholders<T>;
}

/**
 * Updates of columns of `table` where `where` holds, whose values are passed by name. Each set of columns is a
 * statement of its own, compiled once, because an update touches the indexes of all columns that it names.
 */
export function updatesOf<T extends SQLiteTable>(
  name: string,
  table: T,
  where: SQL | undefined,
): (columns: readonly (keyof T['$inferSelect'] & string)[]) => Statement<ChangeQuery> {
  const values = placeholders(table) as Readonly<Record<string, Placeholder>>;
  const known = new Map<string, Statement<ChangeQuery>>();
  return (columns) => {
    const key = columns.join();
    const update =
      known.get(key) ??
      prepared(`${name}${known.size}`, (db) =>
        // set() accepts placeholders, but its type does not.
        db
          .update(table)
          .set(Object.fromEntries(columns.map((column) => [column, values[column]])) as never)
          .where(where),
      );
    known.set(key, update);
    return update;
  };
}

/** The columns of `table` without those that `left` names: what a list reads of rows with large texts. */
export function columnsWithout<T extends SQLiteTable, Left extends keyof T['_']['columns'] & string>(
  table: T,
  ...left: readonly Left[]
): Omit<T['_']['columns'], Left> {
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => !left.includes(name as Left));
  return Object.fromEntries(columns) as Omit<T['_']['columns'], Left>;
}

/** The value passed as `name`, encoded like the values of `column`. */
export const givenAs = (column: SQLiteColumn, name: string) => sql.param(sql.placeholder(name), column);

/** Condition that `column` equals the value passed as `name`, encoded like the column's values. */
export function given(column: SQLiteColumn, name: string) {
  return eq(column, givenAs(column, name));
}

/** A query of the texts in the JSON array that is passed as `name`: any number of them in one compiled statement. */
export const givenTexts = (dialect: Pick<Dialect, 'name'>, name: string): SQL =>
  dialect.name === 'sqlite'
    ? sql`select value from json_each(${sql.placeholder(name)})`
    : sql`select value collate "C" from json_array_elements_text(cast(${sql.placeholder(name)} as json))`;

/**
 * Condition that `column` has one of the texts in the JSON array that is passed as `name`. PostgreSQL expects a hundred
 * texts in an array of which it knows nothing, and where that is most of a small table it reads all rows; of an array
 * in `any` it expects ten, and finds each by an index.
 */
export const isAmong = (dialect: Pick<Dialect, 'name'>, column: SQLiteColumn, name: string): SQL =>
  dialect.name === 'sqlite'
    ? sql`${column} in (${givenTexts(dialect, name)})`
    : sql`${column} = any(array(${givenTexts(dialect, name)}))`;
