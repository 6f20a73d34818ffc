import { KIND, type Kind, ZERO_32 } from '@causeway/protocol';
import { and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Context } from '../database.ts';
import type { MessageRow, NewOrder, OrderPatch, OrderRow } from '../repositories.ts';
import { messages, orders } from '../schema.ts';
import { appendEvent } from './events.ts';
import { applyTransition, changes, writeOrder } from './order-transition.ts';

/** The order's operation that emits a message of `kind`. Throws RangeError for a Cancel, which is no order. */
function operationOf(kind: Kind): OrderRow['operation'] {
  if (kind === KIND.lock) return 'lockTokens';
  if (kind === KIND.burn) return 'burnTokens';
  throw new RangeError('a Cancel is not matched to an order');
}

/** What a new order has not met yet. */
const BLANK = {
  state: 'created',
  messageId: null,
  cancelMessageId: null,
  lockTransaction: null,
  lockBlock: null,
  mintTransaction: null,
  refundTransaction: null,
  confirmations: 0,
  signatures: 0,
  credited: false,
  final: false,
  failureCode: null,
  failureMessage: null,
  completedAtMs: null,
  version: 1,
} as const satisfies Partial<OrderRow>;

/** Inserts an order in state created with its first event; within the caller's job. */
export function insertOrder(context: Context, order: NewOrder): OrderRow {
  const { statements, clock, newId } = context;
  const nowMs = clock();
  const row: OrderRow = { ...order, ...BLANK, id: newId(), createdAtMs: nowMs, updatedAtMs: nowMs };
  statements.insertOrder.run({ ...row });
  // Who ordered it is not public, so avatarId and the API's details stay out of the event.
  const { avatarId: _avatar, details: _details, ...facts } = order;
  const data = { ...facts, from: null, to: row.state, trigger: null, version: row.version };
  appendEvent(context, { subject: row.id, type: 'order.created', data, createdAtMs: nowMs });
  return row;
}

/** The order that waits for this lock: that of the same transaction first, then the API's, then the oldest. */
function waitingOrder(db: Context['db'], { family, message, at }: MessageRow): OrderRow | undefined {
  return db
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
    .orderBy(desc(sql`${orders.lockTransaction} is ${at.transaction}`), asc(orders.origin), asc(orders.id))
    .limit(1)
    .get();
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
    details: {},
    expiresAtMs: null,
  };
}

/** OrderRepository.matchLock, within the caller's job. */
export function matchLock(
  context: Context,
  row: MessageRow,
  requiredConfirmations: number,
  requiredSignatures: number,
): OrderRow {
  const { db } = context;
  const lock: OrderPatch = { lockTransaction: row.at.transaction, lockBlock: row.at.block.number };
  db.update(messages).set({ matched: true }).where(eq(messages.messageId, row.messageId)).run();

  const bound = context.statements.orderByMessage.get({ id: row.messageId });
  if (bound !== undefined) return followLock(context, bound, lock);

  const order =
    waitingOrder(db, row) ?? insertOrder(context, chainOrder(row, requiredConfirmations, requiredSignatures));
  const facts: OrderPatch = { ...lock, messageId: row.messageId, sender: row.message.sender };
  const locked = applyTransition(context, order, 'lockSeen', facts);
  if (locked === undefined) throw new Error(`no transition lockSeen from ${order.state}`);
  return locked;
}

/** The order that is bound already, at the block where its lock stands now. */
function followLock(context: Context, order: OrderRow, lock: OrderPatch): OrderRow {
  const moved = changes(order, lock);
  if (Object.keys(moved).length === 0) return order;
  return writeOrder(context, order, moved);
}

/** Throws RangeError when an API order could not be told apart by its reference. */
export function requireReference(order: NewOrder): void {
  if (order.origin === 'api' && order.reference === ZERO_32) throw new RangeError('an API order needs a reference');
}
