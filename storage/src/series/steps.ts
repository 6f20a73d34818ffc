import { and, asc, gt, like, lt, lte, sql } from 'drizzle-orm';
import { bridgeTables, type OrderRow } from '../bridge/index.ts';
import type { AreaContext } from '../core/area.ts';
import { type EventRow, latestOf } from '../core/events.ts';
import { given, givenAs, isAmong, memoize, placeholders, prepared } from '../core/statements.ts';
import { all, allOfEach, first, run, send, type TxScript } from '../core/steps.ts';
import type { FiguresKey, FiguresRow, Interval, SeriesPosition, SeriesTables } from './schema.ts';

export type SeriesContext = AreaContext<SeriesTables>;

/** An event of an order. */
export type OrderEvent = Pick<EventRow, 'seq' | 'subject' | 'data' | 'createdAtMs'>;

/** The facts of an order with which it is counted. */
export type CountedOrder = Pick<
  OrderRow,
  | 'id'
  | 'state'
  | 'swapState'
  | 'final'
  | 'source'
  | 'destination'
  | 'assetHome'
  | 'family'
  | 'wireAmount'
  | 'createdAtMs'
  | 'completedAtMs'
>;

/** The key of the only row. */
const ONLY = 1;

const statementsOf = memoize(({ engine: { dialect }, tables }: SeriesContext) => {
  const { events, orders } = bridgeTables(dialect);
  const { orderFigures: figures, orderFiguresPosition: positions } = tables;
  const event = { seq: events.seq, subject: events.subject, data: events.data, createdAtMs: events.createdAtMs };
  const order = {
    ...{ id: orders.id, state: orders.state, swapState: orders.swapState, final: orders.final },
    ...{ source: orders.source, destination: orders.destination, assetHome: orders.assetHome, family: orders.family },
    ...{ wireAmount: orders.wireAmount, createdAtMs: orders.createdAtMs, completedAtMs: orders.completedAtMs },
  };
  const limit = sql.placeholder('limit');
  const isOrders = like(events.type, 'order.%');
  const ofLane = and(
    given(figures.interval, 'interval'),
    given(figures.source, 'source'),
    given(figures.destination, 'destination'),
  );
  return {
    position: prepared('figuresPosition', (db) => db.select().from(positions)),
    news: prepared('figuresNews', (db) =>
      db
        .select(event)
        .from(events)
        .where(and(gt(events.seq, sql.placeholder('after')), lte(events.seq, sql.placeholder('until')), isOrders))
        .orderBy(asc(events.seq))
        .limit(limit),
    ),
    histories: prepared('figuresHistories', (db) =>
      db
        .select(event)
        .from(events)
        .where(and(isAmong(dialect, events.subject, 'ids'), isOrders))
        .orderBy(asc(events.subject), asc(events.seq)),
    ),
    ordersAfter: prepared('figuresOrdersAfter', (db) =>
      db
        .select(order)
        .from(orders)
        .where(gt(orders.id, givenAs(orders.id, 'after')))
        .orderBy(asc(orders.id))
        .limit(limit),
    ),
    ordersAt: prepared('figuresOrdersAt', (db) =>
      db
        .select(order)
        .from(orders)
        .where(isAmong(dialect, orders.id, 'ids')),
    ),
    row: prepared('figuresRow', (db) =>
      db
        .select()
        .from(figures)
        .where(and(ofLane, given(figures.startMs, 'startMs'))),
    ),
    store: prepared('figuresStore', (db) =>
      db
        .insert(figures)
        .values(placeholders(figures))
        .onConflictDoUpdate({
          target: [figures.interval, figures.source, figures.destination, figures.startMs],
          set: {
            ...{ created: sql`excluded.created`, completed: sql`excluded.completed` },
            ...{ rolledBack: sql`excluded.rolled_back`, volume: sql`excluded.volume`, stages: sql`excluded.stages` },
          },
        }),
    ),
    range: prepared('figuresRange', (db) =>
      db
        .select()
        .from(figures)
        .where(
          and(
            ofLane,
            sql`${figures.startMs} >= ${sql.placeholder('fromMs')}`,
            lt(figures.startMs, sql.placeholder('toMs')),
          ),
        )
        .orderBy(asc(figures.startMs)),
    ),
  };
});

/** How far the orders are counted; undefined before the first start. */
export function* storedPosition(context: SeriesContext): TxScript<SeriesPosition | undefined> {
  const row = yield* first(statementsOf(context).position);
  return row && { seq: row.seq, filledTo: row.filledTo };
}

export function* storePosition(
  { tables: { orderFiguresPosition: positions } }: SeriesContext,
  { seq, filledTo }: SeriesPosition,
): TxScript<void> {
  const set = { seq, filledTo };
  yield* run((db) =>
    db
      .insert(positions)
      .values({ id: ONLY, ...set })
      .onConflictDoUpdate({ target: positions.id, set }),
  );
}

/** The seq of the newest event that nothing can come before any more; 0 when there is none. */
export const newestSeq = ({ engine }: SeriesContext): TxScript<number> => latestOf(engine.dialect);

/** The events of orders with `after` < seq ≤ `until`, the oldest first. */
export const orderEvents = (
  context: SeriesContext,
  after: number,
  until: number,
  limit: number,
): TxScript<readonly OrderEvent[]> => all(statementsOf(context).news, { after, until, limit });

/** All events of the orders with these ids, by order, each the oldest first. */
export function* historiesOf(
  context: SeriesContext,
  ids: readonly string[],
): TxScript<ReadonlyMap<string, readonly OrderEvent[]>> {
  const histories = new Map<string, OrderEvent[]>(ids.map((id) => [id, []]));
  for (const event of yield* all(statementsOf(context).histories, { ids: JSON.stringify(ids) })) {
    histories.get(event.subject)?.push(event);
  }
  return histories;
}

/** Orders with an id after `after`, in the order of their ids. */
export const ordersAfter = (context: SeriesContext, after: string, limit: number): TxScript<readonly CountedOrder[]> =>
  all(statementsOf(context).ordersAfter, { after, limit });

/** The orders with these ids. */
export const ordersAt = (context: SeriesContext, ids: readonly string[]): TxScript<readonly CountedOrder[]> =>
  all(statementsOf(context).ordersAt, { ids: JSON.stringify(ids) });

/** The stored row of each key; undefined for one that is not stored. */
export function* figuresAt(
  context: SeriesContext,
  keys: readonly FiguresKey[],
): TxScript<readonly (FiguresRow | undefined)[]> {
  const [rows] = yield* allOfEach([statementsOf(context).row, keys.map((key) => ({ ...key }))]);
  return rows.map(([row]) => row);
}

/** Stores a row in place of the one with its key. */
export const storeFigures = (context: SeriesContext, row: FiguresRow): TxScript<void> =>
  send(statementsOf(context).store, { ...row });

/** The rows with start times from `fromMs` to before `toMs`, the oldest first. */
export const figuresBetween = (
  context: SeriesContext,
  lane: Pick<FiguresKey, 'interval' | 'source' | 'destination'>,
  fromMs: number,
  toMs: number,
): TxScript<readonly FiguresRow[]> => all(statementsOf(context).range, { ...lane, fromMs, toMs });

/** Deletes the rows of an interval with start times before `beforeMs`. */
export function* forgetFigures(
  { tables: { orderFigures: figures } }: SeriesContext,
  interval: Interval,
  beforeMs: number,
): TxScript<void> {
  yield* run((db) =>
    db.delete(figures).where(and(sql`${figures.interval} = ${interval}`, lt(figures.startMs, beforeMs))),
  );
}
