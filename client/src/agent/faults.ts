import { CausewayError, isAway } from '../errors.ts';

/** Shortest and longest pause after a fault, milliseconds. */
const FIRST_MS = 250;
const LONGEST_MS = 15_000;

/** The pause in milliseconds after `faults` faults in a row: doubled each time, with jitter. */
export const pauseAfter = (faults: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** (faults - 1)) * (0.5 + Math.random() / 2);

/** True for a fault that passes: the service is away, overloaded, or the caller is too fast. */
export const passes = (error: unknown): boolean =>
  isAway(error) || (error instanceof CausewayError && error.status === 429);

/** Codes that say that the agent does not hold the task with its token. */
const NOT_HELD = new Set(['TOKEN_STALE', 'TASK_NOT_FOUND']);

export const isNotHeld = (error: unknown): error is CausewayError =>
  error instanceof CausewayError && NOT_HELD.has(error.code);

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
