import { and, eq, getTableColumns, type Placeholder, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Connection } from './database.ts';
import { events, messages, orders, outcomes } from './schema.ts';

/** The queries that run for every message, order and event, compiled once per connection. */
export type Statements = ReturnType<typeof prepareStatements>;

type Placeholders<T extends SQLiteTable> = { [K in keyof T['$inferInsert'] & string]-?: Placeholder<K> };

/** A placeholder named like its column for each column of `table`; a whole row is then given when running. */
function placeholders<T extends SQLiteTable>(table: T): Placeholders<T> {
  const entries = Object.keys(getTableColumns(table)).map((column) => [column, sql.placeholder(column)]);
  return Object.fromEntries(entries) as Placeholders<T>;
}

/** Condition that `column` is what is given under `name`, encoded as the column's values are. */
function given(column: SQLiteColumn, name: string) {
  return eq(column, sql.param(sql.placeholder(name), column));
}

/** Compiles the hot queries of `db`. */
export function prepareStatements(db: Connection) {
  const { seq: _assigned, ...event } = placeholders(events);
  return {
    orderById: db.select().from(orders).where(given(orders.id, 'id')).prepare(),
    orderByMessage: db.select().from(orders).where(given(orders.messageId, 'id')).prepare(),
    insertOrder: db.insert(orders).values(placeholders(orders)).prepare(),
    // set() takes placeholders, its type does not.
    updateOrder: db
      .update(orders)
      .set(placeholders(orders) as object)
      .where(given(orders.id, 'id'))
      .prepare(),
    insertEvent: db.insert(events).values(event).returning().prepare(),
    messageById: db.select().from(messages).where(given(messages.messageId, 'id')).prepare(),
    messageAt: db
      .select()
      .from(messages)
      .where(
        and(
          given(messages.family, 'family'),
          given(messages.source, 'source'),
          given(messages.destination, 'destination'),
          given(messages.nonce, 'nonce'),
        ),
      )
      .prepare(),
    insertMessage: db.insert(messages).values(placeholders(messages)).prepare(),
    outcomeById: db.select().from(outcomes).where(given(outcomes.messageId, 'id')).prepare(),
    insertOutcome: db.insert(outcomes).values(placeholders(outcomes)).prepare(),
  };
}
