import type { TaskPriority } from '@causeway/protocol';

/**
 * How much earlier than its age a task counts by its priority, milliseconds. So age wins in the end: a low task that
 * waits for 40 minutes goes before a high one that has just come.
 */
export const HEAD_START_MS: Readonly<Record<TaskPriority, number>> = {
  low: -30 * 60_000,
  normal: 0,
  high: 10 * 60_000,
  urgent: 60 * 60_000,
};

/**
 * The distance between two waiting tasks of one submitter, milliseconds: a thousand tasks at once count like tasks that
 * came over so long a time, so that another submitter's next task goes between them and not behind them.
 */
export const SPACING_MS = 1_000;

/** A task's place: by age and fairness, and then with its priority. The least rank is next. */
export interface RankedPlace {
  readonly fairAtMs: number;
  readonly rankMs: number;
}

/**
 * The place of a task that comes at `nowMs`. `lastFairAtMs` is the newest place of the submitter's waiting tasks, null
 * when none waits. A place never changes, so that an index has the order of a queue.
 */
export function placeOf(
  priority: TaskPriority,
  { nowMs, lastFairAtMs }: { readonly nowMs: number; readonly lastFairAtMs: number | null },
): RankedPlace {
  const fairAtMs = lastFairAtMs === null ? nowMs : Math.max(nowMs, lastFairAtMs + SPACING_MS);
  return { fairAtMs, rankMs: fairAtMs - HEAD_START_MS[priority] };
}
