import { and, asc, desc, eq, gt, inArray, lt, max, sql } from 'drizzle-orm';
import type { Context } from './context.ts';
import type { Dialect, Row } from './dialect.ts';
import type { Engine } from './engine.ts';
import { bytesOf, EMPTY_PAGE, inOrderOf, type Page, pageWithin } from './page.ts';
import { given, placeholders, prepared } from './statements.ts';
import { all, announce, first, type Statement, send, type TxScript } from './steps.ts';

/** A row of the event table. SSE streams replay it by `seq`. */
export type EventRow = Row<EventTables['events']>;

/** In place of an avatar: the event is for everyone who follows its topic. */
export const EVERYONE = '*';

/** The avatar whose stream shows an event, and the part of that stream. */
export interface Audience {
  readonly avatarId: string;
  readonly topic: string;
}

/** An event to append. Without an audience, only streams of its subject show it. */
export type NewEvent = Omit<EventRow, 'seq' | 'avatarId' | 'topic'> & {
  readonly audience?: Audience | undefined;
};

/** The events of an avatar's stream with one of `topics`. */
export interface AvatarTopics {
  readonly avatarId: string;
  readonly topics: readonly string[];
  /** Topics whose events for everyone are on the stream, too. */
  readonly sharedTopics?: readonly string[];
}

/** Appends events and reads them back in the order of their commits. */
export interface EventRepository {
  /** Appends an event, fully durable; a bigint in `data` becomes a decimal string. */
  append(
    subject: string,
    type: string,
    data: Readonly<Record<string, unknown>>,
    audience?: Audience,
  ): Promise<EventRow>;
  /** Events of `subject` (all when undefined) with seq > `after`, oldest first, without the first `skip`. */
  after(subject: string | undefined, after: number, limit: number, skip?: number): Promise<readonly EventRow[]>;
  /** Events of an avatar's topics with seq > `after`, oldest first. */
  afterFor(of: AvatarTopics, after: number, limit: number): Promise<readonly EventRow[]>;
  /**
   * A page of an avatar's topics with seq < `before` (all when null), newest first, without the first `skip`. It has up
   * to
   * `limit` events, and PAGE_BYTES of them; its cursors are their seqs.
   */
  beforeFor(of: AvatarTopics, before: number | null, limit: number, skip?: number): Promise<Page<EventRow>>;
  /** The newest seq, 0 before the first event. Seqs rise with the order of commits and may have gaps. */
  latest(): Promise<number>;
  /**
   * Calls `listener` after commits with events, also of other processes: PostgreSQL notifies, SQLite polls every
   * `pollMs` (100 by default).
   */
  onAppended(listener: () => void, pollMs?: number): () => void;
}

/** Tables of events. */
export const eventTables = ({ table, index, text, integer, serial, publicJson }: Dialect) => ({
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
      /** The avatar whose stream and activity show the event; null when no avatar's do. */
      avatarId: text(),
      /** The part of that stream, such as `orders`; null exactly when `avatarId` is. */
      topic: text(),
      createdAtMs: integer().notNull(),
    },
    (row) => [
      index('events_subject').on(row.subject, row.seq),
      index('events_avatar').on(row.avatarId, row.topic, row.seq).where(sql`${row.avatarId} is not null`),
    ],
  ),
});
export type EventTables = ReturnType<typeof eventTables>;

/** Compiled queries over events. */
export const eventStatements = ({ events }: EventTables) => {
  const { seq: _assigned, ...event } = placeholders(events);
  const ofTopic = and(given(events.avatarId, 'avatarId'), given(events.topic, 'topic'));
  const limit = sql.placeholder('limit');
  const skip = sql.placeholder('skip');
  return {
    topicAfter: prepared('topicAfter', (db) =>
      db
        .select()
        .from(events)
        .where(and(ofTopic, gt(events.seq, sql.placeholder('seq'))))
        .orderBy(asc(events.seq))
        .limit(limit),
    ),
    /** Which events these are before a seq, and the size of each. */
    topicHeadsBefore: prepared('topicHeadsBefore', (db) =>
      db
        .select({ seq: events.seq, bytes: bytesOf(events.data) })
        .from(events)
        .where(and(ofTopic, lt(events.seq, sql.placeholder('seq'))))
        .orderBy(desc(events.seq))
        .limit(limit),
    ),
    /** The same events by their seq alone. */
    topicSeqsBefore: prepared('topicSeqsBefore', (db) =>
      db
        .select({ seq: events.seq })
        .from(events)
        .where(and(ofTopic, lt(events.seq, sql.placeholder('seq'))))
        .orderBy(desc(events.seq))
        .limit(limit),
    ),
    insertEvent: prepared('insertEvent', (db) => db.insert(events).values(event)),
    insertEventRow: prepared('insertEventRow', (db) => db.insert(events).values(event).returning()),
    eventsAfter: prepared('eventsAfter', (db) =>
      db
        .select()
        .from(events)
        .where(gt(events.seq, sql.placeholder('seq')))
        .orderBy(asc(events.seq))
        .limit(limit)
        .offset(skip),
    ),
    subjectAfter: prepared('subjectAfter', (db) =>
      db
        .select()
        .from(events)
        .where(and(given(events.subject, 'subject'), gt(events.seq, sql.placeholder('seq'))))
        .orderBy(asc(events.seq))
        .limit(limit)
        .offset(skip),
    ),
    latestSeq: prepared('latestSeq', (db) => db.select({ seq: max(events.seq) }).from(events)),
  };
};
export type EventStatements = ReturnType<typeof eventStatements>;

/**
 * The first events of `subject` with seq > `after`, oldest first: up to `limit`, and PAGE_BYTES of them. There are more
 * unless there is none.
 */
export function* historyOf(
  { events }: EventTables,
  subject: string,
  after: number,
  limit: number,
): TxScript<readonly EventRow[]> {
  const heads = yield* all((db) =>
    db
      .select({ seq: events.seq, bytes: bytesOf(events.data) })
      .from(events)
      .where(and(eq(events.subject, subject), gt(events.seq, after)))
      .orderBy(asc(events.seq))
      .limit(limit),
  );
  const page = yield* pageWithin(
    heads,
    limit,
    ({ seq }) => String(seq),
    (within) => eventsAt(events, within),
  );
  return page.items;
}

/** The events of `heads`, in their order. */
function* eventsAt(events: EventTables['events'], heads: readonly Pick<EventRow, 'seq'>[]) {
  const seqs = heads.map(({ seq }) => seq);
  const rows = yield* all((db) => db.select().from(events).where(inArray(events.seq, seqs)));
  return inOrderOf(seqs, rows, ({ seq }) => seq);
}

/** The values of an event's row. */
function rowOf({ audience, ...event }: NewEvent) {
  const { avatarId = null, topic = null } = audience ?? {};
  return { ...event, avatarId, topic };
}

/** Writes one event row within the caller's job. */
export function* appendEvent({ insertEvent }: EventStatements, event: NewEvent): TxScript<void> {
  yield* announce();
  yield* send(insertEvent, rowOf(event));
}

/** Writes one event row within the caller's job, and reads its seq back. */
export function* appendEventRow({ insertEventRow }: EventStatements, event: NewEvent): TxScript<EventRow> {
  yield* announce();
  const row = yield* first(insertEventRow, rowOf(event));
  if (row === undefined) throw new Error('an insert gave no row back');
  return row;
}

const DEFAULT_POLL_MS = 100;

/** EventRepository over the events table. */
export async function createEventRepository(
  { read, write, clock }: Context,
  engine: Pick<Engine, 'onCommit' | 'dialect'>,
  statements: EventStatements,
): Promise<EventRepository> {
  const { events } = eventTables(engine.dialect);
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

  /**
   * The events of an avatar's topics, `limit` of each at most, without an order. Each topic is read by itself, because
   * no index has the order of several topics together.
   */
  function* ofTopics<T>(
    { avatarId, topics, sharedTopics = [] }: AvatarTopics,
    statement: Statement<{ all(values?: Record<string, unknown>): T[] }>,
    seq: number,
    limit: number,
  ): TxScript<T[]> {
    const rows: T[] = [];
    const read = (avatarId: string, topic: string) => all(statement, { avatarId, topic, seq, limit });
    for (const topic of new Set(topics)) rows.push(...(yield* read(avatarId, topic)));
    for (const topic of new Set(sharedTopics)) rows.push(...(yield* read(EVERYONE, topic)));
    return rows;
  }

  /** The seq of the last of `skip` events before `seq`; undefined when there are fewer. */
  function* skipped({ avatarId, topics }: AvatarTopics, seq: number, skip: number): TxScript<number | undefined> {
    if (skip === 0) return seq;
    const seqs: number[] = [];
    for (const topic of new Set(topics)) {
      const rows = yield* all(statements.topicSeqsBefore, { avatarId, topic, seq, limit: skip });
      seqs.push(...rows.map((row) => row.seq));
    }
    return seqs.sort((a, b) => b - a)[skip - 1];
  }

  /**
   * The next events of an avatar's topics, up to the newest one before the reads. A commit between the reads of two
   * topics would otherwise show a later event of one topic without an earlier event of the other, which a stream would
   * skip.
   */
  function* nextOfTopics(of: AvatarTopics, after: number, limit: number): TxScript<readonly EventRow[]> {
    const newestSeq = (yield* first(statements.latestSeq))?.seq ?? 0;
    const rows = yield* ofTopics(of, statements.topicAfter, after, limit);
    const oldest = rows.sort((a, b) => a.seq - b.seq).slice(0, limit);
    return oldest.filter(({ seq }) => seq <= newestSeq);
  }

  return {
    append: (subject, type, data, audience) =>
      write('full', () => appendEventRow(statements, { subject, type, data, audience, createdAtMs: clock.now() })),

    afterFor: (of, after, limit) => read(() => nextOfTopics(of, after, limit)),

    beforeFor: (of, before, limit, skip = 0) =>
      read(function* () {
        const seq = yield* skipped(of, before ?? Number.MAX_SAFE_INTEGER, skip);
        if (seq === undefined) return EMPTY_PAGE;
        const heads = yield* ofTopics(of, statements.topicHeadsBefore, seq, limit + 1);
        const newest = heads.sort((a, b) => b.seq - a.seq).slice(0, limit + 1);
        return yield* pageWithin(
          newest,
          limit,
          (head) => String(head.seq),
          (within) => eventsAt(events, within),
        );
      }),

    after: (subject, seq, limit, skip = 0) =>
      read(() =>
        subject === undefined
          ? all(statements.eventsAfter, { seq, limit, skip })
          : all(statements.subjectAfter, { subject, seq, limit, skip }),
      ),

    latest,

    onAppended: (listener, pollMs = DEFAULT_POLL_MS) => watch(listener, pollMs),
  };
}
