import type { Clock } from '@causeway/runtime';

/** Virtual time: stands still until a test advances it. */
export class FakeClock implements Clock {
  #now: number;
  #setBy = 0;
  #timers: { readonly atMs: number; readonly task: () => void }[] = [];

  constructor(startMs = 1_700_000_000_000) {
    this.#now = startMs;
  }

  now(): number {
    return this.#now + this.#setBy;
  }

  monotonic(): number {
    return this.#now;
  }

  after(ms: number, task: () => void): () => void {
    const timer = { atMs: this.#now + ms, task };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Number of waiting timers. */
  get pending(): number {
    return this.#timers.length;
  }

  /** Somebody sets the machine's clock `ms` ahead, or back below zero. No time passes. */
  set(ms: number): void {
    this.#setBy += ms;
  }

  /** Moves time by `ms` without running timers. */
  tick(ms: number): void {
    this.#now += ms;
  }

  /** Moves time by `ms` and runs the due timers in order, letting each task's promises settle. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      const [next] = this.#timers.filter(({ atMs }) => atMs <= end).sort((a, b) => a.atMs - b.atMs);
      if (!next) break;
      this.#timers = this.#timers.filter((other) => other !== next);
      this.#now = Math.max(this.#now, next.atMs);
      next.task();
      await settled();
    }
    this.#now = end;
    await settled();
  }
}

/** Resolves once the present promises and immediates, and those that they queue, have run. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}
