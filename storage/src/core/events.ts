import { and, asc, eq, gt, max } from 'drizzle-orm';
import type { Context } from './context.ts';
import type { Engine } from './engine.ts';
import type { Kit } from './kit.ts';
import { placeholders, prepared } from './statements.ts';
import { all, announce, first, type Steps } from './steps.ts';

/** A row of the event table. SSE streams replay it by `seq`. */
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
  /** The newest seq, 0 before the first event. Seqs rise with the order of commits and may have gaps. */
  latest(): Promise<number>;
  /**
   * Calls `listener` after commits with events, also of other processes: PostgreSQL notifies, SQLite polls every
   * `pollMs` (100 by default).
   */
  onAppended(listener: () => void, pollMs?: number): () => void;
}

/** Tables of events. */
export const eventTables = ({ table, index, text, integer, serial, publicJson }: Kit) => ({
  /**
   * The event table: every order transition and everything else that streams show. seq has the order of the commits.
   */
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

  /** Calls `listener` when there are events after the last one that it has seen. */
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
    // A failed read is repeated at the next call; streams see the failure themselves.
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
