import { nextState, type OrderState, type OrderTrigger } from '@causeway/protocol';
import { type Audience, appendEvent } from '../core/events.ts';
import { only } from '../core/only.ts';
import { run, type TxScript } from '../core/steps.ts';
import type { BridgeContext } from './context.ts';
import { entryType, type OrderPatch, type OrderRow } from './orders.ts';

const noFailure: OrderPatch = { failureCode: null, failureMessage: null };

/**
 * Facts that a trigger makes untrue, so that no caller has to know them. lockTransaction stays when a lock vanishes:
 * the same transaction will probably be included again, and identifies the order then.
 */
const RESETS: Readonly<Partial<Record<OrderTrigger, OrderPatch>>> = {
  lockSeen: noFailure,
  lockVanished: { ...noFailure, messageId: null, lockBlock: null, signatures: 0 },
  proposalDropped: { signatures: 0 },
  executed: { ...noFailure, final: false },
  executionVanished: { mintTransaction: null, credited: false, final: false },
  cancelVanished: { cancelMessageId: null },
  refunded: { ...noFailure, final: false },
  refundVanished: { refundTransaction: null, credited: false, final: false },
  retried: noFailure,
};

/** Entering these states sets completedAtMs, leaving them clears it. */
const COMPLETED_STATES: readonly OrderState[] = ['completed', 'refunded'];

const patchOf = only<OrderPatch>({
  ...{ sender: true, messageId: true, cancelMessageId: true, lockTransaction: true, lockBlock: true },
  ...{ mintTransaction: true, refundTransaction: true, signatures: true, credited: true, final: true },
  ...{ failureCode: true, failureMessage: true },
});

/** The fields of `patch` that differ from `order`. */
export function changes(order: OrderRow, patch: OrderPatch): OrderPatch {
  const entries = Object.entries(patchOf(patch)).filter(
    ([field, value]) => value !== undefined && value !== order[field as keyof OrderPatch],
  );
  return Object.fromEntries(entries);
}

/** The stream that shows an order's events besides the order's own: that of the avatar who ordered. */
export const audienceOf = ({ avatarId }: Pick<OrderRow, 'avatarId'>): Audience | undefined =>
  avatarId === null ? undefined : { avatarId, topic: 'orders' };

/** The event of changed facts without a transition. */
const UPDATED = { type: 'order.updated', data: {} } as const;

/** Writes the changed `fields` of `order` with one event; within the caller's job. */
export function* writeOrder(
  context: BridgeContext,
  order: OrderRow,
  fields: OrderPatch & Partial<Pick<OrderRow, 'state' | 'completedAtMs'>>,
  event: { readonly type: string; readonly data: Readonly<Record<string, unknown>> } = UPDATED,
): TxScript<OrderRow> {
  const { statements, clock } = context;
  const { state: _inEventAsTo, ...facts } = fields;
  const version = order.version + 1;
  const written: OrderRow = { ...order, ...fields, version, updatedAtMs: clock.now() };
  yield* run(statements.updateOrder, { ...written });
  yield* appendEvent(statements, {
    subject: order.id,
    type: event.type,
    data: { ...event.data, ...facts, version },
    audience: audienceOf(order),
    createdAtMs: written.updatedAtMs,
  });
  return written;
}

/**
 * Applies `trigger` to `order` by the table of protocol/order-state: writes state, patch, resets and the event
 * `order.<state>` within the caller's job. Undefined when the table has no such transition.
 */
export function* applyTransition(
  context: BridgeContext,
  order: OrderRow,
  trigger: OrderTrigger,
  patch: OrderPatch = {},
): TxScript<OrderRow | undefined> {
  const to = nextState(order.state, trigger);
  if (to === undefined) return undefined;
  const completedAtMs = COMPLETED_STATES.includes(to) ? context.clock.now() : null;
  const fields = {
    ...changes(order, { ...RESETS[trigger], ...patch }),
    ...(completedAtMs !== order.completedAtMs && { completedAtMs }),
    state: to,
  };
  return yield* writeOrder(context, order, fields, { type: entryType(to), data: { from: order.state, to, trigger } });
}
