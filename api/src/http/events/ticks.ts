import type { Clock } from '@causeway/runtime';

/** Groups of streams, whose moments are spread over the period. */
const GROUPS = 10;

/**
 * Shared moments for streams that gather their events: each stream writes once a period. Streams of one group wake at
 * the same moment, so that they read the same events once; the groups follow each other, so that no moment is long.
 */
export class Ticks {
  readonly #periodMs: number;
  readonly #clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly #waits: (Promise<void> | undefined)[] = [];
  #next = 0;

  constructor(periodMs: number, clock: Pick<Clock, 'monotonic' | 'after'>) {
    this.#periodMs = periodMs;
    this.#clock = clock;
  }

  /** The group of a new stream. */
  group(): number {
    this.#next = (this.#next + 1) % GROUPS;
    return this.#next;
  }

  /** Resolves at the next moment of the group. */
  wait(group: number): Promise<void> {
    const known = this.#waits[group];
    if (known) return known;
    const offset = (group * this.#periodMs) / GROUPS;
    const sinceMs = (this.#clock.monotonic() - offset) % this.#periodMs;
    const wait = new Promise<void>((resolve) => {
      this.#clock.after((2 * this.#periodMs - sinceMs) % this.#periodMs || this.#periodMs, () => {
        this.#waits[group] = undefined;
        resolve();
      });
    });
    this.#waits[group] = wait;
    return wait;
  }
}
