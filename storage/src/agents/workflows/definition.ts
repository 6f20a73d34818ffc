import type { Takers } from '../takers/takers.ts';

/** The requirements of a step, or of all steps. */
export interface WorkflowRequirements {
  /** Who may take the tasks. */
  readonly agents?: Takers;
}

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
  readonly requirements?: WorkflowRequirements;
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
  /** The defaults of steps that have none. */
  readonly requirements?: WorkflowRequirements;
  /** Life of a run, milliseconds. */
  readonly timeoutMs?: number;
}
