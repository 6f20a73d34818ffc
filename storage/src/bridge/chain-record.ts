import { type BlockRef, type Domain, ZERO_32 } from '@causeway/protocol';
import { and, asc, count, desc, eq, gt, gte, lt, type SQL } from 'drizzle-orm';
import { all, first, run, type Steps } from '../core/steps.ts';
import { toPosition } from './chain-rows.ts';
import type { LaneKey, LaneRecord } from './chain-view.ts';
import type { BridgeContext } from './context.ts';
import type { BridgeTables } from './schema.ts';

/** ChainViewRepository.recordedMessages, within the caller's job. */
export function* recordedMessages({ messages }: BridgeTables, lane: LaneKey, from: bigint): Steps<LaneRecord> {
  const ofLane = and(
    eq(messages.family, lane.family),
    eq(messages.source, lane.source),
    eq(messages.destination, lane.destination),
  );
  const lastBelow = (nonce?: bigint) =>
    first((db) =>
      db
        .select()
        .from(messages)
        .where(and(ofLane, nonce === undefined ? undefined : lt(messages.nonce, nonce)))
        .orderBy(desc(messages.nonce))
        .limit(1),
    );
  const newest = yield* lastBelow();
  if (newest === undefined) return { next: 0n };
  if (newest.nonce < from) return { next: newest.nonce + 1n, block: toPosition(newest).block };
  /** True when all nonces from `from` up to `nonce` are recorded. */
  const isComplete = function* (nonce: bigint): Steps<boolean> {
    const range: SQL | undefined = and(ofLane, gte(messages.nonce, from), lt(messages.nonce, nonce));
    const found = yield* first((db) => db.select({ rows: count() }).from(messages).where(range));
    return BigInt(found?.rows ?? 0) === nonce - from;
  };
  // Invariant: complete below `low`, and not below any nonce above `high`.
  let low = from;
  let high = newest.nonce + 1n;
  if (yield* isComplete(high)) low = high;
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (yield* isComplete(middle)) low = middle;
    else high = middle - 1n;
  }
  const last = yield* lastBelow(low);
  return last === undefined ? { next: low } : { next: low, block: toPosition(last).block };
}

/** Most nonces that one root covers. */
const MAX_INTERVAL = 4_096n;

/** ChainViewRepository.recordedRoots, within the caller's job. */
export function* recordedRoots(tables: BridgeTables, lane: LaneKey, from: bigint): Steps<LaneRecord> {
  const { roots } = tables;
  const rows = yield* all((db) =>
    db
      .select()
      .from(roots)
      .where(
        and(
          eq(roots.family, lane.family),
          eq(roots.source, lane.source),
          eq(roots.destination, lane.destination),
          gte(roots.firstNonce, from > MAX_INTERVAL ? from - MAX_INTERVAL : 0n),
        ),
      )
      .orderBy(asc(roots.firstNonce), asc(roots.blockNumber), asc(roots.positionIndex)),
  );
  const [lowest] = rows;
  // A rollback removed all of them.
  if (lowest === undefined && from > 0n) return yield* recordedRoots(tables, lane, 0n);
  // The newest row of an interval is in force.
  const intervals = new Map(rows.map((row) => [row.firstNonce, row]));
  let record: LaneRecord = { next: from > MAX_INTERVAL && lowest ? lowest.firstNonce : 0n };
  for (const row of intervals.values()) {
    if (row.firstNonce > record.next) break;
    if (row.root === ZERO_32) continue;
    const end = row.firstNonce + BigInt(row.count);
    if (end > record.next) record = { next: end, block: toPosition(row).block };
  }
  return record;
}

/** ChainViewRepository.readAgain, within the caller's job. */
export function* readAgain(
  { tables: { blocks }, statements }: BridgeContext,
  family: string,
  domain: Domain,
  block: BlockRef | undefined,
): Steps<void> {
  const above = and(eq(blocks.family, family), eq(blocks.domain, domain), gt(blocks.number, block?.number ?? -1));
  yield* run((db) => db.delete(blocks).where(above));
  if (block === undefined) return;
  const { number, hash, timeMs } = block;
  const recorded = yield* first(statements.blockAt, { family, domain, number });
  if (recorded === undefined) yield* run(statements.insertBlock, { family, domain, number, hash, timeMs });
}
