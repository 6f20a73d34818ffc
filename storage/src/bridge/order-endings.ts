import type { Domain, Hex } from '@causeway/protocol';
import { and, eq, inArray, isNull, ne, notInArray, or, type SQL } from 'drizzle-orm';
import { first, type TxScript } from '../core/steps.ts';
import type { BridgeTables } from './schema.ts';

/** States in which an order pays nobody any more once they are final. */
const ENDS = ['completed', 'refunded'] as const;

/**
 * The id of an order that can still pay the address at `domain`, as recipient or refund; undefined when there is none.
 * An expired order counts, because its lock may come late, unless the service alone could have sent the lock and has
 * nothing under way for it.
 */
export function* orderEndingAt(
  { orders, submissions, submissionOrders }: Pick<BridgeTables, 'orders' | 'submissions' | 'submissionOrders'>,
  { domain, address32, address }: { readonly domain: Domain; readonly address32: Hex; readonly address: string },
): TxScript<string | undefined> {
  const notOver = or(notInArray(orders.state, [...ENDS]), eq(orders.final, false));
  const places: readonly (SQL | undefined)[] = [
    and(eq(orders.recipient, address32), eq(orders.destination, domain)),
    and(eq(orders.sender, address32), eq(orders.source, domain)),
    and(eq(orders.refundAddress, address), eq(orders.source, domain)),
  ];
  for (const place of places) {
    const waiting = yield* first((db) =>
      db
        .select({ id: orders.id })
        .from(orders)
        .where(
          and(place, notOver, or(ne(orders.state, 'expired'), ne(orders.custody, 'service'), isNull(orders.custody))),
        )
        .limit(1),
    );
    if (waiting) return waiting.id;
    const underWay = yield* first((db) =>
      db
        .select({ id: orders.id })
        .from(orders)
        .innerJoin(submissionOrders, eq(submissionOrders.orderId, orders.id))
        .innerJoin(submissions, eq(submissions.id, submissionOrders.submissionId))
        .where(and(place, eq(orders.state, 'expired'), inArray(submissions.state, ['reserved', 'broadcast'])))
        .limit(1),
    );
    if (underWay) return underWay.id;
  }
  return undefined;
}
