import { SWAP_ORDER_STATES, type SwapOrderState } from '@causeway/protocol';
import type { EventRow, OrderRow } from '@causeway/storage';
import { unwrap } from '../../../http/errors/errors.ts';
import type { LiveFacts } from '../../../http/events/event-stream.ts';
import { iso } from '../../../http/requests/times.ts';
import type { Router } from '../../../http/route.ts';
import { SWAP_FACTS } from '../schemas.ts';
import type { OrderService } from '../service.ts';
import { wordsOf } from '../view.ts';
import { orderParams } from './shared.ts';

/** The type of the events with which orders enter a status. */
const ENTRY = 'order.';

/** The status that an order enters by an event of this type. */
const statusIn = (type: string): SwapOrderState | undefined =>
  SWAP_ORDER_STATES.find((status) => type === `${ENTRY}${status}`);

/** Public facts of an order's events; the sender and the orderer are not among them. */
const PUBLIC_FACTS = [
  'from',
  'trigger',
  'messageId',
  'lockTransaction',
  'lockBlock',
  'mintTransaction',
  'refundTransaction',
  'confirmations',
  'signatures',
  'final',
  'credited',
  'failureCode',
  'failureMessage',
  ...SWAP_FACTS,
] as const;

/** Facts of a change of the status. */
const OF_STATUS: readonly string[] = ['from', 'trigger'];

/** The public form of an order's event; `lockTransaction` names the sender, so it is shown from the lock on. */
export function renderOrderEvent({ subject, type, data, createdAtMs }: EventRow): object {
  const status = statusIn(type);
  const facts = PUBLIC_FACTS.flatMap((name) => {
    const isPrivate = name === 'lockTransaction' && data.messageId === undefined && data.to === 'locking';
    const hidden = isPrivate || (status === undefined && OF_STATUS.includes(name));
    return data[name] === undefined || hidden ? [] : [[name, data[name]] as const];
  });
  return {
    orderId: subject,
    ...(status && { status, message: wordsOf(status, data.swapState !== undefined) }),
    version: data.version,
    at: iso(createdAtMs),
    ...Object.fromEntries(facts),
  };
}

/** The solver's form of an event of its topic. */
export const renderSwapEvent = ({ subject, data, createdAtMs }: EventRow): unknown => ({
  ...{ orderId: data.orderId, id: subject, at: iso(createdAtMs) },
});

/**
 * The confirmations of an order that waits for its source's finality, sent when the relayer has seen a newer block.
 * They are computed from that block, so no event contains them.
 */
function liveConfirmations(orders: OrderService, row: OrderRow): LiveFacts {
  let waiting = true;
  let told: number | undefined;
  return {
    watch: (ring) =>
      orders.heads.subscribe(row.family, row.source, () => {
        if (waiting) ring();
      }),
    async read(share) {
      const now = await share(() => orders.waiting(row.id));
      waiting = now !== null;
      if (now === null || now.confirmations === 0 || now.confirmations === told) return null;
      told = now.confirmations;
      return { event: 'order.updated', data: now };
    },
  };
}

/** GET /orders/{id}/events: the order's history, then its changes as they happen. */
export function orderEventsRoute(router: Router, orders: OrderService): void {
  router.stream('streamOrderEvents', '/orders/:id/events', {
    summary: 'Follow an order as server-sent events',
    description:
      'Events `order.<status>` and `order.updated`: all of them, or the events after `Last-Event-ID` (also as the ' +
      'query `lastEventId`). A comment is sent every 15 seconds. While the lock waits for finality, ' +
      '`order.updated` has its `confirmations`, without an id. The stream ends once the order cannot change any ' +
      'more; a request after its last event is then 204.',
    personal: true,
    params: orderParams,
    example: 'id: 7\nevent: order.confirming\ndata: {"orderId":"…","status":"confirming","version":4}\n\n',
    errors: ['ORDER_NOT_FOUND'],
    open: async (request) => {
      const { row } = unwrap(await orders.get(request.params.id, request.caller));
      const over = () => orders.isOver(row.id);
      return {
        subject: row.id,
        render: renderOrderEvent,
        over,
        live: liveConfirmations(orders, row),
      };
    },
  });
}
