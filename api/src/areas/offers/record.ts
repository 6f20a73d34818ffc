import type { SolverOutcome } from '@causeway/storage';

/** What became of an account's latest orders that were locked before their quote expired. */
export interface SolverRecord {
  readonly locked: number;
  /** How many of them it filled in time. */
  readonly filled: number;
  /** From the lock to the fill, the median of the filled ones; null without any. */
  readonly medianSeconds: number | null;
}

/** The record of these outcomes. Of an even number of fills, the longer of the two middle times. */
export function recordOf(outcomes: readonly SolverOutcome[]): SolverRecord {
  const seconds = outcomes.filter((outcome) => outcome !== null).sort((a, b) => a - b);
  return {
    locked: outcomes.length,
    filled: seconds.length,
    medianSeconds: seconds[seconds.length >> 1] ?? null,
  };
}

/** True for a record that is good enough for a time in which its solver alone may fill: also for none. */
export const earnsExclusivity = ({ locked, filled }: SolverRecord, minFilledPercent: number): boolean =>
  filled * 100 >= locked * minFilledPercent;
