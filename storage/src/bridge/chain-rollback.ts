import { type Domain, type Hex, KIND, type OrderTrigger } from '@causeway/protocol';
import { and, eq, gt, inArray, ne, or } from 'drizzle-orm';
import type { Lock } from '../core/locks.ts';
import { readLocked } from '../core/read-locked.ts';
import { all, first, run, type TxScript } from '../core/steps.ts';
import { readAgain } from './chain-record.ts';
import type { EvenFinal, OutcomeRow, RollbackResult } from './chain-view.ts';
import type { BridgeContext } from './context.ts';
import { keptOutcomesLock, orderLock, sharedViewLock } from './locks.ts';
import { applyTransition, refreshSwap } from './order-transition.ts';
import type { BridgeTables } from './schema.ts';
import { swapById } from './swap-steps.ts';

/** The order's trigger when the outcome of its own message is undone. */
const OUTCOME_VANISHED: Readonly<Record<OutcomeRow['status'], OrderTrigger>> = {
  executed: 'executionVanished',
  cancelled: 'cancelVanished',
};

/** Conditions for everything that one bridge emitted above a block. */
export function above(
  { blocks, messages, outcomes, roots }: BridgeTables,
  family: string,
  domain: Domain,
  block: number,
) {
  return {
    messages: and(eq(messages.family, family), eq(messages.source, domain), gt(messages.blockNumber, block)),
    outcomes: and(eq(outcomes.family, family), eq(outcomes.domain, domain), gt(outcomes.blockNumber, block)),
    roots: and(eq(roots.family, family), eq(roots.destination, domain), gt(roots.blockNumber, block)),
    blocks: and(eq(blocks.family, family), eq(blocks.domain, domain), gt(blocks.number, block)),
  };
}
type Above = ReturnType<typeof above>;
type GoneOutcome = BridgeTables['outcomes']['$inferSelect'];

/** The ids of the orders whose lock, end or refund is among what was found. */
export function* ordersOf({ messages, outcomes, orders }: BridgeTables, found: Above): TxScript<readonly string[]> {
  const rows = yield* all((db) => {
    const locks = db
      .select({ id: messages.messageId })
      .from(messages)
      .where(and(found.messages, ne(messages.kind, KIND.cancel)));
    const ends = db.select({ id: outcomes.messageId }).from(outcomes).where(found.outcomes);
    const touched = or(
      inArray(orders.messageId, locks),
      inArray(orders.messageId, ends),
      inArray(orders.cancelMessageId, ends),
    );
    return db.select({ id: orders.id }).from(orders).where(touched);
  });
  return rows.map(({ id }) => id);
}

/** The ids of the orders of swaps of which the bridge's settler emitted something above `block`. */
function* swapOrdersAbove(
  { swaps, swapEvents }: BridgeTables,
  family: string,
  domain: Domain,
  block: number,
): TxScript<readonly string[]> {
  const gone = and(eq(swapEvents.family, family), eq(swapEvents.domain, domain), gt(swapEvents.blockNumber, block));
  const rows = yield* all((db) =>
    db
      .selectDistinct({ id: swaps.orderId })
      .from(swaps)
      .innerJoin(swapEvents, eq(swapEvents.swapId, swaps.swapId))
      .where(gone),
  );
  return rows.map(({ id }) => id);
}

/**
 * The locks of what hangs on what was found: the orders that it moved, and of the messages whose outcomes it has the
 * views, or that nobody records them where they are unknown.
 */
function* lockedWith(
  tables: BridgeTables,
  found: Above,
  family: string,
  domain: Domain,
  block: number,
): TxScript<readonly Lock[]> {
  const { outcomes, messages } = tables;
  const orders = [...(yield* ordersOf(tables, found)), ...(yield* swapOrdersAbove(tables, family, domain, block))];
  const sources = yield* all((db) =>
    db
      .selectDistinct({ family: messages.family, domain: messages.source })
      .from(outcomes)
      .leftJoin(messages, eq(messages.messageId, outcomes.messageId))
      .where(found.outcomes),
  );
  const views = sources.map((source) =>
    source.family === null || source.domain === null
      ? keptOutcomesLock
      : sharedViewLock({ family: source.family, domain: source.domain }),
  );
  return [...orders.map(orderLock), ...views];
}

/** ChainViewRepository.rollback, within the caller's job, which has locked the view: nothing is added meanwhile. */
export function* rollback(
  context: BridgeContext,
  family: string,
  domain: Domain,
  block: number,
  evenFinal: EvenFinal | undefined,
): TxScript<RollbackResult> {
  const { blocks, messages, outcomes, roots } = context.tables;
  const found = above(context.tables, family, domain, block);
  const finalityViolated = yield* finalRows(context.tables, found);
  if (finalityViolated.length > 0 && !evenFinal) return { messages: [], outcomes: [], finalityViolated };

  yield* readLocked(
    () => lockedWith(context.tables, found, family, domain, block),
    (locks) => locks,
  );
  // Naming both values of `final` lets SQLite use the index by height.
  const anyFinality = [false, true];
  const goneOutcomes = yield* all((db) =>
    db
      .delete(outcomes)
      .where(and(found.outcomes, inArray(outcomes.final, anyFinality)))
      .returning(),
  );
  const goneMessages = yield* all((db) =>
    db
      .delete(messages)
      .where(and(found.messages, inArray(messages.final, anyFinality)))
      .returning(),
  );
  yield* run((db) => db.delete(roots).where(found.roots));
  yield* forgetDifferences(context.tables, family, domain, block);
  yield* run((db) => db.delete(blocks).where(found.blocks));
  const goneSwaps = yield* takeSwapEventsBack(context, family, domain, block, evenFinal);
  if (evenFinal) {
    yield* readAgain(context, family, domain, evenFinal.readAfter);
    yield* compareAgain(context.tables, family, domain, goneMessages);
  }

  for (const outcome of goneOutcomes) yield* takeOutcomeBack(context, outcome);
  for (const { messageId, kind } of goneMessages) if (kind !== KIND.cancel) yield* takeLockBack(context, messageId);
  for (const swapId of goneSwaps) {
    const swap = yield* swapById(context, swapId);
    if (swap !== undefined) yield* refreshSwap(context, swap);
  }
  return {
    messages: goneMessages.map(({ messageId }) => messageId),
    outcomes: goneOutcomes.map(({ messageId }) => messageId),
    finalityViolated,
  };
}

/** Deletes what the bridge's settler emitted above `block`, which is read again, and returns the ids of these swaps. */
function* takeSwapEventsBack(
  { tables: { swapEvents, swapScans } }: BridgeContext,
  family: string,
  domain: Domain,
  block: number,
  evenFinal: EvenFinal | undefined,
): TxScript<ReadonlySet<Hex>> {
  const gone = yield* all((db) =>
    db
      .delete(swapEvents)
      .where(and(eq(swapEvents.family, family), eq(swapEvents.domain, domain), gt(swapEvents.blockNumber, block)))
      .returning(),
  );
  const number = evenFinal ? Math.min(block, evenFinal.readAfter?.number ?? 0) : block;
  const ahead = and(eq(swapScans.family, family), eq(swapScans.domain, domain), gt(swapScans.number, number));
  yield* run((db) => db.update(swapScans).set({ number }).where(ahead));
  return new Set(gone.map(({ swapId }) => swapId));
}

/** What was found in blocks above `block` is not known any more. */
function* forgetDifferences({ laneDifferences }: BridgeTables, family: string, domain: Domain, block: number) {
  const gone = and(
    eq(laneDifferences.family, family),
    eq(laneDifferences.destination, domain),
    gt(laneDifferences.blockNumber, block),
  );
  yield* run((db) => db.delete(laneDifferences).where(gone));
}

/** Roots and executions at other bridges that were compared with final messages which are gone now. */
function* compareAgain(
  { roots, outcomes }: BridgeTables,
  family: string,
  source: Domain,
  gone: readonly { readonly messageId: Hex }[],
): TxScript<void> {
  const ofSource = and(eq(roots.family, family), eq(roots.source, source));
  yield* run((db) => db.update(roots).set({ compared: false }).where(ofSource));
  for (const { messageId } of gone) {
    const executed = and(eq(outcomes.messageId, messageId), eq(outcomes.status, 'executed'));
    yield* run((db) => db.update(outcomes).set({ compared: false }).where(executed));
  }
}

/** The messages among `found` that are final themselves or by their outcome. */
function* finalRows({ messages, outcomes }: BridgeTables, found: Above): TxScript<readonly Hex[]> {
  const sent = yield* all((db) =>
    db
      .select({ messageId: messages.messageId })
      .from(messages)
      .where(and(found.messages, eq(messages.final, true))),
  );
  const done = yield* all((db) =>
    db
      .select({ messageId: outcomes.messageId })
      .from(outcomes)
      .where(and(found.outcomes, eq(outcomes.final, true))),
  );
  return [...sent, ...done].map(({ messageId }) => messageId);
}

function* takeLockBack(context: BridgeContext, messageId: Hex): TxScript<void> {
  const order = yield* first(context.statements.orderByMessage, { id: messageId });
  if (order !== undefined) yield* applyTransition(context, order, 'lockVanished');
}

/** Undoes the effect of an outcome. An outcome of an unknown message had no effect. */
function* takeOutcomeBack(context: BridgeContext, { messageId, family, domain, status }: GoneOutcome): TxScript<void> {
  const { statements } = context;
  const message = yield* first(statements.messageById, { id: messageId });
  if (message === undefined || message.family !== family || message.destination !== domain) return;
  yield* run(statements.setDelivered, { id: messageId, delivered: false });
  const order = yield* first(statements.orderByMessage, { id: messageId });
  if (order !== undefined) yield* applyTransition(context, order, OUTCOME_VANISHED[status]);
  const refunded = yield* first(statements.orderByCancel, { id: messageId });
  if (refunded !== undefined) yield* applyTransition(context, refunded, 'refundVanished');
}
