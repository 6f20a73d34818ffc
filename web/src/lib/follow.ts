import { useEffect } from 'preact/hooks';
import { awaySinceMs, troubleOf, waitsUntilMs } from './service.ts';

/** Milliseconds before a stream is tried again that the service could not open, when it names no pause. */
const AGAIN_MS = 1_000;

/** Statuses of a service that is overloaded, or has no free place: the same stream may open later. */
const PASSING: readonly number[] = [429, 502, 503, 504];

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

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
  });

/**
 * Runs `read`, which reads a stream, until it ends or `signal` aborts. It runs again when the service was away or had
 * no place as it began; any other refusal ends it, because the request for the data says it too.
 */
export async function follow(read: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      return await read(signal);
    } catch (error) {
      if (awaySinceMs.peek() !== null) await untilBack(signal);
      else if (PASSING.includes(troubleOf(error).status))
        await sleep(Math.max(AGAIN_MS, (waitsUntilMs.peek() ?? 0) - Date.now()), signal);
      else return;
    }
  }
}

/** Follows a stream while the part is shown. */
export function useFollow(read: (signal: AbortSignal) => Promise<void>, inputs: readonly unknown[]): void {
  useEffect(() => {
    const stop = new AbortController();
    void follow(read, stop.signal);
    return () => stop.abort();
  }, [...inputs]);
}
