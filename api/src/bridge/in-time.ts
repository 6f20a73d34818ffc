import type { ReadFailure } from '@causeway/chains';
import type { Result } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';

/** A chain that has not answered after this time is unknown for this reading, milliseconds. */
const DEADLINE_MS = 4_000;

/** What `reading` found; undefined when it failed, or takes longer than the deadline. */
export async function inTime<T>(clock: Clock, reading: Promise<Result<T, ReadFailure>>): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>();
  const cancel = clock.after(DEADLINE_MS, () => late.resolve(undefined));
  try {
    const read = await Promise.race([reading, late.promise]);
    return read?.ok ? read.value : undefined;
  } finally {
    cancel();
  }
}
