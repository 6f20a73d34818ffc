import { nextState, type OrderTrigger, type SwapOrderState } from '@causeway/protocol';
import { type Audience, appendEvent } from '../core/events.ts';
import { only } from '../core/only.ts';
import { readLocked } from '../core/read-locked.ts';
import { first, send, type TxScript } from '../core/steps.ts';
import type { BridgeContext } from './context.ts';
import { orderLock } from './locks.ts';
import { entryType, type OrderPatch, type OrderRow } from './orders.ts';
import type { SwapRow } from './swap-row.ts';
import { homewardOf, shownFacts, statusOf, swapById, swapOf, toldOf, writeSwap } from './swap-steps.ts';
import type { SwapOrder } from './swaps.ts';

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
const COMPLETED_STATES: readonly SwapOrderState[] = ['completed', 'refunded', 'returned'];

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

/** Writes the changed `fields` of `order`, which the caller's job has locked, with one event. */
export function* writeOrder(
  context: BridgeContext,
  order: OrderRow,
  fields: OrderPatch & Partial<Pick<OrderRow, 'state' | 'swapState' | 'completedAtMs'>>,
  event: { readonly type: string; readonly data: Readonly<Record<string, unknown>> } = UPDATED,
): TxScript<OrderRow> {
  const { statements, clock } = context;
  const { state: _inEventAsTo, ...facts } = fields;
  const version = order.version + 1;
  const written: OrderRow = { ...order, ...fields, version, updatedAtMs: clock.now() };
  yield* send(statements.updateOrder, { ...written });
  yield* appendEvent(statements, {
    subject: order.id,
    type: event.type,
    data: { ...event.data, ...facts, version },
    audience: audienceOf(order),
    createdAtMs: written.updatedAtMs,
  });
  return written;
}

/** The fields of an order with another status, and the type of the event that tells it. */
function entering(context: BridgeContext, order: OrderRow, status: SwapOrderState) {
  const isNew = status !== (order.swapState ?? order.state);
  const completedAtMs = COMPLETED_STATES.includes(status) ? context.clock.now() : null;
  const isOver = completedAtMs !== null && order.completedAtMs !== null && !isNew;
  return {
    type: isNew || order.swapState === null ? entryType(status) : UPDATED.type,
    fields: {
      ...(completedAtMs !== order.completedAtMs && !isOver && { completedAtMs }),
      ...(order.swapState !== null && isNew && { swapState: status }),
    },
  };
}

/**
 * Applies `trigger` to `order` by the table of protocol/order-state: writes state, patch, resets and the event
 * `order.<status>` within the caller's job. The status of a swap follows by its own table; where it stays as it is, the
 * event is `order.updated`. Undefined when the table has no such transition.
 */
export function* applyTransition(
  context: BridgeContext,
  order: OrderRow,
  trigger: OrderTrigger,
  patch: OrderPatch = {},
): TxScript<OrderRow | undefined> {
  const to = nextState(order.state, trigger);
  if (to === undefined) return undefined;
  const swap = yield* swapOf(context, order);
  const { type, fields } = entering(context, order, swap ? statusOf(to, swap) : to);
  const all = { ...changes(order, { ...RESETS[trigger], ...patch }), ...fields, state: to };
  const after = yield* writeOrder(context, order, all, { type, data: { from: order.state, to, trigger } });
  if (swap === undefined) {
    if (after.origin === 'chain') yield* followHome(context, after);
    return after;
  }
  const written = yield* writeSwap(context, after, swap);
  // A solver may have filled before this process saw the lock.
  const told = trigger === 'lockSeen' ? yield* refreshSwap(context, written) : undefined;
  return told?.order ?? after;
}

/** Moves the order of a swap whose return home is this order's lock. */
function* followHome(context: BridgeContext, homeward: OrderRow): TxScript<void> {
  const swap = yield* readLocked(
    () => swapById(context, homeward.reference),
    (found) => (found ? [orderLock(found.orderId)] : []),
  );
  if (swap === undefined || swap.end !== 'sentHome' || swap.returnTransaction !== homeward.lockTransaction) return;
  yield* refreshSwap(context, swap);
}

/**
 * Moves the order of a swap, which the caller's job has locked, to what the settler's events and its return home say.
 * `finalTo` is the newest final block of the settler's chain. Undefined when nothing changed.
 */
export function* refreshSwap(
  context: BridgeContext,
  before: SwapRow,
  finalTo = Number.NEGATIVE_INFINITY,
): TxScript<SwapOrder | undefined> {
  const order = yield* first(context.statements.orderById, { id: before.orderId });
  if (order === undefined || order.messageId === null) return undefined;
  const told = yield* toldOf(context, before);
  const isSame = told.endBlock === before.endBlock && told.end === before.end;
  const endFinal = told.endBlock !== null && ((isSame && before.endFinal) || told.endBlock <= finalTo);
  const homeward = yield* homewardOf(context, { ...before, ...told });
  const swap = yield* writeSwap(context, order, before, { ...told, endFinal, homeward });
  const { type, fields } = entering(context, order, statusOf(order.state, swap));
  const [was, is] = [shownFacts(before), shownFacts(swap)];
  const facts = Object.entries(is).filter(([name, value]) => value !== was[name as keyof typeof was]);
  const isOver = (one: SwapRow) => one.endFinal && order.final;
  if (facts.length === 0 && Object.keys(fields).length === 0 && isOver(swap) === isOver(before)) return undefined;
  // Missions count an order by this fact, so no event after it says it again.
  const data = { ...Object.fromEntries(facts), ...(isOver(swap) && !isOver(before) && { final: true }) };
  return { order: yield* writeOrder(context, order, fields, { type, data }), swap };
}
