import type { Hex } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';

/** Why a large amount waits, here and by a signer's refusal. */
export const TOO_SOON = 'TOO_SOON';

/**
 * The longest that a message waits, milliseconds: for a time that may change or that a signer may have invented, or
 * because its recipient lets it fail.
 */
const MINUTE_MS = 60_000;

/** How a message waits. */
export interface Pace {
  /** Not shorter than this, but for a minute at most, milliseconds. */
  readonly leastMs?: number;
  /** Up to a minute in the end. */
  readonly rarely?: boolean;
}

/** Messages that wait before the next attempt, longer after each one. In memory only: a restart tries at once. */
export class Deferrals {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #firstMs: number;
  readonly #lastMs: number;
  readonly #entries = new Map<Hex, { readonly untilMs: number; readonly attempts: number }>();

  constructor(clock: Pick<Clock, 'monotonic'>, firstMs: number, lastMs: number) {
    this.#clock = clock;
    this.#firstMs = firstMs;
    this.#lastMs = lastMs;
  }

  /** Number of waiting messages. */
  get size(): number {
    return this.#entries.size;
  }

  /** True while `messageId` must wait. */
  waits(messageId: Hex): boolean {
    return (this.#entries.get(messageId)?.untilMs ?? 0) > this.#clock.monotonic();
  }

  /** Defers `messageId`, longer each time. Returns the wait, milliseconds. */
  add(messageId: Hex, { leastMs = 0, rarely = false }: Pace = {}): number {
    const attempts = this.#entries.get(messageId)?.attempts ?? 0;
    const lastMs = rarely ? MINUTE_MS : this.#lastMs;
    const inTurn = Math.min(lastMs, this.#firstMs * 2 ** Math.min(attempts, 20));
    const waitMs = Math.max(inTurn, Math.min(leastMs, MINUTE_MS));
    this.#entries.set(messageId, { untilMs: this.#clock.monotonic() + waitMs, attempts: attempts + 1 });
    return waitMs;
  }

  /** Removes every message that is not among `messageIds`. */
  retain(messageIds: ReadonlySet<Hex>): void {
    for (const messageId of this.#entries.keys()) if (!messageIds.has(messageId)) this.#entries.delete(messageId);
  }

  /** Milliseconds until the first message may be tried again, or undefined when none waits. */
  nextInMs(): number | undefined {
    const now = this.#clock.monotonic();
    const waits = [...this.#entries.values()].map(({ untilMs }) => untilMs - now).filter((ms) => ms > 0);
    return waits.length > 0 ? Math.min(...waits) : undefined;
  }
}
