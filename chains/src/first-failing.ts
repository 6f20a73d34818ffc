import { ok, type Result } from '@causeway/protocol';

/** The first of several calls that fails, and why it did. */
export interface FailingCall<R> {
  readonly callIndex: number;
  readonly reason: R;
}

/**
 * Which of `count` calls is the first to fail, where only a whole run tells its outcome: `run` executes that many of the
 * first calls, and gives why they fail or null. Null when all of them succeed.
 */
export async function firstFailing<R>(
  count: number,
  run: (count: number) => Promise<Result<R | null>>,
): Promise<Result<FailingCall<R> | null>> {
  if (count === 0) return ok(null);
  const whole = await run(count);
  if (!whole.ok) return whole;
  if (whole.value === null) return ok(null);
  // The first `passing` calls succeed and the first `failing` do not.
  let passing = 0;
  let failing = count;
  let reason: R = whole.value;
  while (failing - passing > 1) {
    const middle = Math.floor((passing + failing) / 2);
    const part = await run(middle);
    if (!part.ok) return part;
    if (part.value === null) passing = middle;
    else {
      failing = middle;
      reason = part.value;
    }
  }
  return ok({ callIndex: failing - 1, reason });
}
