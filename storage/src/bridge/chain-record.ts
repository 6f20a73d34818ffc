import { type BlockRef, type Domain, MAX_U64, ZERO_32 } from '@causeway/protocol';
import { and, eq, gt } from 'drizzle-orm';
import { all, first, run, type Steps } from '../core/steps.ts';
import { toPosition } from './chain-rows.ts';
import type { LaneKey, LaneRecord } from './chain-view.ts';
import type { BridgeContext } from './context.ts';

/** ChainViewRepository.recordedMessages, within the caller's job. */
export function* recordedMessages({ statements }: BridgeContext, lane: LaneKey, from: bigint): Steps<LaneRecord> {
  const newest = yield* first(statements.lastMessage, { ...lane, last: MAX_U64 });
  if (newest === undefined) return { next: 0n };
  if (newest.nonce < from) return { next: newest.nonce + 1n, block: toPosition(newest).block };
  /** True when all nonces from `from` up to `nonce` are recorded. */
  const isComplete = function* (nonce: bigint): Steps<boolean> {
    const found = yield* first(statements.countMessages, { ...lane, first: from, end: nonce });
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
  if (low === 0n) return { next: low };
  const last = yield* first(statements.lastMessage, { ...lane, last: low - 1n });
  return last === undefined ? { next: low } : { next: low, block: toPosition(last).block };
}

/** Most nonces that one root covers. */
const MAX_INTERVAL = 4_096n;

/** ChainViewRepository.recordedRoots, within the caller's job. */
export function* recordedRoots(context: BridgeContext, lane: LaneKey, from: bigint): Steps<LaneRecord> {
  const nonce = from > MAX_INTERVAL ? from - MAX_INTERVAL : 0n;
  const rows = yield* all(context.statements.rootsFrom, { ...lane, nonce });
  const [lowest] = rows;
  // A rollback removed all of them.
  if (lowest === undefined && from > 0n) return yield* recordedRoots(context, lane, 0n);
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
