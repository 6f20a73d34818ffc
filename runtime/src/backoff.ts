/** Pauses between attempts. */
export interface BackoffOptions {
  /** The longest pause after the first failure, milliseconds; doubled with each further one. */
  readonly baseMs: number;
  /** No pause is longer, milliseconds. */
  readonly maxMs: number;
}

/** Doublings beyond this many would leave the numbers that JavaScript holds exactly. */
const MAX_DOUBLINGS = 30;

/**
 * The pause after `failures` failed attempts, milliseconds: a random share, between a half and the whole, of a time
 * that doubles with each failure. Without the random share, what failed together would be tried together. `random` is
 * in [0, 1).
 */
export function backoffMs(failures: number, random: number, { baseMs, maxMs }: BackoffOptions): number {
  const doubled = baseMs * 2 ** Math.min(Math.max(failures - 1, 0), MAX_DOUBLINGS);
  const longest = Math.min(doubled, maxMs);
  return Math.ceil(longest / 2 + (longest / 2) * random);
}
