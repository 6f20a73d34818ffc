import type { TaskState } from '@causeway/protocol';
import type { EventRow } from '../core/events.ts';
import type { Page } from '../core/page.ts';
import type { AttemptRow, TaskHead, TaskRow } from './rows.ts';

/** A filter of a list: the tasks of a submitter, or those that an agent holds or has ended itself. */
export type TaskFilter = ({ readonly submitterId: string } | { readonly agentId: string }) & {
  /** One of these states. */
  readonly states?: readonly TaskState[];
  /** The conversation; a task without one is its own. */
  readonly contextId?: string;
  /** Changed then or later, Unix milliseconds. */
  readonly updatedFromMs?: number;
  /** Only tasks that a message submitted. Their list begins with the one that changed last. */
  readonly byMessage?: true;
};

/** Lists and histories of tasks. */
export interface TaskReading {
  get(id: string): Promise<TaskRow | undefined>;
  /** Number of tasks that are before this one in its queue, counted up to `limit`. */
  ahead(task: TaskRow, limit: number): Promise<number>;
  /** Newest first; see TaskFilter for another order. */
  list(filter: TaskFilter, cursor: string | null, limit: number, skip?: number): Promise<Page<TaskHead>>;
  /** The same list of whole tasks; a page has at most PAGE_BYTES of them. */
  listWhole(filter: TaskFilter, cursor: string | null, limit: number, skip?: number): Promise<Page<TaskRow>>;
  /** Number of the tasks of a list, counted up to `limit`. */
  count(filter: TaskFilter, limit: number): Promise<number>;
  /** All attempts at a task, oldest first. */
  attemptsAt(taskId: string): Promise<readonly AttemptRow[]>;
  /**
   * Attempts of an agent that began from `fromMs` to `toMs`, oldest first; `cursor` is the previous page's nextCursor.
   */
  attemptsOf(
    agentId: string,
    range: { readonly fromMs: number; readonly toMs: number },
    cursor: string | null,
    limit: number,
    skip?: number,
  ): Promise<Page<AttemptRow>>;
  /** The task's history, oldest first: events with seq > `after`. */
  history(id: string, after: number, limit: number): Promise<readonly EventRow[]>;
}
/** The subject of a task's events. */
export const taskSubject = (taskId: string): string => `task:${taskId}`;
