/** The long calls under way in this process, which their callers can cancel. */
export class Cancellations {
  readonly #calls = new Map<string, Set<AbortController>>();

  /** Registers a call under `key` until `end` is called; `signal` aborts when it is cancelled. */
  begin(key: string): { readonly signal: AbortSignal; readonly end: () => void } {
    const controller = new AbortController();
    const calls = this.#calls.get(key) ?? new Set();
    this.#calls.set(key, calls.add(controller));
    const end = (): void => {
      calls.delete(controller);
      if (calls.size === 0 && this.#calls.get(key) === calls) this.#calls.delete(key);
    };
    return { signal: controller.signal, end };
  }

  /** Cancels the calls of `key`; an unknown one may have ended. */
  cancel(key: string): void {
    for (const controller of this.#calls.get(key) ?? []) controller.abort();
  }
}
