import { ok, type Result } from '@causeway/protocol';

/** Applies `pick` to the value of a success. */
export const map = <A, B, F>(result: Result<A, F>, pick: (value: A) => B): Result<B, F> =>
  result.ok ? ok(pick(result.value)) : result;
