import { setTimeout as sleep } from 'node:timers/promises';

/**
 * One turn of `work` at a time, for everybody: who asks gets the result of a turn that begins after the question, and
 * at least `gapMs` after the one before it began.
 */
export function inTurns<T>(work: () => Promise<T>, gapMs: number): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  let begunAtMs = Number.NEGATIVE_INFINITY;
  const turn = async (): Promise<T> => {
    await running.catch(() => {});
    const waitMs = begunAtMs + gapMs - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    begunAtMs = performance.now();
    const result = work();
    running = result;
    next = undefined;
    return result;
  };
  return () => {
    next ??= turn();
    return next;
  };
}
