import { sql } from 'drizzle-orm';
import type { Kit } from '../../core/kit.ts';
import type { WorkflowRunRow, WorkflowStepRow } from './rows.ts';

/** Tables of workflows, their runs and the runs' steps. */
export const workflowTables = ({ table, index, primaryKey, text, integer }: Kit) => ({
  agentWorkflows: table(
    'agent_workflows',
    {
      id: text().notNull(),
      version: integer().notNull(),
      ownerId: text().notNull(),
      /** JSON as its owner wrote it. */
      definition: text().notNull(),
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
      id: text().primaryKey(),
      workflowId: text().notNull(),
      workflowVersion: integer().notNull(),
      submitterId: text().notNull(),
      input: text().notNull(),
      traceparent: text(),
      state: text<WorkflowRunRow['state']>().notNull(),
      failedStepId: text(),
      failureCode: text(),
      failureMessage: text(),
      deadlineAtMs: integer().notNull(),
      wakeAtMs: integer(),
      createdAtMs: integer().notNull(),
      endedAtMs: integer(),
      updatedAtMs: integer().notNull(),
      version: integer().notNull(),
    },
    (row) => [
      index('agent_runs_submitter').on(row.submitterId, row.id),
      index('agent_runs_wake').on(row.wakeAtMs).where(sql`${row.wakeAtMs} is not null`),
    ],
  ),

  agentSteps: table(
    'agent_steps',
    {
      runId: text().notNull(),
      stepId: text().notNull(),
      position: integer().notNull(),
      state: text<WorkflowStepRow['state']>().notNull(),
      taskId: text(),
      result: text(),
      failureCode: text(),
      failureMessage: text(),
      startedAtMs: integer(),
      endedAtMs: integer(),
    },
    (row) => [primaryKey({ columns: [row.runId, row.stepId] })],
  ),
});
export type WorkflowTables = ReturnType<typeof workflowTables>;
