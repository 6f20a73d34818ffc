import type { OracleCall } from '@causeway/chains';
import { type Batch, buildBatch, executionOf, packProof } from '@causeway/protocol';
import type { ChainViewRepository, LaneKey, MessageRow } from '@causeway/storage';

/** Contiguous messages of one lane: nonces firstNonce … firstNonce + count − 1. */
export interface Interval {
  readonly lane: LaneKey;
  readonly firstNonce: bigint;
  readonly count: number;
}

/** An interval with its messages and its tree. */
export interface ProvenInterval extends Interval {
  readonly rows: readonly MessageRow[];
  readonly batch: Batch;
}

/** A unique text for an interval, as a key of maps. */
export const intervalKey = ({ lane, firstNonce, count }: Interval): string =>
  `${lane.family}/${lane.source}/${lane.destination}/${firstNonce}/${count}`;

/** The tree over `rows`, which must be messages of one lane in order of nonce and without gaps. */
export function proveRows(lane: LaneKey, rows: readonly [MessageRow, ...MessageRow[]]): ProvenInterval {
  const firstNonce = rows[0].message.nonce;
  const batch = buildBatch(
    firstNonce,
    rows.map((row) => row.messageId),
  );
  return { lane, firstNonce, count: rows.length, rows, batch };
}

/** The interval with its tree; undefined unless `view` has all of its messages as final. */
export async function proveInterval(
  view: ChainViewRepository,
  interval: Interval,
): Promise<ProvenInterval | undefined> {
  const { lane, firstNonce, count } = interval;
  const rows = await view.messages(lane, firstNonce, count, true);
  const [first, ...rest] = contiguousFrom(firstNonce, rows);
  return first !== undefined && rest.length + 1 === count ? proveRows(lane, [first, ...rest]) : undefined;
}

/** The longest run of `rows` with nonces firstNonce, firstNonce + 1, … */
export function contiguousFrom(firstNonce: bigint, rows: readonly MessageRow[]): readonly MessageRow[] {
  const gap = rows.findIndex((row, index) => row.message.nonce !== firstNonce + BigInt(index));
  return gap < 0 ? rows : rows.slice(0, gap);
}

/** The call that commits the interval's root. */
export const commitCall = (interval: ProvenInterval): OracleCall => ({
  function: 'commitRoot',
  source: interval.lane.source,
  firstNonce: interval.firstNonce,
  count: interval.count,
  root: interval.batch.root,
});

/** The mintTokens or releaseTokens call for `row`, with a proof under `interval`. */
export function executeCall(interval: ProvenInterval, { message }: MessageRow): OracleCall {
  const name = executionOf(message);
  return { function: name, message, proof: packProof(name, message, interval.batch) };
}

/** The cancelOrder call for `row`, with a proof under `interval`. */
export const cancelCall = (interval: ProvenInterval, { message }: MessageRow): OracleCall => ({
  function: 'cancelOrder',
  message,
  proof: packProof('cancelOrder', message, interval.batch),
});
