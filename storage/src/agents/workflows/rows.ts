import type { Row } from '../../core/dialect.ts';
import type { WorkflowDefinition } from './definition.ts';
import type { WorkflowTables } from './schema.ts';

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
export type WorkflowRunRow = Row<WorkflowTables['agentRuns']>;

/** A run in a list. */
export type WorkflowRunHead = Omit<WorkflowRunRow, 'input'>;

/** A step of a run. */
export type WorkflowStepRow = Row<WorkflowTables['agentSteps']>;
