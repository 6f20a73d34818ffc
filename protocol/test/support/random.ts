/** Random choices that depend only on the seed. */
export class Random {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = generator(seed);
  }

  /** An integer from 0 up to and without `limit`. */
  below(limit: number): number {
    return Math.floor(this.#next() * limit);
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T;
  }

  /** True once in `times`, on average. */
  oneIn(times: number): boolean {
    return this.below(times) === 0;
  }

  /** The same values in another order. */
  shuffled<T>(values: readonly T[]): readonly T[] {
    const left = [...values];
    for (let at = left.length - 1; at > 0; at -= 1) {
      const other = this.below(at + 1);
      [left[at], left[other]] = [left[other] as T, left[at] as T];
    }
    return left;
  }
}

/** Numbers in [0, 1) that depend only on the seed (mulberry32). */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
