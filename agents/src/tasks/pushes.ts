import type { Result } from '@causeway/protocol';
import type { PushSecret, TaskPush } from '@causeway/storage';

/** Most configurations of one task, and most tasks with configurations of one owner with its agents. */
export interface PushLimits {
  readonly perTask: number;
  readonly tasksPerOwner: number;
}

export type PushRefused = { readonly code: 'TASK_NOT_FOUND' | 'TASK_FULL' | 'OWNER_FULL' };

/**
 * Where new states of tasks are pushed to, and the sealed credentials that the receivers check. They are removed when
 * the receiver has got the task's end; those that a task got after its end, only by `forget`.
 */
export interface PushRepository {
  /** Adds a push with its credentials to a task, or replaces the one with its id. */
  put(
    taskId: string,
    push: TaskPush,
    sealed: string | null,
    limits: PushLimits,
  ): Promise<Result<TaskPush, PushRefused>>;
  /** Removes a push with its credentials, if it is there. */
  remove(taskId: string, pushId: string): Promise<void>;
  /** The sealed credentials of a task's pushes by their ids. */
  secretsOf(taskId: string): Promise<ReadonlyMap<string, string>>;
  /** All sealed credentials, to wrap them anew. */
  secrets(): Promise<readonly PushSecret[]>;
  /** Replaces the sealed form of credentials. False when they have another form now. */
  reseal(before: PushSecret, after: string): Promise<boolean>;
  /**
   * Removes the pushes of tasks that ended before `endedBeforeMs`, whether a receiver got the end or not. Returns the
   * tasks.
   */
  forget(endedBeforeMs: number): Promise<number>;
}
