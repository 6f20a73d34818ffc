import type { Result, RunState } from '@causeway/protocol';
import type { QuotaExceeded, RunReading, WorkflowRow, WorkflowRunRow } from '@causeway/storage';
import type { NewTask } from '../tasks/tasks.ts';

/** The facts of the task of a step that its run does not decide alone. */
export type StepTask = Pick<
  NewTask,
  'fingerprint' | 'requirement' | 'queue' | 'takers' | 'principalId' | 'input' | 'priority' | 'maxAttempts'
>;

/** The values that the input of a step can refer to. */
export interface RunValues {
  readonly input: unknown;
  /** Results of completed steps by their ids. */
  readonly results: ReadonlyMap<string, unknown>;
}

/** The reason why a run is not cancelled. */
export type WorkflowRunRefused =
  | { readonly code: 'RUN_NOT_FOUND' }
  | { readonly code: 'RUN_ENDED'; readonly state: RunState };

/**
 * Runs of workflows. Nothing else writes the state of a run or a step. A transition, its event row (subject `run:<id>`)
 * and the tasks that follow from it are one transaction.
 */
export interface WorkflowRunRepository extends RunReading {
  /**
   * Begins a run of a version and submits its first tasks. `lifeMs` is its life when its definition names none. A run
   * beyond the owner's history is refused.
   */
  execute(
    workflow: WorkflowRow,
    facts: Pick<WorkflowRunRow, 'submitterId' | 'takers' | 'principalId' | 'input' | 'traceparent'> & {
      readonly lifeMs: number;
    },
  ): Promise<Result<WorkflowRunRow, QuotaExceeded>>;
  /** Takes over the ends of the run's tasks and does what follows. Does nothing when the run is not due. */
  advance(id: string): Promise<void>;
  /** Lets a run that could not be advanced wait for `ms` milliseconds. */
  postpone(id: string, ms: number): Promise<void>;
  /** Cancels an open run with its open tasks. */
  cancel(id: string): Promise<Result<WorkflowRunRow, WorkflowRunRefused>>;
}

/** The task of a step. */
export const stepTaskId = (runId: string, stepId: string): string => `${runId}:${stepId}`;
