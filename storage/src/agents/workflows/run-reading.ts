import { and, asc, desc, eq, lt } from 'drizzle-orm';
import { eventTables, historyOf } from '../../core/events.ts';
import { pageOf } from '../../core/page.ts';
import { columnsWithout } from '../../core/statements.ts';
import { all, first, type TxScript } from '../../core/steps.ts';
import type { AgentContext } from '../context.ts';
import { workflowStatements } from './statements.ts';
import { findWorkflow } from './workflow-repository.ts';
import { type RunReading, runSubject, type WorkflowRun } from './workflows.ts';

/** A run with its definition, within the caller's job. */
export function* findRun(context: AgentContext, id: string): TxScript<WorkflowRun | undefined> {
  const row = yield* first(workflowStatements(context.tables).runById, { id });
  if (row === undefined) return undefined;
  const workflow = yield* findWorkflow(context, row.workflowId, row.workflowVersion);
  if (workflow === undefined) throw new Error(`the workflow of the run ${id} is gone`);
  return { ...row, definition: workflow.definition };
}

/** RunReading over its tables. */
export function createRunReading(context: AgentContext): RunReading {
  const { read, clock, tables, engine } = context;
  const { agentRuns: runs, agentSteps: steps } = tables;
  const { dueRuns } = workflowStatements(tables);
  const events = eventTables(engine.dialect);

  return {
    get: (id) => read(() => findRun(context, id)),

    steps: (id) =>
      read(() => all((db) => db.select().from(steps).where(eq(steps.runId, id)).orderBy(asc(steps.position)))),

    list: ({ submitterId, workflowId, state }, cursor, limit, skip = 0) =>
      read(function* () {
        const wanted = and(
          eq(runs.submitterId, submitterId),
          workflowId === undefined ? undefined : eq(runs.workflowId, workflowId),
          state === undefined ? undefined : eq(runs.state, state),
          cursor === null ? undefined : lt(runs.id, cursor),
        );
        const newest = desc(runs.id);
        return pageOf(
          yield* all((db) =>
            db
              .select(columnsWithout(runs, 'input'))
              .from(runs)
              .where(wanted)
              .orderBy(newest)
              .limit(limit + 1)
              .offset(skip),
          ),
          limit,
        );
      }),

    due: (limit) =>
      read(function* () {
        const rows = yield* all(dueRuns, { nowMs: clock.now(), limit });
        return rows.map(({ id }) => id);
      }),

    history: (id, after, limit) => read(() => historyOf(events, runSubject(id), after, limit)),
  };
}
