import { useEffect } from 'preact/hooks';
import { awaySinceMs, troubleOf, waitsUntilMs } from './service.ts';

/** Resolves when the service answers, or when `signal` aborts. */
const untilBack = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    let stop = () => {};
    const done = () => {
      stop();
      resolve();
    };
    signal.addEventListener('abort', done, { once: true });
    stop = awaySinceMs.subscribe((since) => since === null && queueMicrotask(done));
  });

/** Refusals after which the service may answer, and the pause before it is asked again when it names none. */
const BUSY: readonly number[] = [429, 503];
const PAUSE_MS = 5_000;

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/**
 * Runs `follow`, which reads a stream, while the part is shown. It runs again when the service was away or busy as it
 * began; another refusal ends it, because the request for the data says it too.
 */
export function useFollow(follow: (signal: AbortSignal) => Promise<void>, inputs: readonly unknown[]): void {
  useEffect(() => {
    const stop = new AbortController();
    const run = async () => {
      while (!stop.signal.aborted) {
        try {
          return await follow(stop.signal);
        } catch (error) {
          if (awaySinceMs.peek() !== null) await untilBack(stop.signal);
          else if (!BUSY.includes(troubleOf(error).status)) return;
          else await sleep(Math.max(PAUSE_MS, (waitsUntilMs.peek() ?? 0) - Date.now()), stop.signal);
        }
      }
    };
    void run();
    return () => stop.abort();
  }, [...inputs]);
}
