import type { Result, RunState } from '@causeway/protocol';
import type { EventRow } from '../../core/events.ts';
import type { Page } from '../../core/page.ts';
import type { QuotaExceeded } from '../../usage/index.ts';
import type { WorkflowDefinition } from './definition.ts';
import type { WorkflowRow, WorkflowRunHead, WorkflowRunRow, WorkflowStepRow } from './rows.ts';

/** A version of a workflow in a list. */
export type WorkflowVersion = Omit<WorkflowRow, 'definition'>;

/** A run and the definition that it has kept. */
export interface WorkflowRun extends WorkflowRunRow {
  readonly definition: WorkflowDefinition;
}

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

/** Lists and histories of runs. */
export interface RunReading {
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
  /** The run's history, oldest first: events with seq > `after`. */
  history(id: string, after: number, limit: number): Promise<readonly EventRow[]>;
}

/** The subject of a run's events. */
export const runSubject = (runId: string): string => `run:${runId}`;
