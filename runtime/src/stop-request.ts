import { constants } from 'node:os';
import { systemClock } from '@causeway/runtime';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
export type StopSignal = (typeof SIGNALS)[number];

/**
 * npm passes on a Ctrl-C that the terminal has sent to every process already. What follows within this time is the same
 * request, milliseconds.
 */
const SAME_MS = 1_000;

/** The wish of a user or a service manager that this process ends. */
export interface StopRequest {
  /** Aborted once the process is asked. */
  readonly signal: AbortSignal;
  /** The first signal; undefined until the process is asked. */
  readonly by: StopSignal | undefined;
  /** Resolves once the process is asked. */
  readonly asked: Promise<void>;
  /** Gives the signals their usual effect again. */
  forget(): void;
}

/**
 * Catches SIGINT, SIGTERM and SIGHUP (the terminal was closed) from now on, so that the process can end in order. A
 * later signal ends it at once, with the status of `signalStatus`.
 */
export function stopRequest(): StopRequest {
  const stop = new AbortController();
  let first: { readonly by: StopSignal; readonly atMs: number } | undefined;
  const onSignal = (by: StopSignal): void => {
    if (first !== undefined && systemClock.monotonic() - first.atMs > SAME_MS) process.exit(signalStatus(by));
    first ??= { by, atMs: systemClock.monotonic() };
    stop.abort();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return {
    signal: stop.signal,
    get by() {
      return first?.by;
    },
    asked: new Promise((resolve) => {
      stop.signal.addEventListener('abort', () => resolve(), { once: true });
    }),
    forget() {
      for (const signal of SIGNALS) process.off(signal, onSignal);
    },
  };
}

/** The exit status of a process that `signal` has ended before its work was done, as shells count. */
export const signalStatus = (signal: StopSignal): number => 128 + constants.signals[signal];
