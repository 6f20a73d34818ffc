import type { Hex } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';

/**
 * When final messages were first seen. A chain whose final block stood still for long makes a whole backlog final, and
 * too late, at once: such messages may still be delivered for a time, which nobody shortens or prolongs by setting the
 * machine's clock. In memory only: a restart begins the time anew.
 */
export class Arrivals {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #seenMs = new Map<Hex, number>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** Notes every message of `messageIds`, and forgets all others. */
  note(messageIds: ReadonlySet<Hex>): void {
    const now = this.#clock.monotonic();
    for (const messageId of this.#seenMs.keys()) if (!messageIds.has(messageId)) this.#seenMs.delete(messageId);
    for (const messageId of messageIds) if (!this.#seenMs.has(messageId)) this.#seenMs.set(messageId, now);
  }

  /** True when `messageId` was first seen less than `milliseconds` ago. */
  isWithin(messageId: Hex, milliseconds: number): boolean {
    const seenMs = this.#seenMs.get(messageId);
    return seenMs !== undefined && this.#clock.monotonic() - seenMs < milliseconds;
  }
}
