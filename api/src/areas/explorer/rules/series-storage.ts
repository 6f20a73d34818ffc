import { type Lock, lockOf, memoize, type TxScript } from '@causeway/storage/jobs';
import {
  type CountedOrder,
  type FiguresKey,
  type FiguresRow,
  figuresAt,
  figuresBetween,
  forgetFigures,
  historiesOf,
  INTERVALS,
  newestSeq,
  type OrderEvent,
  orderEvents,
  ordersAfter,
  ordersAt,
  type SeriesContext,
  type SeriesPosition,
  type SeriesStore,
  storedPosition,
  storeFigures,
  storePosition,
} from '@causeway/storage/series';
import { Changes } from './changes.ts';
import { changesFigures, figuresOf, figuresOfPruned, NO_FIGURES } from './figures.ts';
import { oldestOf } from './intervals.ts';

/** Events after which the position is stored even if none of them is an order's. */
const POSITION_STEP = 500;

/** How far the counting is after a step. */
export interface Advanced {
  /** Orders of before that the step counted; undefined when it counted events. */
  readonly filled: number | undefined;
  /** There is more to count at once. */
  readonly isBehind: boolean;
}

/** Figures of buckets, and up to when they are whole. */
export interface CountedRange {
  readonly rows: readonly FiguresRow[];
  /** Everything before this time is counted, Unix milliseconds; null while orders of before are not all counted. */
  readonly asOfMs: number | null;
}

/** A step before it is done: its beginning, its end, and its changes. */
interface Plan {
  readonly from: SeriesPosition;
  readonly to: SeriesPosition;
  readonly changes: Changes;
  readonly advanced: Advanced;
}

/** The jobs that count orders by time. */
export interface SeriesStorage {
  /**
   * Counts the next orders of before, `limit` at most, or else the next events. Figures and position change in one
   * transaction, so a step is whole or has not been; one that another process has done meanwhile is dropped.
   */
  advance(limit: number): Promise<Advanced>;
  /** Figures of a lane, of all lanes at one end, or of all, with start times from `fromMs` to before `toMs`. */
  between(
    lane: Pick<FiguresKey, 'interval' | 'source' | 'destination'>,
    fromMs: number,
    toMs: number,
  ): Promise<CountedRange>;
  /** Deletes buckets that are kept no longer. */
  forget(): Promise<void>;
}

/** One process at a time counts: the position says up to where. */
const SERIES: readonly Lock[] = [lockOf('area', 'series')];

/** The orders of before that come next. What happened after `seq` is counted later, as an event. */
function* planFill(context: SeriesContext, from: SeriesPosition, filledTo: string, limit: number): TxScript<Plan> {
  const changes = new Changes(context.clock.now());
  const orders = yield* ordersAfter(context, filledTo, limit);
  const histories = yield* historiesOf(
    context,
    orders.map(({ id }) => id),
  );
  for (const order of orders) {
    const history = histories.get(order.id) ?? [];
    const before = figuresOf(history.filter(({ seq }) => seq <= from.seq));
    // A history without the sight of the lock has lost its beginning, unless the order was never locked.
    const lost = figuresOf(history).seenAtMs === null ? figuresOfPruned(order) : NO_FIGURES;
    changes.add(order, lost.seenAtMs === null ? before : lost, 1);
  }
  const last = orders.at(-1);
  return {
    ...{ from, to: { seq: from.seq, filledTo: last?.id ?? null }, changes },
    advanced: { filled: orders.length, isBehind: true },
  };
}

/** The events that come next; undefined when there is nothing to store. */
function* planEvents(context: SeriesContext, from: SeriesPosition, limit: number): TxScript<Plan | undefined> {
  const newest = yield* newestSeq(context);
  const events = yield* orderEvents(context, from.seq, newest, limit);
  const isBehind = events.length === limit;
  const until = isBehind ? (events.at(-1)?.seq ?? newest) : newest;
  if (events.length === 0 && until - from.seq < POSITION_STEP) return undefined;
  const changes = new Changes(context.clock.now());
  const ids = [...new Set(events.filter(changesFigures).map(({ subject }) => subject))];
  if (ids.length > 0) {
    const histories = yield* historiesOf(context, ids);
    for (const order of yield* ordersAt(context, ids)) {
      addDifference(changes, order, histories.get(order.id) ?? [], from.seq, until);
    }
  }
  return { from, to: { seq: until, filledTo: null }, changes, advanced: { filled: undefined, isBehind } };
}

/** Replaces an order's figures after the event `from` by the ones after the event `until`. */
function addDifference(
  changes: Changes,
  order: CountedOrder,
  history: readonly OrderEvent[],
  from: number,
  until: number,
): void {
  const upTo = (last: number) => figuresOf(history.filter(({ seq }) => seq <= last));
  changes.add(order, upTo(from), -1);
  changes.add(order, upTo(until), 1);
}

const isSame = (a: SeriesPosition | undefined, b: SeriesPosition): boolean =>
  a !== undefined && a.seq === b.seq && a.filledTo === b.filledTo;

const NOTHING: Advanced = { filled: undefined, isBehind: false };
const AGAIN: Advanced = { filled: undefined, isBehind: true };

/** The jobs over the figures of orders in an open database. */
export const seriesStorage = memoize(({ context }: SeriesStore): SeriesStorage => {
  const { read, write, clock } = context;

  /** The first position: every order is one of before, and its later events are counted after them. */
  function* begin(): TxScript<Advanced> {
    const stored = yield* storedPosition(context);
    if (stored === undefined) yield* storePosition(context, { seq: yield* newestSeq(context), filledTo: '' });
    return AGAIN;
  }

  function* carryOut({ from, to, changes, advanced }: Plan): TxScript<Advanced> {
    if (!isSame(yield* storedPosition(context), from)) return AGAIN;
    const { keys } = changes;
    const before = keys.length === 0 ? [] : yield* figuresAt(context, keys);
    for (const row of changes.rows(before)) yield* storeFigures(context, row);
    yield* storePosition(context, to);
    return advanced;
  }

  function* asOf(): TxScript<number | null> {
    const nowMs = clock.now();
    const position = yield* storedPosition(context);
    if (position === undefined || position.filledTo !== null) return null;
    const [next] = yield* orderEvents(context, position.seq, Number.MAX_SAFE_INTEGER, 1);
    return next?.createdAtMs ?? nowMs;
  }

  return {
    async advance(limit) {
      // Planned outside of the transaction, which others wait for. What lies behind does not change any more.
      const plan = await read(function* () {
        const from = yield* storedPosition(context);
        if (from === undefined) return begin;
        return from.filledTo === null
          ? yield* planEvents(context, from, limit)
          : yield* planFill(context, from, from.filledTo, limit);
      });
      if (plan === undefined) return NOTHING;
      // Figures follow from the events, so a power failure that takes both back takes nothing that does not come again.
      return write('normal', () => (plan === begin ? begin() : carryOut(plan as Plan)), { locks: SERIES });
    },

    between: ({ interval, source, destination }, fromMs, toMs) =>
      read(function* () {
        // Asked before the rows, so that the rows have at least what they are said to have.
        const asOfMs = yield* asOf();
        return { asOfMs, rows: yield* figuresBetween(context, { interval, source, destination }, fromMs, toMs) };
      }),

    forget: () =>
      write(
        'normal',
        function* () {
          for (const interval of INTERVALS) {
            const oldestMs = oldestOf(interval, clock.now());
            if (Number.isFinite(oldestMs)) yield* forgetFigures(context, interval, oldestMs);
          }
        },
        { locks: SERIES },
      ),
  };
});
