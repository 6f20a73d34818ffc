import type { SolverOutcome, SwapOrder } from '@causeway/storage';
import { first, type TxScript } from '@causeway/storage/jobs';
import { type BridgeContext, outcomesDue, takeOutcome } from '@causeway/storage/orders';

/**
 * How an order of mode swap ended for the solver whose offer it took: the whole seconds from its lock to its fill, or
 * null when that solver did not fill it. Undefined when it does not count, because it was not locked before its quote
 * expired.
 */
export function outcomeOf(
  { swap }: Pick<SwapOrder, 'swap'>,
  lockedAtMs: number | undefined,
): SolverOutcome | undefined {
  const { quoteExpiresAtMs, filler, solverAddress, filledAtMs } = swap;
  if (lockedAtMs === undefined || quoteExpiresAtMs === null || lockedAtMs > quoteExpiresAtMs) return undefined;
  if (filledAtMs === null || filler !== solverAddress) return null;
  // The two times are of two chains.
  return Math.max(0, Math.floor((filledAtMs - lockedAtMs) / 1_000));
}

/** Takes up to `limit` orders that ended and have not been counted, each with `add` if it counts. Returns how many. */
export function* takeOutcomes(
  bridge: BridgeContext,
  limit: number,
  add: (accountId: string, outcome: SolverOutcome) => TxScript<void>,
): TxScript<number> {
  const due = yield* outcomesDue(bridge, limit);
  for (const { order, swap } of due) {
    const lock = yield* first(bridge.statements.messageById, { id: order.messageId });
    const outcome = outcomeOf({ swap }, lock?.blockTimeMs);
    if (outcome !== undefined && swap.solverAccountId !== null) yield* add(swap.solverAccountId, outcome);
    yield* takeOutcome(bridge, swap);
  }
  return due.length;
}
