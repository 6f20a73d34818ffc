import { ok, type Result } from '@causeway/protocol';

/** The first failing call of several, and the reason. */
export interface FailingCall<R> {
  readonly callIndex: number;
  readonly reason: R;
}

/**
 * Finds the first failing call of `count` by bisection, for executors that report only the outcome of a whole run.
 * `run(n)` executes the first n calls and returns the reason of the failure, or null. Null when all calls succeed.
 */
export async function firstFailing<R, F>(
  count: number,
  run: (count: number) => Promise<Result<R | null, F>>,
): Promise<Result<FailingCall<R> | null, F>> {
  if (count === 0) return ok(null);
  const whole = await run(count);
  if (!whole.ok) return whole;
  if (whole.value === null) return ok(null);
  // Invariant: the first `passing` calls succeed, the first `failing` calls do not.
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
