/** Longest wait for a condition, milliseconds. */
export const PATIENCE_MS = 150_000;

/** Pause between two polls, milliseconds. It stays within one caller's rate limit. */
const POLL_MS = 150;

/**
 * Polls `probe` until it returns a value, which is the result. Throws an Error that names `what` after `timeoutMs`.
 * Waiting for a condition instead of a fixed time keeps tests fast on a fast machine and correct on a slow one.
 */
export async function until<T>(
  what: string,
  probe: () => Promise<T | undefined | null | false>,
  timeoutMs: number = PATIENCE_MS,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = await probe();
    if (found !== undefined && found !== null && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`not within ${timeoutMs / 1000} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
