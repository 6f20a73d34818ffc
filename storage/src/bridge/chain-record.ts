import { type BlockRef, type Domain, MAX_U64, ZERO_32 } from '@causeway/protocol';
import { and, eq, gt } from 'drizzle-orm';
import { all, first, run, type TxScript } from '../core/steps.ts';
import { toPosition } from './chain-rows.ts';
import type { LaneKey, LaneRecord } from './chain-view.ts';
import type { BridgeContext } from './context.ts';

/** ChainViewRepository.recordedMessages, within the caller's job. */
export function* recordedMessages(context: BridgeContext, lane: LaneKey, from: bigint): TxScript<LaneRecord> {
  const { statements } = context;
  const newest = yield* first(statements.lastMessage, { ...lane, last: MAX_U64 });
  if (newest === undefined) return { next: 0n };
  if (newest.nonce < from) return { next: newest.nonce + 1n, block: toPosition(newest).block };
  let next = from;
  const end = newest.nonce + 1n;
  // The newest message is never pruned.
  const bounds = [...(yield* all(statements.prunedFrom, { ...lane, nonce: from })), { first: end, end }];
  for (const bound of bounds) {
    next = yield* completeTo(context, lane, next, bound.first);
    if (next < bound.first) break;
    if (next < bound.end) next = bound.end;
  }
  const last = next === 0n ? undefined : yield* first(statements.lastMessage, { ...lane, last: next - 1n });
  return last === undefined ? { next } : { next, block: toPosition(last).block };
}

/** The first nonce of `lane` from `from` on that is not recorded; `end` when all below it are. */
function* completeTo({ statements }: BridgeContext, lane: LaneKey, from: bigint, end: bigint): TxScript<bigint> {
  /** True when all nonces from `from` up to `nonce` are recorded. */
  const isComplete = function* (nonce: bigint): TxScript<boolean> {
    const found = yield* first(statements.countMessages, { ...lane, first: from, end: nonce });
    return BigInt(found?.rows ?? 0) === nonce - from;
  };
  if (end <= from) return from;
  if (yield* isComplete(end)) return end;
  // Invariant: complete below `low`, and not below any nonce above `high`.
  let [low, high] = [from, end - 1n];
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (yield* isComplete(middle)) low = middle;
    else high = middle - 1n;
  }
  return low;
}

/** Most nonces that one root covers. */
export const MAX_INTERVAL = 4_096n;

/** Nonces `first` up to before `end` that were committed. Of pruned ones the block is not known any more. */
interface Committed {
  readonly first: bigint;
  readonly end: bigint;
  readonly block?: BlockRef;
}

/** ChainViewRepository.recordedRoots, within the caller's job. */
export function* recordedRoots(context: BridgeContext, lane: LaneKey, from: bigint): TxScript<LaneRecord> {
  const nonce = from > MAX_INTERVAL ? from - MAX_INTERVAL : 0n;
  const rows = yield* all(context.statements.rootsFrom, { ...lane, nonce });
  const [lowest] = rows;
  // A rollback removed all of them.
  if (lowest === undefined && from > 0n) return yield* recordedRoots(context, lane, 0n);
  // The newest row of an interval is in force.
  const inForce = [...new Map(rows.map((row) => [row.firstNonce, row])).values()].filter(
    ({ root }) => root !== ZERO_32,
  );
  const committed: readonly Committed[] = [
    ...inForce.map((row) => ({
      first: row.firstNonce,
      end: row.firstNonce + BigInt(row.count),
      block: toPosition(row).block,
    })),
    ...(yield* all(context.statements.prunedFrom, { ...lane, nonce })),
  ];
  let record: LaneRecord = { next: from > MAX_INTERVAL && lowest ? lowest.firstNonce : 0n };
  for (const { first, end, block = record.block } of committed.toSorted((a, b) => (a.first < b.first ? -1 : 1))) {
    if (first > record.next) break;
    if (end > record.next) record = block ? { next: end, block } : { next: end };
  }
  return record;
}

/** ChainViewRepository.readAgain, within the caller's job. */
export function* readAgain(
  { tables: { blocks }, statements }: BridgeContext,
  family: string,
  domain: Domain,
  block: BlockRef | undefined,
): TxScript<void> {
  const above = and(eq(blocks.family, family), eq(blocks.domain, domain), gt(blocks.number, block?.number ?? -1));
  yield* run((db) => db.delete(blocks).where(above));
  if (block === undefined) return;
  const { number, hash, timeMs } = block;
  const recorded = yield* first(statements.blockAt, { family, domain, number });
  if (recorded === undefined) yield* run(statements.insertBlock, { family, domain, number, hash, timeMs });
}
