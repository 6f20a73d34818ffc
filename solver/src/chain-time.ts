import type { ChainReader, Head } from '@causeway/chains';
import type { Clock } from '@causeway/runtime';

/** How far a ledger that nobody uses may be behind the time, milliseconds: its rounds are apart. */
const BEHIND_MS = 2_000;

/**
 * What a contract on a chain would take for the time now. It is the newest block's, except where a chain is final at
 * once: there only transactions make new states, and the time passes without them.
 */
export class ChainTime {
  readonly #passesAlone: boolean;
  readonly #clock: Pick<Clock, 'monotonic'>;
  #seen: { readonly hash: string; readonly atMs: number } | undefined;

  constructor({ finalityRule }: Pick<ChainReader, 'finalityRule'>, clock: Pick<Clock, 'monotonic'>) {
    this.#passesAlone = finalityRule === 'atOnce';
    this.#clock = clock;
  }

  /** The time while `head` is the newest block, seconds. It is at least the block's own, and never ahead. */
  at(head: Pick<Head, 'hash' | 'timeMs'>): bigint {
    const now = this.#clock.monotonic();
    if (this.#seen?.hash !== head.hash) this.#seen = { hash: head.hash, atMs: now };
    const passedMs = this.#passesAlone ? Math.max(0, now - this.#seen.atMs - BEHIND_MS) : 0;
    return BigInt(Math.floor((head.timeMs + passedMs) / 1_000));
  }
}
