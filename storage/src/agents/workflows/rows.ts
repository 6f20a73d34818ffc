import type { RunState, StepState } from '@causeway/protocol';

/** A step of a workflow's definition. */
export interface WorkflowStep {
  /** Unique within the workflow. */
  readonly stepId: string;
  /** The kind of work, which is the capability that the step's task needs. */
  readonly type: string;
  /** Any JSON; its texts can be templates. */
  readonly input?: unknown;
  /** The one agent that may do the step; any agent with the capability when absent. */
  readonly agent?: string;
  /** Steps that must have succeeded before. */
  readonly dependsOn?: readonly string[];
  /** The step that follows a success, or `complete`, which ends the run. */
  readonly onSuccess?: string;
  /** The step that follows a failure, or `complete`. */
  readonly onFailure?: string;
  /** Life of the step's task, milliseconds; it ends with the run at the latest. */
  readonly timeoutMs?: number;
  /** Attempts that may fail. */
  readonly maxAttempts?: number;
}

/** A workflow as its owner wrote it. */
export interface WorkflowDefinition {
  readonly steps: readonly WorkflowStep[];
  /** Life of a run, milliseconds. */
  readonly timeoutMs?: number;
}

/** One version of a workflow; it never changes. */
export interface WorkflowRow {
  readonly id: string;
  /** 1, 2, 3, … */
  readonly version: number;
  readonly ownerId: string;
  readonly definition: WorkflowDefinition;
  readonly createdAtMs: number;
}

/** One run of a version of a workflow. Times are Unix milliseconds. */
export interface WorkflowRunRow {
  /** UUID v7, by which lists are sorted. */
  readonly id: string;
  readonly workflowId: string;
  readonly workflowVersion: number;
  readonly submitterId: string;
  /** JSON text. */
  readonly input: string;
  /** The W3C trace context of the run, which its tasks join. */
  readonly traceparent: string | null;
  readonly state: RunState;
  /** The step whose failure ended the run, and why. */
  readonly failedStepId: string | null;
  readonly failureCode: string | null;
  readonly failureMessage: string | null;
  readonly deadlineAtMs: number;
  /** When the run must be looked at: 0 when a task of it has ended, otherwise its deadline; null when it has ended. */
  readonly wakeAtMs: number | null;
  readonly createdAtMs: number;
  readonly endedAtMs: number | null;
  readonly updatedAtMs: number;
  readonly version: number;
}

/** A step of a run. */
export interface WorkflowStepRow {
  readonly runId: string;
  readonly stepId: string;
  /** Index in the definition. */
  readonly position: number;
  readonly state: StepState;
  /** `<runId>:<stepId>`, once it has begun. */
  readonly taskId: string | null;
  /** JSON text of a completed step. */
  readonly result: string | null;
  readonly failureCode: string | null;
  readonly failureMessage: string | null;
  readonly startedAtMs: number | null;
  readonly endedAtMs: number | null;
}
