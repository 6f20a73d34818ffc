import { decodeTerms } from '@causeway/protocol';
import type { SolverOutcome, SwapOrder } from '@causeway/storage';
import { first, readLocked, type TxScript } from '@causeway/storage/jobs';
import { type BridgeContext, orderLock, outcomesDue, returnedAt, takeOutcome } from '@causeway/storage/orders';

/** When the chains showed what a solver waits for, Unix milliseconds; undefined for what they have not shown. */
interface SwapTimes {
  readonly lockedAtMs: number | undefined;
  readonly deliveredAtMs: number | undefined;
  /** The end of a swap that nobody filled. */
  readonly returnedAtMs: number | undefined;
}

/**
 * How an order of mode swap ended for the solver whose offer it took: the whole seconds from its lock to its fill, or
 * null when that solver did not fill it. Undefined when it does not count: it was not locked before its quote expired,
 * was not delivered by its deadline, or its recipient ended it before the solver's own time was over.
 */
export function outcomeOf(
  { swap }: Pick<SwapOrder, 'swap'>,
  { lockedAtMs, deliveredAtMs, returnedAtMs }: SwapTimes,
): SolverOutcome | undefined {
  const { quoteExpiresAtMs, filler, solverAddress, filledAtMs } = swap;
  if (lockedAtMs === undefined || quoteExpiresAtMs === null || lockedAtMs > quoteExpiresAtMs) return undefined;
  // The two times are of two chains.
  if (filledAtMs !== null && filler === solverAddress)
    return Math.max(0, Math.floor((filledAtMs - lockedAtMs) / 1_000));
  if (deliveredAtMs === undefined || deliveredAtMs >= swap.deadlineMs) return undefined;
  if (returnedAtMs !== undefined && returnedAtMs < exclusiveUntilMs(swap)) return undefined;
  return null;
}

function exclusiveUntilMs({ terms }: SwapOrder['swap']): number {
  const decoded = decodeTerms(terms);
  if (!decoded.ok) throw new Error(decoded.error.message);
  return Number(decoded.value.exclusiveUntil) * 1_000;
}

/** Takes up to `limit` orders that ended and have not been counted, each with `add` if it counts. Returns how many. */
export function* takeOutcomes(
  bridge: BridgeContext,
  limit: number,
  add: (accountId: string, outcome: SolverOutcome) => TxScript<void>,
): TxScript<number> {
  const due = yield* readLocked(
    () => outcomesDue(bridge, limit),
    (found) => found.map(({ order }) => orderLock(order.id)),
  );
  for (const { order, swap } of due) {
    const { messageId: id, family, destination: domain } = order;
    const lock = yield* first(bridge.statements.messageById, { id });
    const delivery = yield* first(bridge.statements.outcomeAt, { id, family, domain });
    const outcome = outcomeOf(
      { swap },
      {
        lockedAtMs: lock?.blockTimeMs,
        deliveredAtMs: delivery?.status === 'executed' ? delivery.blockTimeMs : undefined,
        returnedAtMs: yield* returnedAt(bridge, swap),
      },
    );
    if (outcome !== undefined && swap.solverAccountId !== null) yield* add(swap.solverAccountId, outcome);
    yield* takeOutcome(bridge, swap);
  }
  return due.length;
}
