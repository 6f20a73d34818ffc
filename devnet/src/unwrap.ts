import type { AnyFailure, Result } from '@causeway/protocol';

/** The value of a success. Throws when a step of the devnet's setup failed, which no caller could handle. */
export function unwrap<T>(result: Result<T, AnyFailure>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}
