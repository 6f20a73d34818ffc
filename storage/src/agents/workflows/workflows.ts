import type { Result, RunState, StepState } from '@causeway/protocol';
import type { EventRow } from '../../core/events.ts';
import type { Page } from '../../core/page.ts';
import type { QuotaExceeded } from '../../usage/index.ts';
import type { TakerRule } from '../takers/takers.ts';
import type { NewTask, Place } from '../tasks.ts';
import type { TaskFailure } from '../values.ts';
import type { WorkflowDefinition, WorkflowStep } from './definition.ts';
import type { WorkflowRow, WorkflowRunHead, WorkflowRunRow, WorkflowStepRow } from './rows.ts';

/** What follows for a run from the states of its steps. */
export interface Moves {
  /** Steps that begin. None when the run ends. */
  readonly start: readonly string[];
  /** Steps that can no longer begin. */
  readonly skip: readonly string[];
  /** How the run ends; undefined while steps are to end. */
  readonly end?: { readonly trigger: 'completed' } | { readonly trigger: 'failed'; readonly stepId: string };
}

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

/** The rules of runs. All are pure, because a job can run again. */
export interface WorkflowRules {
  /** The moves after the steps `ended` have ended, in this order. `states` has the state of every step. */
  readonly advance: (
    steps: readonly WorkflowStep[],
    states: ReadonlyMap<string, StepState>,
    ended: readonly string[],
  ) => Moves;
  /** Steps whose results the input of `step` needs. */
  readonly sourcesOf: (step: WorkflowStep) => readonly string[];
  /** The task of a step of `definition`, or the reason why it cannot begin. `rule` is the run's. */
  readonly taskOf: (
    step: WorkflowStep,
    values: RunValues,
    definition: WorkflowDefinition,
    rule: TakerRule,
  ) => Result<StepTask, TaskFailure>;
  readonly place: Place;
  /** Most bytes of the results of a run together; a step whose result would be beyond them has failed. */
  readonly mostResultBytes: number;
}

/** A version of a workflow in a list. */
export type WorkflowVersion = Omit<WorkflowRow, 'definition'>;

/** A run and the definition that it has kept. */
export interface WorkflowRun extends WorkflowRunRow {
  readonly definition: WorkflowDefinition;
}

export type WorkflowRunRefused =
  | { readonly code: 'RUN_NOT_FOUND' }
  | { readonly code: 'RUN_ENDED'; readonly state: RunState };

/** Workflows. A version never changes, so a run refers to it. */
export interface WorkflowRepository {
  /**
   * Stores a definition as the next version of a workflow. The same definition as its newest version is that version.
   * An id of another owner is refused.
   */
  create(
    workflow: Pick<WorkflowRow, 'id' | 'ownerId' | 'definition'>,
  ): Promise<Result<WorkflowRow, { readonly code: 'WORKFLOW_ID_TAKEN' } | QuotaExceeded>>;
  /** A version of a workflow; the newest when undefined. */
  get(id: string, version: number | undefined): Promise<WorkflowRow | undefined>;
  /** The newest versions of an owner's workflows, by id. */
  list(ownerId: string, cursor: string | null, limit: number, skip?: number): Promise<Page<WorkflowVersion>>;
  /** All versions of a workflow, newest first. */
  versions(id: string, cursor: string | null, limit: number, skip?: number): Promise<Page<WorkflowVersion>>;
}

/**
 * Runs of workflows. Nothing else writes the state of a run or a step. A transition, its event row (subject `run:<id>`)
 * and the tasks that follow from it are one transaction.
 */
export interface WorkflowRunRepository {
  /**
   * Begins a run of a version and submits its first tasks. `lifeMs` is its life when its definition names none. A run
   * beyond the owner's history is refused.
   */
  execute(
    workflow: WorkflowRow,
    facts: Pick<WorkflowRunRow, 'submitterId' | 'takers' | 'principalId' | 'input' | 'traceparent'> & {
      readonly lifeMs: number;
    },
    rules: WorkflowRules,
  ): Promise<Result<WorkflowRunRow, QuotaExceeded>>;
  get(id: string): Promise<WorkflowRun | undefined>;
  /** The steps of a run in the order of its definition. */
  steps(id: string): Promise<readonly WorkflowStepRow[]>;
  /** Newest first. */
  list(
    filter: { readonly submitterId: string; readonly workflowId?: string; readonly state?: RunState },
    cursor: string | null,
    limit: number,
    skip?: number,
  ): Promise<Page<WorkflowRunHead>>;
  /** Ids of open runs that a task's end or their deadline has made due, the earliest first. */
  due(limit: number): Promise<readonly string[]>;
  /** Takes over the ends of the run's tasks and does what follows. Does nothing when the run is not due. */
  advance(id: string, rules: WorkflowRules): Promise<void>;
  /** Lets a run that could not be advanced wait for `ms` milliseconds. */
  postpone(id: string, ms: number): Promise<void>;
  /** Cancels an open run with its open tasks. */
  cancel(id: string, rules: WorkflowRules): Promise<Result<WorkflowRunRow, WorkflowRunRefused>>;
  /** The run's history, oldest first: events with seq > `after`. */
  history(id: string, after: number, limit: number): Promise<readonly EventRow[]>;
}

/** The subject of a run's events. */
export const runSubject = (runId: string): string => `run:${runId}`;

/** The task of a step. */
export const stepTaskId = (runId: string, stepId: string): string => `${runId}:${stepId}`;
