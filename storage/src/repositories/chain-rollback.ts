import { type Domain, type Hex, KIND, type OrderTrigger } from '@causeway/protocol';
import { and, eq, gt, inArray } from 'drizzle-orm';
import type { Connection, Context } from '../database.ts';
import type { OutcomeRow, RollbackResult } from '../repositories.ts';
import { blocks, messages, orders, outcomes, roots } from '../schema.ts';
import { applyTransition } from './order-transition.ts';

/** What an order goes through when the outcome of its own message is undone. */
const OUTCOME_VANISHED: Readonly<Record<OutcomeRow['status'], OrderTrigger>> = {
  executed: 'executionVanished',
  cancelled: 'cancelVanished',
};

/** Conditions for what one bridge emitted above a block. */
function above(family: string, domain: Domain, block: number) {
  return {
    messages: and(eq(messages.family, family), eq(messages.source, domain), gt(messages.blockNumber, block)),
    outcomes: and(eq(outcomes.family, family), eq(outcomes.domain, domain), gt(outcomes.blockNumber, block)),
    roots: and(eq(roots.family, family), eq(roots.destination, domain), gt(roots.blockNumber, block)),
    blocks: and(eq(blocks.family, family), eq(blocks.domain, domain), gt(blocks.number, block)),
  };
}

/** ChainViewRepository.rollback, within the caller's job. */
export function rollback(
  context: Context,
  family: string,
  domain: Domain,
  block: number,
  evenFinal: boolean,
): RollbackResult {
  const { db } = context;
  const found = above(family, domain, block);
  const finalityViolated = finalRows(db, found);
  if (finalityViolated.length > 0 && !evenFinal) return { messages: [], outcomes: [], finalityViolated };

  // Naming both values of final lets SQLite use the index by height.
  const anyFinality = [false, true];
  const goneOutcomes = db
    .delete(outcomes)
    .where(and(found.outcomes, inArray(outcomes.final, anyFinality)))
    .returning()
    .all();
  const goneMessages = db
    .delete(messages)
    .where(and(found.messages, inArray(messages.final, anyFinality)))
    .returning()
    .all();
  db.delete(roots).where(found.roots).run();
  db.delete(blocks).where(found.blocks).run();

  for (const { messageId, status } of goneOutcomes) {
    db.update(messages).set({ delivered: false }).where(eq(messages.messageId, messageId)).run();
    takeOutcomeBack(context, messageId, status);
  }
  for (const { messageId, kind } of goneMessages) if (kind !== KIND.cancel) takeLockBack(context, messageId);
  return {
    messages: goneMessages.map(({ messageId }) => messageId),
    outcomes: goneOutcomes.map(({ messageId }) => messageId),
    finalityViolated,
  };
}

/** The messages that are final among `found`, themselves or by their outcome. */
function finalRows(db: Connection, found: ReturnType<typeof above>): readonly Hex[] {
  const sent = db
    .select({ messageId: messages.messageId })
    .from(messages)
    .where(and(found.messages, eq(messages.final, true)));
  const done = db
    .select({ messageId: outcomes.messageId })
    .from(outcomes)
    .where(and(found.outcomes, eq(outcomes.final, true)));
  return [...sent.all(), ...done.all()].map(({ messageId }) => messageId);
}

function takeLockBack(context: Context, messageId: Hex): void {
  const order = context.statements.orderByMessage.get({ id: messageId });
  if (order !== undefined) applyTransition(context, order, 'lockVanished');
}

function takeOutcomeBack(context: Context, messageId: Hex, status: OutcomeRow['status']): void {
  const order = context.statements.orderByMessage.get({ id: messageId });
  if (order !== undefined) applyTransition(context, order, OUTCOME_VANISHED[status]);
  const refunded = context.db.select().from(orders).where(eq(orders.cancelMessageId, messageId)).get();
  if (refunded !== undefined) applyTransition(context, refunded, 'refundVanished');
}
