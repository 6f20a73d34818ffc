import type { Hex, SwapEvent, Terms, TransactionCost } from '@causeway/protocol';
import type { EntryKind, SolverEntryRow } from '@causeway/storage';

/** What a submission's entries have in common. */
export interface Cause {
  readonly domain: number;
  readonly lane: string | null;
  readonly swapId: Hex | null;
  /** Null for what somebody else's transaction did. */
  readonly submissionId: string | null;
  readonly atMs: number;
}

/** An entry of `kind`, which has one for its swap or its submission; null for zero. */
export function entry(
  cause: Cause,
  kind: EntryKind,
  asset: string | null,
  amount: bigint,
  isIncome: boolean,
): SolverEntryRow | null {
  if (amount === 0n) return null;
  // A swap is paid and settled once, whoever settles it. What a transaction costs is its own.
  const isOfSwap = kind === 'input' || kind === 'output' || kind === 'finishFee';
  const subject = isOfSwap ? cause.swapId : cause.submissionId;
  return { ...cause, id: `${kind}:${subject}:${cause.domain}:${asset ?? ''}`, asset, kind, amount, isIncome };
}

export const present = (entries: readonly (SolverEntryRow | null)[]): readonly SolverEntryRow[] =>
  entries.filter((one) => one !== null);

/**
 * What the transactions of a submission cost, smallest units of the coin; negative when rent came back. `moved`: the
 * coins that they paid for their purpose less the ones that they brought. Where a chain measures rent, it measures all
 * that left the account, so these are part of it.
 */
export function costOf(costs: readonly TransactionCost[], moved: bigint): bigint {
  const fees = costs.reduce((sum, { fee }) => sum + fee, 0n);
  const rent = costs.reduce((sum, one) => sum + one.rent, 0n);
  return rent === 0n ? fees : fees + rent - moved;
}

/** The coins that `entries` move out of the account, less the ones that they bring. */
export const movedBy = (entries: readonly (SolverEntryRow | null)[]): bigint =>
  present(entries)
    .filter(({ asset }) => asset === null)
    .reduce((sum, { amount, isIncome }) => (isIncome ? sum - amount : sum + amount), 0n);

/** The entry of what a submission cost besides what `entries` of it say. */
export function gasEntry(
  cause: Cause,
  costs: readonly TransactionCost[],
  entries: readonly (SolverEntryRow | null)[],
): SolverEntryRow | null {
  const cost = costOf(costs, movedBy(entries));
  return entry(cause, 'gas', null, cost < 0n ? -cost : cost, cost < 0n);
}

/** The local addresses of the assets of a swap, as the books name them. */
export interface SwapAssets {
  readonly input: string | null;
  readonly output: string | null;
}

/** What the events of one swap brought and cost `account`, a word. */
export function swapEntries(
  cause: Cause,
  terms: Terms,
  assets: SwapAssets,
  events: readonly SwapEvent[],
  account: Hex,
): { readonly entries: readonly SolverEntryRow[]; readonly paid: bigint | null; readonly received: bigint | null } {
  let paid: bigint | null = null;
  let received: bigint | null = null;
  for (const event of events) {
    if (event.type === 'filled' && event.solver === account) paid = event.out;
    if (event.type === 'settled' && event.to === account) received = event.amount;
  }
  const entries = [
    paid === null ? null : entry(cause, 'output', assets.output, paid, false),
    received === null ? null : entry(cause, 'input', assets.input, received, true),
  ];
  // The settler pays itself no fee for a return that its lane cannot carry: then all of the input left.
  const returned = events.find((event) => event.type === 'returned');
  const fee = returned ? terms.amountIn - returned.amount : 0n;
  if (fee > 0n) entries.push(entry(cause, 'finishFee', assets.input, fee, true));
  return { entries: present(entries), paid, received };
}
