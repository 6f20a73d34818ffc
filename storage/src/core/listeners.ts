/** The period without listeners. */
const NEVER = Number.POSITIVE_INFINITY;

/** Functions that are called together. One timer polls for all of them, at the shortest requested period. */
export class Listeners {
  readonly #poll: () => void;
  readonly #listeners = new Map<object, { readonly listener: () => void; readonly pollMs: number }>();
  #timer: NodeJS.Timeout | undefined;
  #periodMs = NEVER;

  constructor(poll: () => void) {
    this.#poll = poll;
  }

  /** Adds `listener`. The returned function removes it. */
  add(listener: () => void, pollMs: number): () => void {
    const key = {};
    this.#listeners.set(key, { listener, pollMs });
    this.#schedule();
    return () => {
      if (this.#listeners.delete(key)) this.#schedule();
    };
  }

  call(): void {
    for (const { listener } of [...this.#listeners.values()]) listener();
  }

  close(): void {
    this.#listeners.clear();
    this.#schedule();
  }

  /** A timer with the right period goes on: otherwise frequent changes would delay its polls without end. */
  #schedule(): void {
    const periodMs = Math.min(...[...this.#listeners.values()].map(({ pollMs }) => pollMs));
    if (periodMs === this.#periodMs) return;
    clearInterval(this.#timer);
    this.#periodMs = periodMs;
    if (periodMs === NEVER) return;
    this.#timer = setInterval(this.#poll, periodMs);
    this.#timer.unref();
  }
}
