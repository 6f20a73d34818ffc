import type { Result } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';

interface Reading<T, F> {
  readonly atMs: number;
  readonly found: Promise<Result<T, F>>;
}

/** Readings by key, each used by any number of callers for `lifetimeMs` milliseconds. Failures are not kept. */
export class SharedReadings<T, F> {
  readonly #readings = new Map<string, Reading<T, F>>();
  readonly #clock: Clock;
  readonly #lifetimeMs: number;

  constructor(clock: Clock, lifetimeMs: number) {
    this.#clock = clock;
    this.#lifetimeMs = lifetimeMs;
  }

  /** The reading of `key`, by `read` unless a young one is there or under way. */
  get(key: string, read: () => Promise<Result<T, F>>): Promise<Result<T, F>> {
    const nowMs = this.#clock.now();
    const known = this.#readings.get(key);
    if (known && nowMs - known.atMs < this.#lifetimeMs) return known.found;
    const found = read();
    const mine = { atMs: nowMs, found };
    this.#readings.set(key, mine);
    const forget = () => {
      if (this.#readings.get(key) === mine) this.#readings.delete(key);
    };
    found.then((result) => result.ok || forget(), forget);
    return found;
  }
}

/**
 * A reading that any number of callers use for `lifetimeMs` milliseconds, by either direction of the clock. Nothing is
 * read while nobody asks, and one that rejects is not kept.
 */
export function sharedReading<T>(
  clock: Pick<Clock, 'now'>,
  lifetimeMs: number,
  read: () => Promise<T>,
): () => Promise<T> {
  let reading: { readonly atMs: number; readonly found: Promise<T> } | undefined;
  return () => {
    const nowMs = clock.now();
    if (reading && Math.abs(nowMs - reading.atMs) < lifetimeMs) return reading.found;
    const mine = { atMs: nowMs, found: read() };
    reading = mine;
    mine.found.catch(() => {
      if (reading === mine) reading = undefined;
    });
    return mine.found;
  };
}
