import type { BlockRef, EventPosition } from '@causeway/protocol';
import { and, eq } from 'drizzle-orm';
import type { Connection, Context } from '../database.ts';
import type { RootRow, ScanRow } from '../repositories.ts';
import { blocks, messages, roots } from '../schema.ts';
import { fromPosition, type PositionColumns } from './chain-rows.ts';

/** A scan says otherwise than what is recorded; `message` names the first contradiction. */
export class ScanContradiction extends Error {
  override readonly name = 'ScanContradiction';
}

/** Writes a scan within the caller's job. Throws ScanContradiction, which undoes the job. */
export function writeScan(context: Context, scan: ScanRow): void {
  const { db } = context;
  writeBlocks(db, scan);
  writeMessages(context, scan);
  writeOutcomes(context, scan);
  for (const root of scan.roots) writeRoot(db, root);
}

function writeBlocks(db: Connection, { family, domain, to, ...found }: ScanRow): void {
  const seen = [...found.messages, ...found.outcomes, ...found.roots].map(({ at }) => at.block);
  const byNumber = new Map<number, BlockRef>([[to.number, to]]);
  for (const block of seen) {
    const known = byNumber.get(block.number) ?? block;
    if (known.hash !== block.hash) throw new ScanContradiction(`two blocks ${block.number} in one scan`);
    byNumber.set(block.number, block);
  }
  for (const { number, hash, timeMs } of byNumber.values()) {
    const at = and(eq(blocks.family, family), eq(blocks.domain, domain), eq(blocks.number, number));
    const recorded = db.select({ hash: blocks.hash }).from(blocks).where(at).get();
    if (recorded === undefined) db.insert(blocks).values({ family, domain, number, hash, timeMs }).run();
    else if (recorded.hash !== hash) throw new ScanContradiction(`block ${number} was recorded with another hash`);
  }
}

function writeMessages({ statements }: Context, { family, messages: found }: ScanRow): void {
  for (const { messageId, message, at } of found) {
    const recorded = statements.messageById.get({ id: messageId });
    if (recorded !== undefined) {
      requireSamePosition(recorded, at, `message ${messageId}`);
      continue;
    }
    if (statements.messageAt.get({ ...message, family }) !== undefined) {
      throw new ScanContradiction(`nonce ${message.nonce} of the lane was recorded with another message`);
    }
    const delivered = statements.outcomeById.get({ id: messageId }) !== undefined;
    const matched = statements.orderByMessage.get({ id: messageId }) !== undefined;
    statements.insertMessage.run({
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

function writeOutcomes({ db, statements }: Context, { family, domain, outcomes: found }: ScanRow): void {
  for (const { messageId, status, credited, at } of found) {
    const recorded = statements.outcomeById.get({ id: messageId });
    if (recorded !== undefined) {
      requireSamePosition(recorded, at, `the outcome of ${messageId}`);
      continue;
    }
    statements.insertOutcome.run({ messageId, family, domain, status, credited, ...fromPosition(at), final: false });
    db.update(messages).set({ delivered: true }).where(eq(messages.messageId, messageId)).run();
  }
}

function writeRoot(db: Connection, { lane, firstNonce, count, root, at }: RootRow): void {
  const position = fromPosition(at);
  const same = and(
    eq(roots.family, lane.family),
    eq(roots.source, lane.source),
    eq(roots.destination, lane.destination),
    eq(roots.firstNonce, firstNonce),
    eq(roots.blockNumber, position.blockNumber),
    eq(roots.positionIndex, position.positionIndex),
  );
  const recorded = db.select().from(roots).where(same).get();
  if (recorded !== undefined) {
    requireSamePosition(recorded, at, `the root from nonce ${firstNonce}`);
    return;
  }
  db.insert(roots)
    .values({ ...lane, firstNonce, count, root, ...position })
    .run();
}

function requireSamePosition(recorded: PositionColumns, at: EventPosition, what: string): void {
  const same =
    recorded.blockHash === at.block.hash &&
    recorded.transaction === at.transaction &&
    recorded.positionIndex === at.index;
  if (!same) throw new ScanContradiction(`${what} was recorded at another position`);
}
