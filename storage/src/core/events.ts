import { setTimeout as sleep } from 'node:timers/promises';
import { and, asc, desc, eq, gt, inArray, lt, max, sql } from 'drizzle-orm';
import type { Context } from './context.ts';
import type { Dialect, Row } from './dialect.ts';
import type { Engine } from './engine.ts';
import { currentEpoch } from './epochs.ts';
import { bytesOf, EMPTY_PAGE, inOrderOf, type Page, pageWithin } from './page.ts';
import { given, memoize, placeholders, prepared } from './statements.ts';
import { all, allOfEach, announce, first, type Statement, send, type TxScript, type Values } from './steps.ts';

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
   * Calls `listener` after commits with events, also of other processes: PostgreSQL notifies, SQLite polls every
   * `pollMs` (100 by default).
   */
  onAppended(listener: () => void, pollMs?: number): () => void;
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
/** How soon it is looked again for events behind a transaction that goes on, milliseconds. */
const BEHIND_MS = 10;

/** EventRepository over the events table. */
export async function createEventRepository(
  { read, write, clock }: Context,
  engine: Pick<Engine, 'dialect' | 'onCommit' | 'read' | 'sessions' | 'write'>,
  statements: EventStatements,
): Promise<EventRepository> {
  const { events } = eventTables(engine.dialect);
  /** The newest event that was ever shown: up to it, reads need not ask for the horizon. */
  let shown = 0;
  /** The number of sessions when `shown` and when `current` were found. */
  let shownIn = engine.sessions();
  let current = { epoch: await currentEpoch(engine), sessions: shownIn };

  async function epoch(): Promise<number> {
    while (current.sessions !== engine.sessions()) {
      const sessions = engine.sessions();
      current = { epoch: await currentEpoch(engine), sessions };
    }
    return current.epoch;
  }

  /** The newest seq that reads show, and the newest of all. */
  async function look(): Promise<{ readonly latest: number; readonly newest: number }> {
    const [latest, newest] = await read(function* () {
      const [[of], [all]] = yield* allOfEach([statements.latestSeq, [{}]], [statements.newestSeq, [{}]]);
      return [of?.[0]?.seq ?? 0, all?.[0]?.seq ?? 0] as const;
    });
    shown = Math.max(shown, latest);
    return { latest, newest };
  }
  await look();

  /** Calls `listener` when reads show more than the last time. */
  function watch(listener: () => void, pollMs: number): () => void {
    let seen = shown;
    let seenIn = current.epoch;
    let watching = true;
    let again: NodeJS.Timeout | undefined;
    const check = async (): Promise<void> => {
      const { latest, newest } = await look();
      if (!watching) return;
      // The transaction that holds others up may end without a word.
      if (newest > latest) again ??= setTimeout(checkAgain, BEHIND_MS).unref();
      const now = await epoch();
      if (latest <= seen && now === seenIn) return;
      seen = latest;
      seenIn = now;
      listener();
    };
    const checkAgain = (): void => {
      again = undefined;
      // A failed read is repeated at the next call; streams see the failure themselves.
      void check().catch(() => {});
    };
    const stop = engine.onCommit(() => void check().catch(() => {}), pollMs);
    return () => {
      watching = false;
      clearTimeout(again);
      stop();
    };
  }

  /** The rows of a query for each of its values together, by their seqs, up to the horizon. */
  function* shownOf(
    query: Statement<{ all(values?: Record<string, unknown>): EventRow[] }>,
    values: readonly Values[],
    limit: number,
  ): TxScript<readonly EventRow[]> {
    const inOrder = (rows: EventRow[][]) =>
      rows
        .flat()
        .sort((a, b) => a.seq - b.seq)
        .slice(0, limit);
    if (shownIn !== engine.sessions()) {
      shownIn = engine.sessions();
      shown = 0;
    }
    // What another read shows while this one waits for its answer can have ended after the rows were read.
    const before = shown;
    const [found] = yield* allOfEach([query, values]);
    const rows = inOrder(found);
    if ((rows.at(-1)?.seq ?? 0) <= before) return rows;
    const [[at], more] = yield* allOfEach([statements.horizon, [{}]], [query, values]);
    const horizon = at?.[0]?.seq ?? 0;
    const within = inOrder(more).filter(({ seq }) => seq <= horizon);
    shown = Math.max(shown, within.at(-1)?.seq ?? 0);
    return within;
  }

  /** Each topic is read by itself, because no index has the order of several topics together. */
  const topicsOf = ({ avatarId, topics, sharedTopics = [] }: AvatarTopics) => [
    ...[...new Set(topics)].map((topic) => ({ avatarId, topic })),
    ...[...new Set(sharedTopics)].map((topic) => ({ avatarId: EVERYONE, topic })),
  ];

  /** The seq of the last of `skip` events before `seq`; undefined when there are fewer. */
  function* skipped(of: AvatarTopics, seq: number, skip: number): TxScript<number | undefined> {
    if (skip === 0) return seq;
    const values = topicsOf(of).map((topic) => ({ ...topic, seq, limit: skip }));
    const [rows] = yield* allOfEach([statements.topicSeqsBefore, values]);
    return rows
      .flat()
      .map((row) => row.seq)
      .sort((a, b) => b - a)[skip - 1];
  }

  return {
    append: (subject, type, data, audience) =>
      write('full', () => appendEventRow(statements, { subject, type, data, audience, createdAtMs: clock.now() }), {
        locks: [],
      }),

    afterFor: (of, seq, limit) =>
      read(() => {
        const values = topicsOf(of).map((topic) => ({ ...topic, seq, limit }));
        return shownOf(statements.topicAfter, values, limit);
      }),

    beforeFor: (of, before, limit, skip = 0) =>
      read(function* () {
        // Nothing is before a page that was shown and comes later.
        const end = Math.min(before ?? Number.MAX_SAFE_INTEGER, (yield* horizonOf(engine.dialect)) + 1);
        const seq = yield* skipped(of, end, skip);
        if (seq === undefined) return EMPTY_PAGE;
        const values = topicsOf(of).map((topic) => ({ ...topic, seq, limit: limit + 1 }));
        const [heads] = yield* allOfEach([statements.topicHeadsBefore, values]);
        const newest = heads
          .flat()
          .sort((a, b) => b.seq - a.seq)
          .slice(0, limit + 1);
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
          ? shownOf(statements.eventsAfter, [{ seq, limit, skip }], limit)
          : shownOf(statements.subjectAfter, [{ subject, seq, limit, skip }], limit),
      ),

    epoch,

    latest: async () => (await look()).latest,

    newest: async () => (await look()).newest,

    async settled() {
      const { latest, newest } = await look();
      if (latest >= newest) return;
      while ((await look()).latest < newest) await sleep(BEHIND_MS);
    },

    onAppended: (listener, pollMs = DEFAULT_POLL_MS) => watch(listener, pollMs),
  };
}
