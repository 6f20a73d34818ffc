import type { OrderState } from '@causeway/protocol';
import type { OrderRow } from './orders.ts';

/** States in which the lock may not be final yet; the head of its chain gives the number of confirmations. */
const WAITING_STATES: readonly OrderState[] = ['locked', 'confirming', 'cancelling'];

/**
 * Blocks on top of an order's lock, at most the required ones: 0 without a lock. `head` is the newest scanned block of
 * the source (chainView.cursor), undefined before the first scan.
 */
export function confirmationsOf(
  { state, lockBlock, requiredConfirmations }: Pick<OrderRow, 'state' | 'lockBlock' | 'requiredConfirmations'>,
  head: number | undefined,
): number {
  if (lockBlock === null) return 0;
  if (!WAITING_STATES.includes(state)) return requiredConfirmations;
  return Math.max(0, Math.min((head ?? 0) - lockBlock, requiredConfirmations));
}
