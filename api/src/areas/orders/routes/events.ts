import { ORDER_STATES, type OrderState } from '@causeway/protocol';
import type { EventRow } from '@causeway/storage';
import Type from 'typebox';
import { unwrap } from '../../../http/errors.ts';
import { problemResponses } from '../../../http/problem.ts';
import type { App } from '../../../http/types.ts';
import { ORDER_ROUTE_ERRORS } from '../errors.ts';
import type { OrderService } from '../service.ts';
import { STATE_MESSAGES } from '../view.ts';
import { orderParams } from './shared.ts';

const isState = (value: unknown): value is OrderState => ORDER_STATES.includes(value as OrderState);

/** Facts of an order's events that anybody may see; who sent and who ordered are not among them. */
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
] as const;

/** The public form of an order's event; `lockTransaction` names the sender, so it is shown from the lock on. */
export function renderOrderEvent({ subject, data, createdAtMs }: EventRow): unknown {
  const facts = PUBLIC_FACTS.flatMap((name) => {
    const hidden = name === 'lockTransaction' && data.messageId === undefined && data.to === 'locking';
    return data[name] === undefined || hidden ? [] : [[name, data[name]] as const];
  });
  return {
    orderId: subject,
    ...(isState(data.to) && { status: data.to, message: STATE_MESSAGES[data.to] }),
    version: data.version,
    at: new Date(createdAtMs).toISOString(),
    ...Object.fromEntries(facts),
  };
}

/** GET /orders/{id}/events: the order's history, then its changes as they happen. */
export function orderEventsRoute(app: App, orders: OrderService): void {
  app.get(
    '/orders/:id/events',
    {
      config: { access: 'public' },
      sse: 'manual',
      schema: {
        operationId: 'streamOrderEvents',
        tags: ['Orders'],
        summary: 'Follow an order as server-sent events',
        description:
          'Events `order.<status>` and `order.updated`, from the first one or, with `Last-Event-ID` (also as the query ' +
          '`lastEventId`), from the one after. A comment is sent every 15 seconds.',
        security: [{}, { bearer: [] }],
        produces: ['text/event-stream'],
        params: orderParams,
        querystring: Type.Object({ lastEventId: Type.Optional(Type.String({ maxLength: 20 })) }),
        response: {
          200: {
            description: 'The stream.',
            content: {
              'text/event-stream': {
                schema: Type.String({
                  examples: [
                    'id: 7\nevent: order.confirming\ndata: {"orderId":"…","status":"confirming","version":4}\n\n',
                  ],
                }),
              },
            },
          },
          ...problemResponses(ORDER_ROUTE_ERRORS, 400, 404, 429, 503),
        },
      },
    },
    async (request, reply) => {
      const { row } = unwrap(await orders.get(request.params.id, request.caller));
      await reply.streamEvents(request, row.id, renderOrderEvent);
    },
  );
}
