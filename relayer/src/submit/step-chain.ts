import { ok, type Result } from '@causeway/protocol';
import type { SubmitFailure } from '../failures.ts';
import type { Destination } from './destination.ts';

/**
 * One turn of a chain's destinations, which share its oracle: each follows its transactions, and then they propose, the
 * one first that has sent the longest time ago, so that none waits for another that has always more to do.
 */
export async function stepChain(
  destinations: readonly Destination[],
): Promise<Result<number | undefined, SubmitFailure>> {
  let nextMs: number | undefined;
  for (const destination of destinations) {
    const followed = await destination.follow(true);
    if (!followed.ok) return followed;
  }
  for (const destination of destinations.toSorted((one, other) => one.lastSent - other.lastSent)) {
    const stepped = await destination.advance();
    if (!stepped.ok) return stepped;
    if (stepped.value !== undefined) nextMs = Math.min(nextMs ?? stepped.value, stepped.value);
  }
  return ok(nextMs);
}
