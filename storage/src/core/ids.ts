import type { Clock } from '@causeway/runtime';

/** Number of ids of one millisecond that keep their order: the 12 bits of rand_a are a counter. */
const MAX_COUNT = 0xfff;

/** The parts of a UUID version 7 up to its counter. */
function beginningOf(ms: number, count: number): string {
  const time = ms.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count.toString(16).padStart(3, '0')}`;
}

/** The lowest id of the Unix millisecond `ms`: ids from before it are lower. */
export const firstIdOf = (ms: number): string => `${beginningOf(Math.max(0, ms), 0)}-8000-000000000000`;

/**
 * A source of UUIDs version 7 that rise with every call (RFC 9562, section 6.2, method 1): 48 bits of `clock`'s Unix
 * milliseconds, a counter of 12 bits, and the last 62 bits of a UUID from `randomUuid`.
 */
export function uuidV7Source(clock: Clock, randomUuid: () => string): () => string {
  let lastMs = 0;
  let count = 0;
  return () => {
    const nowMs = clock.now();
    if (nowMs > lastMs || count === MAX_COUNT) {
      lastMs = Math.max(nowMs, lastMs + 1);
      count = 0;
    } else {
      count += 1;
    }
    return `${beginningOf(lastMs, count)}-${randomUuid().slice(19)}`;
  };
}
