/** Time and timers, injected so that tests drive them. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number;
  /** Runs `task` once after `ms`; the returned function cancels it. */
  after(ms: number, task: () => void): () => void;
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
};

/** Resolves after `ms` of `clock`. */
export const sleep = (clock: Clock, ms: number): Promise<void> => new Promise((resolve) => clock.after(ms, resolve));
