import { and, asc, eq, gt, isNull, lte, or } from 'drizzle-orm';
import type { OrderRow } from '../bridge/index.ts';
import { horizonOf, latestOf } from '../core/events.ts';
import { all, first, run, type TxScript } from '../core/steps.ts';
import type { MissionContext } from './context.ts';

/** The follower's name among the stored positions. */
const FOLLOWER = 'orders';

/** The seq of the last event that the follower of orders has worked on; undefined before its start. */
export function* storedPosition({ tables: { missionCursors } }: MissionContext): TxScript<number | undefined> {
  const row = yield* first((db) => db.select().from(missionCursors).where(eq(missionCursors.follower, FOLLOWER)));
  return row?.seq;
}

export function* storePosition({ tables: { missionCursors } }: MissionContext, seq: number): TxScript<void> {
  const row = { follower: FOLLOWER, seq };
  yield* run((db) =>
    db.insert(missionCursors).values(row).onConflictDoUpdate({ target: missionCursors.follower, set: { seq } }),
  );
}

/** The seq of the newest event that nothing can come before any more; 0 when there is none. */
export const newestSeq = ({ engine }: MissionContext): TxScript<number> => latestOf(engine.dialect);

/** Events with a seq after `seq`, the oldest first, before which nothing can come any more. */
export function* eventsAfter({ engine, bridge: { events } }: MissionContext, seq: number, limit: number) {
  const horizon = yield* horizonOf(engine.dialect);
  return yield* all((db) =>
    db
      .select({ seq: events.seq, subject: events.subject, type: events.type, data: events.data })
      .from(events)
      .where(and(gt(events.seq, seq), lte(events.seq, horizon)))
      .orderBy(asc(events.seq))
      .limit(limit),
  );
}

/** The order, once its recipient has been paid beyond finality: of mode swap by its fill, otherwise by the bridge. */
export function* completedOrder(
  { bridge: { orders, swaps } }: MissionContext,
  id: string,
): TxScript<OrderRow | undefined> {
  const isDelivered = and(isNull(orders.swapState), eq(orders.state, 'completed'));
  const isFilled = and(eq(orders.swapState, 'completed'), eq(swaps.endFinal, true));
  const row = yield* first((db) =>
    db
      .select({ order: orders })
      .from(orders)
      .leftJoin(swaps, eq(swaps.orderId, orders.id))
      .where(and(eq(orders.id, id), eq(orders.final, true), or(isDelivered, isFilled))),
  );
  return row?.order as OrderRow | undefined;
}
