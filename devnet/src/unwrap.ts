import type { Result } from '@causeway/protocol';

/** The value of a success. Throws for a failed step of the devnet's making: nothing a caller could handle. */
export function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}
