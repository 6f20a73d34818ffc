import { SWAP_ORDER_STATES, type SwapOrderState } from '@causeway/protocol';
import type { EventRow } from '@causeway/storage';
import Type from 'typebox';
import { unwrap } from '../../../http/errors/errors.ts';
import { answerPage, pageQuery } from '../../../http/requests/pagination.ts';
import type { Router } from '../../../http/route.ts';
import { successPageSchema } from '../../../http/schema/envelope.ts';
import { order } from '../schemas.ts';
import type { OrderService } from '../service.ts';
import type { SeenOrder } from '../view.ts';
import { renderOrderEvent } from './events.ts';

/** Statuses of orders without a lock, which are their orderers' alone. */
const BEFORE_LOCK: readonly SwapOrderState[] = ['created', 'locking', 'expired'];

const { offset: _, ...byCursor } = pageQuery;
const chain = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 50, description, examples: ['ethereum'] }));

const query = Type.Object({
  ...byCursor,
  status: Type.Optional(Type.Enum(SWAP_ORDER_STATES.filter((status) => !BEFORE_LOCK.includes(status)))),
  fromChain: chain('Only orders from this network.'),
  toChain: chain('Only orders to this network.'),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'A trace of an order: its id, a transaction, an address that sends or receives, a message id or a reference. It stands alone.',
    }),
  ),
});

/** The type of the event with which everyone sees an order. */
const LOCKED = 'order.locked';

/** Facts of an update that only an order with a lock has. */
const AFTER_LOCK: readonly string[] = ['signatures', 'final', 'credited', 'mintTransaction', 'refundTransaction'];

/** The trigger by which an order that everyone saw is its orderer's alone again. */
const VANISHED = 'lockVanished';

/** An event of an order as everyone sees it; null for other events, and for an order whose lock was not seen. */
function renderPublicEvent(row: EventRow): object | null {
  if (!row.type.startsWith('order.')) return null;
  const status = row.type.slice('order.'.length);
  const isUpdate = status === 'updated';
  const isHidden = isUpdate
    ? !AFTER_LOCK.some((fact) => row.data[fact] !== undefined)
    : row.data.trigger !== VANISHED && BEFORE_LOCK.some((one) => one === status);
  return isHidden ? null : renderOrderEvent(row);
}

/** Renders the events of everybody’s orders. The first one of an order has the order, so that no client asks for it. */
const explorerRenderer = (orders: OrderService) => async (row: EventRow) => {
  const event = renderPublicEvent(row);
  if (event === null || row.type !== LOCKED) return event;
  const seen = await orders.get(row.subject, null);
  return seen.ok ? { ...event, order: orders.view(seen.value) } : event;
};

/** GET /explorer/orders and /explorer/events: what everyone sees of everybody's orders. */
export function explorerRoutes(router: Router, orders: OrderService): void {
  const render = explorerRenderer(orders);
  router.route('listExplorerOrders', 'GET /explorer/orders', {
    summary: 'List everybody’s orders, newest first',
    description:
      'Orders whose lock was seen on chain, with what is on chain of them; who ordered them is never told. A page may have ' +
      'fewer items than `limit` although `nextCursor` goes on. An order of `search` that is not listed does not exist, or ' +
      'its lock has not been seen yet: `GET /networks` tells how far each chain is read.',
    maxAgeSeconds: 1,
    query,
    success: { description: 'A page of orders.', schema: successPageSchema(order) },
    errors: ['CHAIN_UNKNOWN'],
    handle: async (request) => {
      const { status, fromChain, toChain, search } = request.query;
      const asked = { status, fromChain, toChain, search };
      const read = unwrap(orders.everyones(asked));
      return answerPage(request, asked, (seen: SeenOrder) => orders.view(seen), read);
    },
  });

  router.stream('streamExplorerEvents', '/explorer/events', {
    summary: 'Follow everybody’s orders as server-sent events',
    description:
      'Events `order.<status>` and `order.updated` of every order whose lock was seen, from now on or after `Last-Event-ID` ' +
      '(also as the query `lastEventId`), gathered and sent twice a second. `order.locked` has the `order` besides. ' +
      '`order.locking` says that a reorganisation took the lock back: the order is listed no longer. A client that is far behind gets `reset`: it ' +
      'reads the list again, and the events from now on. A comment is sent every 15 seconds.',
    example: 'id: 7\nevent: order.confirming\ndata: {"orderId":"…","status":"confirming","version":4}\n\n',
    errors: [],
    open: async () => ({
      everyone: true as const,
      render,
      over: async () => false,
      fromNow: true,
    }),
  });
}
