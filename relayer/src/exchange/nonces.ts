import type { Clock } from '@causeway/runtime';

/** Remembers nonces until the messages that have them are too old to be taken. */
export class Nonces {
  /** When each nonce may be forgotten, Unix milliseconds, in that order. */
  readonly #until = new Map<string, number>();
  readonly #clock: Clock;
  readonly #forMs: number;
  readonly #most: number;

  /** Remembers each nonce for `forMs` milliseconds, and `most` at once. */
  constructor(clock: Clock, forMs: number, most: number) {
    this.#clock = clock;
    this.#forMs = forMs;
    this.#most = most;
  }

  /** Takes the nonce once. "full": too many are remembered, so a repeated one could not be detected. */
  take(nonce: string): 'new' | 'seen' | 'full' {
    const now = this.#clock.now();
    for (const [old, until] of this.#until) {
      if (until > now) break;
      this.#until.delete(old);
    }
    if (this.#until.has(nonce)) return 'seen';
    if (this.#until.size >= this.#most) return 'full';
    this.#until.set(nonce, now + this.#forMs);
    return 'new';
  }
}
