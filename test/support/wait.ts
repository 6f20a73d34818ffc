/** How long a condition may take before a test gives up, milliseconds. */
export const PATIENCE_MS = 150_000;

/** Few enough a minute for one caller's rate limit. */
const POLL_MS = 150;

/**
 * Polls `probe` until it returns something, which is the result. Throws an Error naming `what` after `timeoutMs`.
 * Waiting on a condition, not for a time, keeps the tests as fast as the machine and right on a slow one.
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
