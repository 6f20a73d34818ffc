import type { BlockRef, Domain } from '@causeway/protocol';
import { and, desc, eq, lte } from 'drizzle-orm';
import { all, first, type TxScript } from '../core/steps.ts';
import { above, ordersOf } from './chain-rollback.ts';
import { toPosition } from './chain-rows.ts';
import type { AboveBlock } from './chain-view.ts';
import type { BridgeTables } from './schema.ts';

/** ChainViewRepository.above, within the caller's job. */
export function* rowsAbove(tables: BridgeTables, family: string, domain: Domain, block: number): TxScript<AboveBlock> {
  const { messages, outcomes, roots } = tables;
  const found = above(tables, family, domain, block);
  const sent = yield* all((db) => db.select({ id: messages.messageId }).from(messages).where(found.messages));
  const done = yield* all((db) => db.select({ id: outcomes.messageId }).from(outcomes).where(found.outcomes));
  const committed = yield* all((db) => db.select({ nonce: roots.firstNonce }).from(roots).where(found.roots));
  const affected = yield* ordersOf(tables, found);
  return {
    messages: sent.map(({ id }) => id),
    outcomes: done.map(({ id }) => id),
    roots: committed.length,
    orders: affected,
  };
}

/** ChainViewRepository.newestEvent, within the caller's job. */
export function* newestEvent(
  { messages, outcomes, roots }: BridgeTables,
  family: string,
  domain: Domain,
  upTo: number,
): TxScript<BlockRef | undefined> {
  const found: BlockRef[] = [];
  // An index by height begins with the finality.
  for (const final of [false, true]) {
    for (const [table, emitter] of [
      [messages, messages.source],
      [outcomes, outcomes.domain],
    ] as const) {
      const rows = and(
        eq(table.family, family),
        eq(emitter, domain),
        eq(table.final, final),
        lte(table.blockNumber, upTo),
      );
      const row = yield* first((db) => db.select().from(table).where(rows).orderBy(desc(table.blockNumber)).limit(1));
      if (row) found.push(toPosition(row).block);
    }
  }
  const committed = and(eq(roots.family, family), eq(roots.destination, domain), lte(roots.blockNumber, upTo));
  const root = yield* first((db) => db.select().from(roots).where(committed).orderBy(desc(roots.blockNumber)).limit(1));
  if (root) found.push(toPosition(root).block);
  return found.sort((a, b) => b.number - a.number)[0];
}
