import { type BlockRef, type Domain, ok, type Result, type Status } from '@causeway/protocol';
import type { ChainViewRepository, RootRow } from '@causeway/storage';
import type { ReadBridge } from '../bridges.ts';
import type { ViewFailure } from '../failures.ts';
import { contiguousFrom, proveRows } from '../plan/prover.ts';

/** Most messages without an outcome whose statuses are read for one comparison. */
export const MOST_WAITING = 500;
/** Most intervals whose roots are read for one comparison. */
export const MOST_INTERVALS = 64;

/** Most nonces whose statuses are read at once. */
const STATUSES = 256n;

/** The statuses of `nonces` from `source`, in any order, with few reads; at block `at` or on the newest state. */
export async function statusesOf(
  provider: ReadBridge['provider'],
  source: Domain,
  nonces: readonly bigint[],
  at?: BlockRef,
): Promise<Result<ReadonlyMap<bigint, Status>, ViewFailure>> {
  const windows = windowsOf(nonces);
  const reads = windows.map(([first, last]) => provider.statuses(source, first, Number(last - first) + 1, at));
  const statuses = new Map<bigint, Status>();
  for (const [index, read] of (await Promise.all(reads)).entries()) {
    if (!read.ok) return read;
    const [first] = windows[index] as Window;
    for (const [offset, status] of read.value.entries()) statuses.set(first + BigInt(offset), status);
  }
  return ok(statuses);
}

type Window = readonly [first: bigint, last: bigint];

/** `nonces` in windows, each of which one read of statuses covers. */
function windowsOf(nonces: readonly bigint[]): readonly Window[] {
  const windows: [bigint, bigint][] = [];
  for (const nonce of nonces.toSorted((a, b) => (a < b ? -1 : 1))) {
    const window = windows.at(-1);
    if (window && nonce < window[0] + STATUSES) window[1] = nonce;
    else windows.push([nonce, nonce]);
  }
  return windows;
}

/** The `roots` that the chain does not have; at block `at` or on the newest state. */
export async function differing(
  provider: ReadBridge['provider'],
  roots: readonly RootRow[],
  at?: BlockRef,
): Promise<Result<readonly RootRow[], ViewFailure>> {
  const reads = roots.map(({ lane, firstNonce, count }) => provider.root(lane.source, firstNonce, count, at));
  const different: RootRow[] = [];
  for (const [index, read] of (await Promise.all(reads)).entries()) {
    if (!read.ok) return read;
    const row = roots[index] as RootRow;
    if (read.value !== row.root) different.push(row);
  }
  return ok(different);
}

/**
 * True when `root` is not the root of the recorded messages. A status under such a root is that of another message,
 * which a forger executed: the outcome of the recorded one is not missing.
 */
export async function isForeign(
  view: ChainViewRepository,
  { lane, firstNonce, count, root }: RootRow,
): Promise<boolean> {
  const [first, ...rest] = contiguousFrom(firstNonce, await view.messages(lane, firstNonce, count, false));
  return first === undefined || rest.length + 1 < count || proveRows(lane, [first, ...rest]).batch.root !== root;
}
