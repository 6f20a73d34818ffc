import { ConfigError } from '@causeway/config';
import type { AnyFailure, Result } from '@causeway/protocol';

/** The value of `result`. Throws ConfigError with its message otherwise, after `where` when it is given. */
export function required<T>(result: Result<T, AnyFailure>, where?: string): T {
  if (result.ok) return result.value;
  throw new ConfigError(where ? `${where}: ${result.error.message}` : result.error.message);
}
