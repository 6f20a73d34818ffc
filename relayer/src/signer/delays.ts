import type { ReadFailure } from '@causeway/chains';
import { type BlockRef, ok, type Result } from '@causeway/protocol';
import type { Delays } from '../account/delays.ts';
import type { NamedBridge } from '../bridges.ts';
import type { Delivery } from './accounts.ts';
import { noQuorum } from './chain-checks.ts';
import { type Checked, refuse } from './refusal.ts';

// Safety-critical: the time in which a guardian can stop a large theft.

/** The destination's newest final block, read once for a proposal. */
export type Finalized = () => Promise<Result<BlockRef, ReadFailure>>;

/** Checks that the time of a large amount has come, by the clocks of the chains alone. */
export async function requireDue(
  delays: Delays,
  destination: NamedBridge,
  { row, index }: Delivery,
  finalized: Finalized,
): Promise<Checked<void>> {
  const until = await delays.heldUntil(row, destination);
  if (until === undefined) return ok(undefined);
  const now = await finalized();
  if (!now.ok) return noQuorum(now.error);
  if (now.value.timeMs >= until) return ok(undefined);
  const left = Math.ceil((until - now.value.timeMs) / 1_000);
  return refuse('TOO_SOON', `large amounts on this lane wait, this one for ${left} more seconds`, index);
}
