/** Functions that are called together. One timer polls for all of them, at the shortest requested period. */
export class Listeners {
  readonly #poll: () => void;
  readonly #listeners = new Map<object, { readonly listener: () => void; readonly pollMs: number }>();
  #timer: NodeJS.Timeout | undefined;

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

  #schedule(): void {
    clearInterval(this.#timer);
    if (this.#listeners.size === 0) return;
    this.#timer = setInterval(this.#poll, Math.min(...[...this.#listeners.values()].map(({ pollMs }) => pollMs)));
    this.#timer.unref();
  }
}
