import { ok, type Result } from '@causeway/protocol';

/** Applies `pick` to the value of a success. */
export const map = <A, B>(result: Result<A>, pick: (value: A) => B): Result<B> =>
  result.ok ? ok(pick(result.value)) : result;
