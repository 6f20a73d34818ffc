import { and, desc, eq, inArray, isNotNull, isNull, lt, type SQL } from 'drizzle-orm';
import { type Page, pageOf } from '../core/page.ts';
import { all, type Db, type TxScript } from '../core/steps.ts';
import type { BridgeContext } from './context.ts';
import type { EveryonesFilter, OrderRow } from './orders.ts';

/** Orders with a status that are looked through for lanes in one read. */
const SCANNED = 1_000;

const newestFirst = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? 1 : -1);

/**
 * One page of everybody's orders, newest first. With a status and lanes, a page may have fewer items than `limit`
 * although others follow: it ends after 1,000 orders with the status.
 */
export function* everyonesOrders(
  context: Pick<BridgeContext, 'tables'>,
  { state, lanes }: EveryonesFilter,
  after: string | null,
  limit: number,
): TxScript<Page<OrderRow>> {
  const { orders } = context.tables;
  const beyond = after === null ? undefined : lt(orders.id, after);
  const locked = isNotNull(orders.messageId);
  const newest = (where: SQL | undefined, most: number) => (db: Db) =>
    db
      .select()
      .from(orders)
      .where(and(where, locked, beyond))
      .orderBy(desc(orders.id))
      .limit(most);
  if (state === undefined) {
    if (lanes === undefined) return pageOf(yield* all(newest(undefined, limit + 1)), limit);
    const found: OrderRow[] = [];
    for (const { source, destination } of lanes) {
      const ofLane = and(eq(orders.source, source), eq(orders.destination, destination));
      found.push(...(yield* all(newest(ofLane, limit + 1))));
    }
    return pageOf(found.sort(newestFirst), limit);
  }
  // A status is the state of a bridge order or of a swap, and each has its index.
  const ofState = [
    and(eq(orders.state, state as OrderRow['state']), isNull(orders.swapState)),
    eq(orders.swapState, state),
  ];
  if (lanes === undefined) {
    const found: OrderRow[] = [];
    for (const where of ofState) found.push(...(yield* all(newest(where, limit + 1))));
    return pageOf(found.sort(newestFirst), limit);
  }
  const { id, source, destination } = orders;
  const scanned: Pick<OrderRow, 'id' | 'source' | 'destination'>[] = [];
  for (const where of ofState)
    scanned.push(
      ...(yield* all((db) =>
        db
          .select({ id, source, destination })
          .from(orders)
          .where(and(where, locked, beyond))
          .orderBy(desc(id))
          .limit(SCANNED),
      )),
    );
  const newestOf = scanned.sort(newestFirst).slice(0, SCANNED);
  const isWanted = new Set(lanes.map((lane) => `${lane.source} ${lane.destination}`));
  const page = pageOf(
    newestOf.filter((row) => isWanted.has(`${row.source} ${row.destination}`)),
    limit,
  );
  const rows =
    page.cursors.length === 0
      ? []
      : yield* all((db) =>
          db
            .select()
            .from(orders)
            .where(inArray(id, [...page.cursors])),
        );
  const isCut = page.nextCursor === null && newestOf.length === SCANNED;
  return {
    ...page,
    items: rows.sort(newestFirst),
    nextCursor: isCut ? (newestOf.at(-1)?.id ?? null) : page.nextCursor,
  };
}
