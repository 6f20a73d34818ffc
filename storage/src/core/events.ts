import { and, asc, eq, gt, max } from 'drizzle-orm';
import type { Context } from './context.ts';
import type { Engine } from './engine.ts';
import type { Kit } from './kit.ts';
import { placeholders, prepared } from './statements.ts';
import { all, announce, first, type Steps } from './steps.ts';

/** A row of the one event table; SSE streams replay from it by `seq`. */
export interface EventRow {
  readonly seq: number;
  readonly subject: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly createdAtMs: number;
}

/** Appends events and reads them back in the order of their commits. */
export interface EventRepository {
  /** Appends an event, fully durable; a bigint in `data` becomes a decimal string. */
  append(subject: string, type: string, data: Readonly<Record<string, unknown>>): Promise<EventRow>;
  /** Events of `subject` (all when undefined) with seq > `after`, oldest first. */
  after(subject: string | undefined, after: number, limit: number): Promise<readonly EventRow[]>;
  /** The newest seq, 0 before the first event. A commit's seqs are above those of all commits before it; some are left out. */
  latest(): Promise<number>;
  /**
   * Calls `listener` after commits that wrote events, also those of other processes: PostgreSQL tells of them, on SQLite
   * they are looked for every `pollMs` (100 by default).
   */
  onAppended(listener: () => void, pollMs?: number): () => void;
}

/** Tables of events. */
export const eventTables = ({ table, index, text, integer, serial, publicJson }: Kit) => ({
  /** The one event table: every order transition and whatever else streams show; seq has the order of the commits. */
  events: table(
    'events',
    {
      seq: serial(),
      subject: text().notNull(),
      type: text().notNull(),
      data: publicJson().notNull(),
      createdAtMs: integer().notNull(),
    },
    (row) => [index('events_subject').on(row.subject, row.seq)],
  ),
});
export type EventTables = ReturnType<typeof eventTables>;

/** Compiled queries over events. */
export const eventStatements = ({ events }: EventTables) => {
  const { seq: _assigned, ...event } = placeholders(events);
  return {
    insertEvent: prepared('insertEvent', (db) => db.insert(events).values(event).returning()),
    latestSeq: prepared('latestSeq', (db) => db.select({ seq: max(events.seq) }).from(events)),
  };
};
export type EventStatements = ReturnType<typeof eventStatements>;

/** Writes one event row within the caller's job. */
export function* appendEvent({ insertEvent }: EventStatements, event: Omit<EventRow, 'seq'>): Steps<EventRow> {
  yield* announce();
  const row = yield* first(insertEvent, { ...event });
  if (row === undefined) throw new Error('an insert gave no row back');
  return row;
}

const DEFAULT_POLL_MS = 100;

/** EventRepository over the events table. */
export async function createEventRepository(
  { read, write, clock }: Context,
  engine: Pick<Engine, 'onCommit'>,
  { events }: EventTables,
  statements: EventStatements,
): Promise<EventRepository> {
  const latest = () =>
    read(function* () {
      return (yield* first(statements.latestSeq))?.seq ?? 0;
    });
  let newest = await latest();

  /** Calls `listener` when there are events behind those that it was told of. */
  function watch(listener: () => void, pollMs: number): () => void {
    let seen = newest;
    let watching = true;
    const check = async (): Promise<void> => {
      const seq = await latest();
      newest = Math.max(newest, seq);
      if (!watching || seq <= seen) return;
      seen = seq;
      listener();
    };
    // A read that fails now is made again at the next call, and streams meet the failure themselves.
    const stop = engine.onCommit(() => void check().catch(() => {}), pollMs);
    return () => {
      watching = false;
      stop();
    };
  }

  return {
    append: (subject, type, data) =>
      write('full', () => appendEvent(statements, { subject, type, data, createdAtMs: clock() })),

    after: (subject, after, limit) =>
      read(() =>
        all((db) =>
          db
            .select()
            .from(events)
            .where(and(subject === undefined ? undefined : eq(events.subject, subject), gt(events.seq, after)))
            .orderBy(asc(events.seq))
            .limit(limit),
        ),
      ),

    latest,

    onAppended: (listener, pollMs = DEFAULT_POLL_MS) => watch(listener, pollMs),
  };
}
