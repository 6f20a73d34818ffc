import { and, desc, eq, isNotNull, isNull, lt, type SQL } from 'drizzle-orm';
import { EMPTY_PAGE, type Page, pageOf } from '../core/page.ts';
import { all, type Db, type TxScript } from '../core/steps.ts';
import type { BridgeContext } from './context.ts';
import type { EveryonesFilter, OrderRow } from './orders.ts';

/** Orders with a status that are looked through for lanes in one read. */
const SCANNED = 2_000;

const newestFirst = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? 1 : -1);

/**
 * One page of everybody's orders, newest first. With a status and lanes, a page may have fewer items than `limit`
 * although others follow: it ends after 2,000 orders with the status.
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
  const most = lanes === undefined ? limit + 1 : SCANNED;
  const found: OrderRow[] = [];
  for (const where of ofState) found.push(...(yield* all(newest(where, most))));
  const rows = found.sort(newestFirst);
  if (lanes === undefined) return pageOf(rows, limit);
  const known = new Set(lanes.map(({ source, destination }) => `${source} ${destination}`));
  const scanned = rows.slice(0, SCANNED);
  const page = pageOf(
    scanned.filter(({ source, destination }) => known.has(`${source} ${destination}`)),
    limit,
  );
  if (page.nextCursor !== null || scanned.length < SCANNED) return page;
  return { ...(page.items.length > 0 ? page : EMPTY_PAGE), nextCursor: scanned.at(-1)?.id ?? null };
}
