import { and, asc, desc, eq, gt, inArray, lt, lte, max, sql } from 'drizzle-orm';
import type { Dialect, Row } from './dialect.ts';
import { bytesOf, inOrderOf, type Page, pageWithin } from './page.ts';
import { given, memoize, placeholders, prepared } from './statements.ts';
import { all, announce, first, send, type TxScript } from './steps.ts';

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

/**
 * Appends events and reads them back by their seqs. Reads stop before an event of a transaction that goes on, because
 * it may be followed by others already: what is shown has no gap that is filled later. Such a transaction delays them
 * by its own length at most.
 */
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
  /** Events with `after` < seq <= `upTo`, oldest first; up to `upTo`, reads have shown everything. */
  between(after: number, upTo: number, limit: number): Promise<readonly EventRow[]>;
  /** Events of an avatar's topics with seq > `after`, oldest first. */
  afterFor(of: AvatarTopics, after: number, limit: number): Promise<readonly EventRow[]>;
  /**
   * A page of an avatar's topics with seq < `before` (all when null), newest first, without the first `skip`. It has up
   * to
   * `limit` events, and PAGE_BYTES of them; its cursors are their seqs.
   */
  beforeFor(of: AvatarTopics, before: number | null, limit: number, skip?: number): Promise<Page<EventRow>>;
  /**
   * The epoch of the seqs. When it is another one than before, seqs may belong to other events than before: whoever
   * keeps one begins anew. After a read of events it is the one in which these were read, or a later one.
   */
  epoch(): Promise<number>;
  /**
   * The newest seq that reads show, 0 before the first event. Seqs may have gaps. It can be less than before, or less
   * than in another process, while a transaction goes on that was about to append its first event.
   */
  latest(): Promise<number>;
  /** The newest seq of all: whatever was shown anywhere has at most this one. */
  newest(): Promise<number>;
  /** Resolves once reads show everything that was committed before the call. */
  settled(): Promise<void>;
  /**
   * Calls `listener` with the newest seq that reads show, after commits with events, also of other processes:
   * PostgreSQL notifies, SQLite polls every `pollMs` (100 by default).
   */
  onAppended(listener: (latest: number) => void, pollMs?: number): () => void;
}

/** Tables of events. */
export const eventTables = ({ table, index, text, integer, serial, publicJson }: Dialect) => ({
  /**
   * The event table: every order transition and everything else that streams show. The seqs of a subject have the order
   * of the commits, because its jobs lock it.
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

/** The queries of the horizon, see Dialect.horizon, and of the newest event up to it. */
const horizonStatements = memoize((dialect: Dialect) => {
  const { events } = eventTables(dialect);
  return {
    horizon: prepared('horizon', (db) => db.select({ seq: dialect.horizon() }).from(dialect.one)),
    latestSeq: prepared('latestSeq', (db) =>
      db
        .select({ seq: max(events.seq) })
        .from(events)
        .where(sql`${events.seq} <= ${dialect.horizon()}`),
    ),
  };
});

/**
 * The seq up to which a read that follows shows every event that there will ever be. Whoever keeps a position among the
 * events of several subjects reads no further.
 */
export function* horizonOf(dialect: Dialect): TxScript<number> {
  return (yield* first(horizonStatements(dialect).horizon))?.seq ?? 0;
}

/** The newest event up to the horizon; 0 when there is none. A position that begins with it misses nothing. */
export function* latestOf(dialect: Dialect): TxScript<number> {
  return (yield* first(horizonStatements(dialect).latestSeq))?.seq ?? 0;
}

/** Compiled queries over events. */
export const eventStatements = ({ events }: EventTables, dialect: Dialect) => {
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
    eventsBetween: prepared('eventsBetween', (db) =>
      db
        .select()
        .from(events)
        .where(and(gt(events.seq, sql.placeholder('seq')), lte(events.seq, sql.placeholder('upTo'))))
        .orderBy(asc(events.seq))
        .limit(limit),
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
    ...horizonStatements(dialect),
    newestSeq: prepared('newestSeq', (db) => db.select({ seq: max(events.seq) }).from(events)),
  };
};
export type EventStatements = ReturnType<typeof eventStatements>;

/**
 * The first events of `subject` with seq > `after`, oldest first: up to `limit`, and PAGE_BYTES of them. There are more
 * unless there is none. The jobs of a subject lock it, so its events are committed in their order: one that is
 * found has all earlier ones before it, and needs no horizon, above which it may be.
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
export function* eventsAt(events: EventTables['events'], heads: readonly Pick<EventRow, 'seq'>[]) {
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
