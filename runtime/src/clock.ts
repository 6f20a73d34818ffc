/** Time and timers, injected so that tests drive them. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number;
  /** Milliseconds since any moment, for durations: nobody sets it. */
  monotonic(): number;
  /**
   * Runs `task` once after `ms`; the returned function cancels it. A timer in the background keeps no process alive.
   */
  after(ms: number, task: () => void, background?: boolean): () => void;
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, task, background = false) {
    const timer = setTimeout(task, ms);
    if (background) timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Resolves after `ms` of `clock`, or as soon as `signal` aborts. */
export function sleep(clock: Pick<Clock, 'after'>, ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      cancel();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.after(ms, end);
    signal?.addEventListener('abort', end);
  });
}
