import { fail, ok, type ProvenUse, type Result, unpackProof } from '@causeway/protocol';
import type { CallFailure, ReadFailure } from '../failures.ts';
import type { OracleCall } from './provider.ts';

/** Marks an anchor whose transaction has consecutive orders packed into one call. */
export const PACKED = '+packed';

/** The anchor in the form that releases before packed orders know; undefined when it is in that form. */
export const unpackedAnchor = (text: string): string | undefined =>
  text.endsWith(PACKED) ? text.slice(0, -PACKED.length) : undefined;

/** Tells whether a bridge has the function for packed orders. */
export type TakesPacked = () => Promise<Result<boolean, ReadFailure>>;

/** What can be seen of a bridge: that it has the function, that it has not, or neither now. */
export type SeenPacked = boolean | 'unclear';

/** Remembers what `read` sees of one bridge, whose code never changes. While that is unclear, the answer is no. */
export function oncePacked(read: () => Promise<Result<SeenPacked, ReadFailure>>): TakesPacked {
  let known: boolean | undefined;
  return async () => {
    if (known !== undefined) return ok(known);
    const seen = await read();
    if (!seen.ok) return seen;
    if (seen.value === 'unclear') return ok(false);
    known = seen.value;
    return ok(known);
  };
}

/**
 * `anchor` with the mark when `calls` have orders to pack and the bridge takes them so. While that cannot be read, they
 * are single calls.
 */
export async function bindPacked(
  anchor: string,
  calls: readonly OracleCall[],
  takesPacked: TakesPacked,
): Promise<Result<string, CallFailure>> {
  if (!packs(calls)) return ok(anchor);
  const takes = await takesPacked();
  const unpacked = unpackedAnchor(anchor) ?? anchor;
  return ok(takes.ok && takes.value ? unpacked + PACKED : unpacked);
}

/** Fails with INVALID_ANCHOR when the bridge does not take packed orders, or as its read did. */
export async function checkPacked(takesPacked: TakesPacked): Promise<Result<void, CallFailure>> {
  const takes = await takesPacked();
  if (!takes.ok) return takes;
  return takes.value ? ok(undefined) : fail('INVALID_ANCHOR', 'the bridge does not take packed orders');
}

/** Fewest consecutive orders that are packed. One alone is a call of its own, with the events and errors of before. */
const LEAST_ORDERS = 2;

/** A call on its own, or consecutive ones of one interval that go together, in order of nonce. */
export type Grouped = { readonly alone: OracleCall } | { readonly together: readonly [ProvenUse, ...ProvenUse[]] };

/**
 * `calls` with the consecutive orders of each interval together: commitments first, then the intervals in the order of
 * their first call. It depends on nothing else, so that the relayer and every signer build the same transaction.
 */
export function groupCalls(calls: readonly OracleCall[]): readonly Grouped[] {
  const commits = calls.filter((call) => call.function === 'commitRoot');
  const byInterval = new Map<string, ProvenUse[]>();
  for (const call of calls) {
    if (call.function === 'commitRoot') continue;
    const key = intervalOf(call);
    byInterval.set(key, [...(byInterval.get(key) ?? []), call]);
  }
  const groups = [...byInterval.values()].flatMap(consecutive);
  return [
    ...commits.map((alone): Grouped => ({ alone })),
    ...groups.flatMap((together): readonly Grouped[] =>
      together.length >= LEAST_ORDERS ? [{ together }] : [{ alone: together[0] }],
    ),
  ];
}

/** Whether `calls` have orders that executeMany would take together. */
export const packs = (calls: readonly OracleCall[]): boolean => groupCalls(calls).some((group) => 'together' in group);

/** A text for the interval of a call's proof. A proof that cannot be read has none in common with another. */
function intervalOf({ function: use, message, proof }: ProvenUse): string {
  const unpacked = unpackProof(use, proof);
  if (!unpacked.ok) return proof;
  return `${message.source}/${unpacked.value.firstNonce}/${unpacked.value.count}`;
}

/** The runs of consecutive nonces among `uses`, sorted by nonce. */
function consecutive(uses: readonly ProvenUse[]): readonly [ProvenUse, ...ProvenUse[]][] {
  const runs: [ProvenUse, ...ProvenUse[]][] = [];
  for (const use of uses.toSorted((a, b) => (a.message.nonce < b.message.nonce ? -1 : 1))) {
    const last = runs.at(-1);
    if (last?.at(-1)?.message.nonce === use.message.nonce - 1n) last.push(use);
    else runs.push([use]);
  }
  return runs;
}
