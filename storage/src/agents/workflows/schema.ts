import type { JsonText, RunState, StepState } from '@causeway/protocol';
import { sql } from 'drizzle-orm';
import type { Dialect } from '../../core/dialect.ts';
import type { Takers } from '../takers/takers.ts';
import type { WorkflowDefinition } from './definition.ts';

/** Tables of workflows, their runs and the runs' steps. */
export const workflowTables = ({ table, index, primaryKey, text, integer }: Dialect) => ({
  agentWorkflows: table(
    'agent_workflows',
    {
      id: text().notNull(),
      version: integer().notNull(),
      ownerId: text().notNull(),
      /** JSON as its owner wrote it. */
      definition: text<JsonText<WorkflowDefinition>>().notNull(),
      createdAtMs: integer().notNull(),
    },
    (row) => [
      primaryKey({ columns: [row.id, row.version] }),
      index('agent_workflows_owner').on(row.ownerId, row.id, row.version),
    ],
  ),

  agentRuns: table(
    'agent_runs',
    {
      /** UUID v7, by which lists are sorted. */
      id: text().primaryKey(),
      workflowId: text().notNull(),
      workflowVersion: integer().notNull(),
      submitterId: text().notNull(),
      /** Who may take the tasks of its steps, unless a step says so itself or names its agent. */
      takers: text<Takers>().notNull().default('any'),
      /** The submitter, or its owner when it is an agent. */
      principalId: text().notNull().default(''),
      /** JSON text. */
      input: text().notNull(),
      /** The W3C trace context of the run, which its tasks join. */
      traceparent: text(),
      state: text<RunState>().notNull(),
      /** The step whose failure ended the run, and why. */
      failedStepId: text(),
      failureCode: text(),
      failureMessage: text(),
      deadlineAtMs: integer().notNull(),
      /**
       * When the run must be looked at: 0 when a task of it has ended, otherwise its deadline; null when it has ended.
       */
      wakeAtMs: integer(),
      createdAtMs: integer().notNull(),
      endedAtMs: integer(),
      updatedAtMs: integer().notNull(),
      version: integer().notNull(),
    },
    (row) => [
      index('agent_runs_submitter').on(row.submitterId, row.id),
      index('agent_runs_ended').on(row.endedAtMs).where(sql`${row.endedAtMs} is not null`),
      index('agent_runs_wake').on(row.wakeAtMs).where(sql`${row.wakeAtMs} is not null`),
    ],
  ),

  agentSteps: table(
    'agent_steps',
    {
      runId: text().notNull(),
      stepId: text().notNull(),
      /** Index in the definition. */
      position: integer().notNull(),
      state: text<StepState>().notNull(),
      /** `<runId>:<stepId>`, once it has begun. */
      taskId: text(),
      /** JSON text of a completed step. */
      result: text<JsonText<unknown>>(),
      failureCode: text(),
      failureMessage: text(),
      startedAtMs: integer(),
      endedAtMs: integer(),
    },
    (row) => [primaryKey({ columns: [row.runId, row.stepId] })],
  ),
});
export type WorkflowTables = ReturnType<typeof workflowTables>;
