import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from './context.ts';
import type { Engine } from './engine.ts';
import { currentEpoch } from './epochs.ts';
import {
  type AvatarTopics,
  appendEventRow,
  EVERYONE,
  type EventRepository,
  type EventRow,
  type EventStatements,
  eventsAt,
  eventTables,
  horizonOf,
} from './events.ts';
import { inTurns } from './in-turns.ts';
import { EMPTY_PAGE, pageWithin } from './page.ts';
import { all, allOfEach, type Statement, type TxScript, type Values } from './steps.ts';

const DEFAULT_POLL_MS = 100;
/** How soon it is looked again for events behind a transaction that goes on, milliseconds. */
const BEHIND_MS = 10;
/** Commits within this time after a look share the next one where each is a request to a server, milliseconds. */
const GATHER_MS = 10;

/** What reads show now. */
interface Look {
  /** The newest seq that reads show, and the newest of all. */
  readonly latest: number;
  readonly newest: number;
}

/** EventRepository over the events table. */
export async function createEventRepository(
  { read, write, clock }: Context,
  engine: Pick<Engine, 'dialect' | 'onCommit' | 'read' | 'sessions' | 'shared' | 'write'>,
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

  async function look(): Promise<Look> {
    const [latest, newest] = await read(function* () {
      const [[of], [all]] = yield* allOfEach([statements.latestSeq, [{}]], [statements.newestSeq, [{}]]);
      return [of?.[0]?.seq ?? 0, all?.[0]?.seq ?? 0] as const;
    });
    shown = Math.max(shown, latest);
    return { latest, newest };
  }
  await look();

  const lookSoon = inTurns(look, engine.shared ? GATHER_MS : 0);

  /** Calls `listener` when reads show more than the last time. */
  function watch(listener: (latest: number) => void, pollMs: number): () => void {
    let seen = shown;
    let seenIn = current.epoch;
    let watching = true;
    let again: NodeJS.Timeout | undefined;
    let checking: Promise<Look> | undefined;
    const check = async (): Promise<void> => {
      const next = lookSoon();
      if (checking === next) return;
      checking = next;
      const { latest, newest } = await next;
      if (!watching) return;
      // The transaction that holds others up may end without a word.
      if (newest > latest) again ??= setTimeout(checkAgain, BEHIND_MS).unref();
      const now = await epoch();
      if (latest <= seen && now === seenIn) return;
      seen = latest;
      seenIn = now;
      listener(latest);
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

    between: (seq, upTo, limit) => read(() => all(statements.eventsBetween, { seq, upTo, limit })),

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
