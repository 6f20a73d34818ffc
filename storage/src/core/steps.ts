import type { RunResult } from 'better-sqlite3';
import type { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core';
import type { Lock } from './locks.ts';

/**
 * Drizzle's query builders in the types of SQLite. On PostgreSQL the same calls build PostgreSQL queries: the dialect
 * (dialect.ts) gives each engine its own tables under these types.
 */
export type Db = BaseSQLiteDatabase<'sync', RunResult>;

/** Values of a statement's placeholders. */
export type Values = Readonly<Record<string, unknown>>;

/** Builds a query on the connection that will run it. */
export type Build<Query> = (db: Db) => Query;

/** A query that an engine compiles once per connection; `name` is unique within a database. */
export interface Statement<Query> {
  readonly name: string;
  readonly build: (db: Db) => Query & { prepare(): unknown };
}

/** A query that returns rows. */
interface RowQuery<Row> {
  all(values?: Record<string, unknown>): Row[];
}

/** A query whose only result is the number of changed rows. */
export interface ChangeQuery {
  run(values?: Record<string, unknown>): RunResult;
}

/** A compiled query with its values. */
export interface Asked {
  readonly query: Statement<unknown>;
  readonly values: Values;
}

/** A job's request to its engine. `yield` returns the answer. */
export type Request =
  /** The rows of a query. */
  | { readonly kind: 'rows'; readonly query: Build<unknown> | Statement<unknown>; readonly values: Values }
  /** The number of rows that a query changes. */
  | { readonly kind: 'changes'; readonly query: Build<unknown> | Statement<unknown>; readonly values: Values }
  /** The rows of each of several queries that do not depend on each other. */
  | { readonly kind: 'each'; readonly queries: readonly Asked[] }
  /** A query whose result nobody reads. It may run later than the job goes on, before the job's next query. */
  | { readonly kind: 'send'; readonly query: Statement<unknown>; readonly values: Values }
  /** SQL text in the engine's own dialect. Returns rows as objects. */
  | { readonly kind: 'text'; readonly text: string; readonly values: readonly unknown[] }
  /** Locks what the job decides about, beyond what was locked at its start. */
  | { readonly kind: 'lock'; readonly locks: readonly Lock[] }
  /** Wakes the listeners of every process after the commit. */
  | { readonly kind: 'announce' }
  /** The database's time, Unix milliseconds: one clock for all processes. */
  | { readonly kind: 'time' };

/**
 * A job as a sequence of queries. SQLite runs it synchronously within a group commit; PostgreSQL awaits each query. A
 * job may be run again from its start, so it must change nothing but the database.
 */
export type TxScript<T> = Generator<Request, T, unknown>;

/** The rows of `query`. */
export function* all<Row>(
  query: Build<RowQuery<Row>> | Statement<RowQuery<Row>>,
  values: Values = {},
): TxScript<Row[]> {
  return (yield { kind: 'rows', query, values }) as Row[];
}

/** The first row of `query`, if there is one. */
export function* first<Row>(
  query: Build<RowQuery<Row>> | Statement<RowQuery<Row>>,
  values: Values = {},
): TxScript<Row | undefined> {
  return (yield* all(query, values))[0];
}

/** Runs `query` and returns the number of changed rows. */
export function* run(query: Build<ChangeQuery> | Statement<ChangeQuery>, values: Values = {}): TxScript<number> {
  return (yield { kind: 'changes', query, values }) as number;
}

/** A query and several times its values. */
export type Each<Row> = readonly [query: Statement<RowQuery<Row>>, values: readonly Values[]];

/** The rows of each query for each of its values. PostgreSQL answers all of them in one round trip. */
export function* allOfEach<Rows extends readonly unknown[]>(
  ...groups: { readonly [Index in keyof Rows]: Each<Rows[Index]> }
): TxScript<{ [Index in keyof Rows]: Rows[Index][][] }> {
  const each = groups as readonly Each<unknown>[];
  const queries = each.flatMap(([query, values]) => values.map((some) => ({ query, values: some })));
  const rows = queries.length === 0 ? [] : ((yield { kind: 'each', queries }) as unknown[][]);
  let taken = 0;
  const answers = each.map(([, { length }]) => {
    taken += length;
    return rows.slice(taken - length, taken);
  });
  return answers as { [Index in keyof Rows]: Rows[Index][][] };
}

/** Runs `query`, whose result nobody reads: PostgreSQL gets it together with what follows. */
export function* send(query: Statement<ChangeQuery>, values: Values): TxScript<void> {
  yield { kind: 'send', query, values };
}

/** Runs SQL text in the engine's own dialect and returns its rows. */
export function* runText<Row>(text: string, values: readonly unknown[] = []): TxScript<Row[]> {
  return (yield { kind: 'text', text, values }) as Row[];
}

/**
 * Locks the things that the job decides about and that cannot be named before it begins. Whatever it decides by is read
 * afterwards, also when it was read before. Locks that are taken already cost nothing; where another transaction has
 * one of them, the job runs again from its start, with these locks from the start.
 */
export function* lock(...locks: readonly Lock[]): TxScript<void> {
  yield { kind: 'lock', locks };
}

/** Wakes the listeners of every process after the commit. */
export function* announce(): TxScript<void> {
  yield { kind: 'announce' };
}

/** The database's time, Unix milliseconds. */
export function* databaseTime(): TxScript<number> {
  return (yield { kind: 'time' }) as number;
}
