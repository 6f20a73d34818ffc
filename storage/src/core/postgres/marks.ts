import { lt, sql } from 'drizzle-orm';
import { given, placeholders, prepared } from '../statements.ts';
import { first, send, type TxScript } from '../steps.ts';
import { postgresDialect } from './dialect.ts';

const TABLE = 'commit_marks';

/**
 * The number of each writer's newest committed transaction. A writer is a random id, so no two of them share a row. The
 * table is the engine's own, beside the tables of the migrations.
 */
const commitMarks = postgresDialect.table(TABLE, {
  writer: postgresDialect.text().primaryKey(),
  mark: postgresDialect.integer().notNull(),
  markedAtMs: postgresDialect.integer().notNull(),
});

/** Returns a row if the table is there. */
export const FIND_MARKS = postgresDialect.tableExists(TABLE);

/** Makes the table; alone, because the server lets one of two concurrent creations fail. */
export const CREATE_MARKS = `create table if not exists ${TABLE} (
  writer text collate "C" not null primary key, mark bigint not null, marked_at_ms bigint not null
)`;

/** The database's time, Unix milliseconds. */
const now = sql<number>`cast(extract(epoch from now()) * 1000 as bigint)`;
/** Marks of writers that have ended are deleted after this time, milliseconds. */
const KEPT_MS = 86_400_000;

const newestMark = prepared('newestMark', (db) =>
  db.select({ mark: commitMarks.mark }).from(commitMarks).where(given(commitMarks.writer, 'writer')),
);
const setMark = prepared('setMark', (db) =>
  db
    .insert(commitMarks)
    .values({ ...placeholders(commitMarks), markedAtMs: now })
    .onConflictDoUpdate({
      target: commitMarks.writer,
      set: { mark: sql`excluded.mark`, markedAtMs: sql`excluded.marked_at_ms` },
    }),
);
const deleteOld = prepared('forgetMarks', (db) =>
  db.delete(commitMarks).where(lt(commitMarks.markedAtMs, sql`${now} - ${sql.raw(String(KEPT_MS))}`)),
);

/** Marks the transaction of its job: the database has the mark afterwards exactly if the transaction was committed. */
export const markCommit = (writer: string, mark: number): TxScript<void> => send(setMark, { writer, mark });

/** The mark of the writer's newest committed transaction; undefined before the first. */
export function* newestMarkOf(writer: string): TxScript<number | undefined> {
  return (yield* first(newestMark, { writer }))?.mark;
}

/** Deletes the marks of writers that have written nothing for a day. */
export const forgetMarks = (): TxScript<void> => send(deleteOld, {});
