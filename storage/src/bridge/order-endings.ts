import type { Domain, Hex } from '@causeway/protocol';
import { and, eq, exists, inArray, isNull, ne, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { first, type TxScript } from '../core/steps.ts';
import type { BridgeTables } from './schema.ts';

/** States in which an order pays nobody any more once they are final. */
const ENDS = ['completed', 'refunded'] as const;
/** The same of orders of mode swap. */
const SWAP_ENDS_OF_ORDERS = [...ENDS, 'returned'] as const;

/** The ids of orders of mode swap that pay this address: the recipient of the order itself is a vault. */
export const swapsPaying = ({ swaps }: Pick<BridgeTables, 'swaps'>, domain: Domain, address: Hex) =>
  sql`(select ${swaps.orderId} from ${swaps} where ${swaps.recipient} = ${address} and ${swaps.domain} = ${domain})`;

/**
 * The id of an order that can still pay the address at `domain`, as recipient or refund; undefined when there is none.
 * An expired order counts, because its lock may come late, unless the service alone could have sent the lock and has
 * nothing under way for it.
 */
export function* orderEndingAt(
  tables: Pick<BridgeTables, 'orders' | 'swaps' | 'submissions' | 'submissionOrders'>,
  { domain, address32, address }: { readonly domain: Domain; readonly address32: Hex; readonly address: string },
): TxScript<string | undefined> {
  const { orders, submissions, submissionOrders } = tables;
  // A swap is over when its own status is, whatever its bridge order is.
  const notOver = or(
    and(isNull(orders.swapState), notInArray(orders.state, [...ENDS])),
    notInArray(orders.swapState, [...SWAP_ENDS_OF_ORDERS]),
    eq(orders.final, false),
  );
  const places: readonly (SQL | undefined)[] = [
    and(eq(orders.recipient, address32), eq(orders.destination, domain)),
    and(eq(orders.sender, address32), eq(orders.source, domain)),
    and(eq(orders.refundAddress, address), eq(orders.source, domain)),
    inArray(orders.id, swapsPaying(tables, domain, address32)),
  ];
  const mayBeLocked = or(ne(orders.state, 'expired'), ne(orders.custody, 'service'), isNull(orders.custody));
  for (const place of places) {
    // One statement, so that an order that changes meanwhile is in one of its two parts.
    const waiting = yield* first((db) => {
      const underWay = db
        .select({ id: submissionOrders.orderId })
        .from(submissionOrders)
        .innerJoin(submissions, eq(submissions.id, submissionOrders.submissionId))
        .where(and(eq(submissionOrders.orderId, orders.id), inArray(submissions.state, ['reserved', 'broadcast'])));
      const isUnderWay = and(eq(orders.state, 'expired'), exists(underWay));
      return db
        .select({ id: orders.id })
        .from(orders)
        .where(and(place, or(and(notOver, mayBeLocked), isUnderWay)))
        .limit(1);
    });
    if (waiting) return waiting.id;
  }
  return undefined;
}
