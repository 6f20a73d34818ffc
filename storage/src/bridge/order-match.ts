import { KIND, type Kind, type SendOperation, ZERO_32 } from '@causeway/protocol';
import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import { appendEvent } from '../core/events.ts';
import { only } from '../core/only.ts';
import { readLocked } from '../core/read-locked.ts';
import { first, send, type TxScript } from '../core/steps.ts';
import type { MessageRow } from './chain-view.ts';
import type { BridgeContext } from './context.ts';
import { orderLock } from './locks.ts';
import { applyTransition, audienceOf, changes, writeOrder } from './order-transition.ts';
import type { NewOrder, OrderPatch, OrderRow } from './orders.ts';
import type { BridgeTables } from './schema.ts';
import type { NewSwap } from './swap-row.ts';
import { insertSwap } from './swap-steps.ts';

/** The order's operation that emits a message of `kind`. Throws RangeError for a Cancel, which belongs to no order. */
function operationOf(kind: Kind): SendOperation {
  if (kind === KIND.lock) return 'lockTokens';
  if (kind === KIND.burn) return 'burnTokens';
  throw new RangeError('a Cancel is not matched to an order');
}

/** Initial values of a new order. */
const BLANK = {
  state: 'created',
  messageId: null,
  cancelMessageId: null,
  lockTransaction: null,
  lockBlock: null,
  mintTransaction: null,
  refundTransaction: null,
  signatures: 0,
  credited: false,
  final: false,
  failureCode: null,
  failureMessage: null,
  completedAtMs: null,
  version: 1,
} as const satisfies Partial<OrderRow>;

const newOrderOf = only<Omit<NewOrder, 'swap'>>({
  ...{ origin: true, family: true, operation: true, source: true, destination: true, assetHome: true },
  ...{ sender: true, recipient: true, wireAmount: true, reference: true, avatarId: true, custody: true },
  ...{ requiredConfirmations: true, requiredSignatures: true, refundAddress: true },
  ...{ walletId: true, unsignedTransactions: true, deliveryFee: true, details: true, expiresAtMs: true },
});

/** Inserts an order in state created with its first event; within the caller's job. */
export function* insertOrder(context: BridgeContext, given: NewOrder): TxScript<OrderRow> {
  const { statements, clock, newId } = context;
  const nowMs = clock.now();
  const order = newOrderOf(given);
  const swapState = given.swap ? BLANK.state : null;
  const row: OrderRow = { ...order, ...BLANK, swapState, id: newId(), createdAtMs: nowMs, updatedAtMs: nowMs };
  yield* send(statements.insertOrder, { ...row });
  if (given.swap) yield* insertSwap(context, row, given.swap);
  // The orderer and the order's form of custody are private, so the event leaves them out.
  const { avatarId, custody, walletId, refundAddress, unsignedTransactions, details, deliveryFee, ...facts } = order;
  const first = { from: null, to: row.state, trigger: null, version: row.version };
  const data = { ...facts, ...first, ...(swapState !== null && { swapState }) };
  const audience = audienceOf(row);
  yield* appendEvent(statements, { subject: row.id, type: 'order.created', data, audience, createdAtMs: nowMs });
  if (given.swap) yield* tellSolver(context, row, given.swap);
  return row;
}

/** Tells the solver whose offer a swap took, on the solver's own stream. */
function* tellSolver(
  { statements }: BridgeContext,
  { id, createdAtMs }: OrderRow,
  { swapId, solverId }: NewSwap,
): TxScript<void> {
  if (solverId === null) return;
  const audience = { avatarId: solverId, topic: 'swaps' };
  yield* appendEvent(statements, {
    subject: swapId,
    type: 'swap.ordered',
    data: { orderId: id },
    audience,
    createdAtMs,
  });
}

/** The order that waits for this lock: first the one with the same transaction, then the API's, then the oldest. */
function* waitingOrder({ orders }: BridgeTables, { family, message, at }: MessageRow): TxScript<OrderRow | undefined> {
  const sameTransaction = sql`case when ${orders.lockTransaction} = ${at.transaction} then 0 else 1 end`;
  return yield* first((db) =>
    db
      .select()
      .from(orders)
      .where(
        and(
          eq(orders.reference, message.reference),
          inArray(orders.state, ['created', 'locking', 'expired']),
          eq(orders.family, family),
          eq(orders.operation, operationOf(message.kind)),
          eq(orders.source, message.source),
          eq(orders.destination, message.destination),
          eq(orders.assetHome, message.assetHome),
          eq(orders.recipient, message.recipient),
          eq(orders.wireAmount, message.wireAmount),
          or(eq(orders.origin, 'api'), eq(orders.sender, message.sender)),
        ),
      )
      .orderBy(asc(sameTransaction), asc(orders.origin), asc(orders.id))
      .limit(1),
  );
}

function chainOrder(row: MessageRow, requiredConfirmations: number, requiredSignatures: number): NewOrder {
  const { kind, source, destination, assetHome, sender, recipient, wireAmount, reference } = row.message;
  return {
    origin: 'chain',
    family: row.family,
    operation: operationOf(kind),
    source,
    destination,
    assetHome,
    sender,
    recipient,
    wireAmount,
    reference,
    requiredConfirmations,
    requiredSignatures,
    avatarId: null,
    custody: null,
    refundAddress: null,
    unsignedTransactions: null,
    walletId: null,
    deliveryFee: null,
    details: {},
    expiresAtMs: null,
  };
}

const lockOfOrder = (order: OrderRow | undefined) => (order ? [orderLock(order.id)] : []);

/** OrderRepository.matchLock, within the caller's job. */
export function* matchLock(
  context: BridgeContext,
  row: MessageRow,
  requiredConfirmations: number,
  requiredSignatures: number,
): TxScript<OrderRow> {
  const { statements, tables } = context;
  const atLock: OrderPatch = { lockTransaction: row.at.transaction, lockBlock: row.at.block.number };
  yield* send(statements.setMatched, { id: row.messageId });

  const bound = yield* readLocked(() => first(statements.orderByMessage, { id: row.messageId }), lockOfOrder);
  if (bound !== undefined) return yield* followLock(context, bound, atLock);

  const order =
    (yield* readLocked(() => waitingOrder(tables, row), lockOfOrder)) ??
    (yield* insertOrder(context, chainOrder(row, requiredConfirmations, requiredSignatures)));
  const facts: OrderPatch = { ...atLock, messageId: row.messageId, sender: row.message.sender };
  const locked = yield* applyTransition(context, order, 'lockSeen', facts);
  if (locked === undefined) throw new Error(`no transition lockSeen from ${order.state}`);
  return locked;
}

/** Moves an already bound order to the block where its lock is now. */
function* followLock(context: BridgeContext, order: OrderRow, atLock: OrderPatch): TxScript<OrderRow> {
  const moved = changes(order, atLock);
  if (Object.keys(moved).length === 0) return order;
  return yield* writeOrder(context, order, moved);
}

/** Throws RangeError when an API order has no reference to identify it by. */
export function requireReference(order: NewOrder): void {
  if (order.origin === 'api' && order.reference === ZERO_32) throw new RangeError('an API order needs a reference');
}
