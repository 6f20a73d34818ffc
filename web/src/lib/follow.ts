import { useEffect } from 'preact/hooks';
import { awaySinceMs } from './service.ts';

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

/**
 * Runs `follow`, which reads a stream, while the part is shown. It runs again when the service was away as it began; a
 * refusal ends it, because the request for the data says it too.
 */
export function useFollow(follow: (signal: AbortSignal) => Promise<void>, inputs: readonly unknown[]): void {
  useEffect(() => {
    const stop = new AbortController();
    const run = async () => {
      while (!stop.signal.aborted) {
        try {
          return await follow(stop.signal);
        } catch {
          if (awaySinceMs.peek() === null) return;
          await untilBack(stop.signal);
        }
      }
    };
    void run();
    return () => stop.abort();
  }, [...inputs]);
}
