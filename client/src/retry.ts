/** Waits; rejects when `signal` aborts. Tests replace it. */
export type Sleep = (milliseconds: number, signal?: AbortSignal | null) => Promise<void>;

export interface RetryOptions {
  /** Most times that a request is sent; 4 when absent, 1 turns retries off. */
  readonly attempts?: number;
  /** Milliseconds before the second attempt, doubled before each further one; 250 when absent. */
  readonly backoffMs?: number;
  /**
   * Longest pause in milliseconds, also of a Retry-After; 30,000 when absent. A longer Retry-After ends the retries.
   */
  readonly longestMs?: number;
}

/** Statuses after which the same request may succeed: too many requests, and a service that is away or overloaded. */
const PASSING = new Set([429, 502, 503, 504]);

export const sleep: Sleep = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });

/** The pause in milliseconds that a Retry-After asks for, in seconds or as a date; undefined when there is none. */
function askedPause(response: Response, nowMs: number): number | undefined {
  const header = response.headers.get('retry-after');
  if (header === null) return undefined;
  const seconds = Number(header);
  const pause = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header) - nowMs;
  return Number.isFinite(pause) ? Math.max(0, pause) : undefined;
}

/**
 * Sends a request again while it may still succeed: after a lost connection, 429, 502, 503 and 504, and while another
 * request with the same Idempotency-Key is in flight. Every request of this client can be repeated, because each POST
 * has an Idempotency-Key. Pauses double, with jitter, unless the answer has a Retry-After. Returns the last answer, or
 * rejects with the last failure.
 */
export async function sendWithRetries(
  send: () => Promise<Response>,
  options: RetryOptions,
  signal: AbortSignal | null | undefined,
  wait: Sleep = sleep,
): Promise<Response> {
  const { attempts = 4, backoffMs = 250, longestMs = 30_000 } = options;
  for (let attempt = 1; ; attempt += 1) {
    const backoff = Math.min(longestMs, backoffMs * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
    let pause: number;
    try {
      const response = await send();
      if (attempt >= attempts || !(await mayPass(response))) return response;
      pause = askedPause(response, Date.now()) ?? backoff;
      if (pause > longestMs) return response;
      await response.body?.cancel();
    } catch (error) {
      if (attempt >= attempts || signal?.aborted) throw error;
      pause = backoff;
    }
    await wait(pause, signal);
  }
}

async function mayPass(response: Response): Promise<boolean> {
  if (response.status !== 409) return PASSING.has(response.status);
  const problem = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { readonly errorCode?: unknown };
  return problem.errorCode === 'IDEMPOTENCY_IN_FLIGHT';
}
