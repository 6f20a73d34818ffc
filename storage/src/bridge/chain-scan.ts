import type { BlockRef, EventPosition } from '@causeway/protocol';
import { and, eq } from 'drizzle-orm';
import { first, run, type TxScript } from '../core/steps.ts';
import { fromPosition, type PositionColumns } from './chain-rows.ts';
import type { MessageRow, PaidFields, RootRow, ScanRow } from './chain-view.ts';
import type { BridgeContext } from './context.ts';

/** A scan contradicts the record; `message` names the first contradiction. */
export class ScanContradiction extends Error {
  override readonly name = 'ScanContradiction';
}

/** Writes a scan within the caller's job. Throws ScanContradiction, which undoes the job. */
export function* writeScan(context: BridgeContext, scan: ScanRow): TxScript<void> {
  yield* writeBlocks(context, scan);
  yield* writeMessages(context, scan);
  yield* writeOutcomes(context, scan);
  for (const root of scan.roots) yield* writeRoot(context, root);
}

function* writeBlocks({ statements }: BridgeContext, { family, domain, to, ...found }: ScanRow): TxScript<void> {
  const seen = [...found.messages, ...found.outcomes, ...found.roots].map(({ at }) => at.block);
  const byNumber = new Map<number, BlockRef>([[to.number, to]]);
  for (const block of seen) {
    const known = byNumber.get(block.number) ?? block;
    if (known.hash !== block.hash) throw new ScanContradiction(`two blocks ${block.number} in one scan`);
    byNumber.set(block.number, block);
  }
  for (const { number, hash, timeMs } of byNumber.values()) {
    const recorded = yield* first(statements.blockAt, { family, domain, number });
    if (recorded === undefined) yield* run(statements.insertBlock, { family, domain, number, hash, timeMs });
    else if (recorded.hash !== hash) throw new ScanContradiction(`block ${number} was recorded with another hash`);
  }
}

function* writeMessages(context: BridgeContext, { family, messages: found }: ScanRow): TxScript<void> {
  const { statements } = context;
  for (const { messageId, message, at } of found) {
    const recorded = yield* first(statements.messageById, { id: messageId });
    if (recorded !== undefined) {
      requireSamePosition(recorded, at, `message ${messageId}`);
      continue;
    }
    if ((yield* first(statements.messageAt, { ...message, family })) !== undefined) {
      throw new ScanContradiction(`nonce ${message.nonce} of the lane was recorded with another message`);
    }
    const delivered = yield* judgeKept(context, { messageId, family, message });
    const matched = (yield* first(statements.orderByMessage, { id: messageId })) !== undefined;
    yield* run(statements.insertMessage, {
      ...message,
      messageId,
      family,
      ...fromPosition(at),
      final: false,
      delivered,
      matched,
    });
  }
}

/**
 * Judges the kept outcomes of a message that was unknown until now: the outcome of its destination counts, the outcomes
 * of other bridges are deleted. True when one counts.
 */
function* judgeKept(
  { statements }: BridgeContext,
  { messageId, family, message }: Pick<MessageRow, 'messageId' | 'family' | 'message'>,
): TxScript<boolean> {
  const own = { id: messageId, family, domain: message.destination };
  yield* run(statements.deleteForeignOutcomes, own);
  return (yield* first(statements.outcomeAt, own)) !== undefined;
}

function* writeOutcomes({ statements }: BridgeContext, { family, domain, outcomes: found }: ScanRow): TxScript<void> {
  for (const { messageId, status, credited, at, paid } of found) {
    const message = yield* first(statements.messageById, { id: messageId });
    // A bridge cannot decide on messages to other bridges.
    if (message !== undefined && (message.family !== family || message.destination !== domain)) continue;
    const recorded = yield* first(statements.outcomeAt, { id: messageId, family, domain });
    if (recorded !== undefined) {
      // After a wrong replacement of a root a bridge can cancel a message that it cancelled or executed: the first
      // stands.
      const isPutAside = status === 'cancelled' && isBefore(recorded, at);
      if (!isPutAside) requireSamePosition(recorded, at, `the outcome of ${messageId}`);
      continue;
    }
    const position = fromPosition(at);
    yield* run(statements.insertOutcome, {
      ...{ messageId, family, domain, status, credited, ...position, final: false },
      ...paidColumns(paid),
      compared: status === 'cancelled',
    });
    if (message !== undefined) yield* run(statements.setDelivered, { id: messageId, delivered: true });
  }
}

const paidColumns = (paid: PaidFields | undefined) => ({
  operation: paid?.operation ?? null,
  recipient: paid?.recipient ?? null,
  wireAmount: paid?.wireAmount ?? null,
  reference: paid?.reference ?? null,
});

function* writeRoot(
  { tables: { roots } }: BridgeContext,
  { lane, firstNonce, count, root, at }: RootRow,
): TxScript<void> {
  const position = fromPosition(at);
  const same = and(
    eq(roots.family, lane.family),
    eq(roots.source, lane.source),
    eq(roots.destination, lane.destination),
    eq(roots.firstNonce, firstNonce),
    eq(roots.blockNumber, position.blockNumber),
    eq(roots.positionIndex, position.positionIndex),
  );
  const recorded = yield* first((db) => db.select().from(roots).where(same));
  if (recorded !== undefined) {
    requireSamePosition(recorded, at, `the root from nonce ${firstNonce}`);
    return;
  }
  yield* run((db) => db.insert(roots).values({ ...lane, firstNonce, count, root, ...position }));
}

const isBefore = ({ blockNumber, positionIndex }: PositionColumns, { block, index }: EventPosition): boolean =>
  blockNumber < block.number || (blockNumber === block.number && positionIndex < index);

function requireSamePosition(recorded: PositionColumns, at: EventPosition, what: string): void {
  const same =
    recorded.blockHash === at.block.hash &&
    recorded.transaction === at.transaction &&
    recorded.positionIndex === at.index;
  if (!same) throw new ScanContradiction(`${what} was recorded at another position`);
}
