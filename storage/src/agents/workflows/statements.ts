import { and, asc, desc, isNotNull, lte, sql } from 'drizzle-orm';
import { given, givenAs, memoize, placeholders, prepared, updatesOf } from '../../core/statements.ts';
import type { AgentTables } from '../schema.ts';

/** Compiled queries of the jobs that begin, advance and end runs. */
export const workflowStatements = memoize(
  ({ agentRuns: runs, agentSteps: steps, agentTasks: tasks, agentWorkflows: workflows }: AgentTables) => {
    const ofStep = and(given(steps.runId, 'runId'), given(steps.stepId, 'stepId'));
    const isOpen = isNotNull(runs.wakeAtMs);
    const { runId, stepId, position, state, taskId, failureCode, failureMessage, startedAtMs, endedAtMs } = steps;
    const light = { runId, stepId, position, state, taskId, failureCode, failureMessage, startedAtMs, endedAtMs };
    const end = {
      ...{ id: tasks.id, state: tasks.state, agentId: tasks.agentId, result: tasks.result },
      ...{ failureCode: tasks.failureCode, failureMessage: tasks.failureMessage, endedAtMs: tasks.endedAtMs },
    };
    return {
      runById: prepared('runById', (db) => db.select().from(runs).where(given(runs.id, 'id'))),
      insertRun: prepared('insertRun', (db) => db.insert(runs).values(placeholders(runs))),
      updateRun: updatesOf('updateRun', runs, given(runs.id, 'id')),
      /** Sets when an open run is due; one that has ended stays as it is. */
      wakeOpenRun: prepared('wakeOpenRun', (db) =>
        db
          .update(runs)
          .set({ wakeAtMs: givenAs(runs.wakeAtMs, 'wakeAtMs') as never })
          .where(and(given(runs.id, 'id'), isOpen)),
      ),
      dueRuns: prepared('dueRuns', (db) =>
        db
          .select({ id: runs.id })
          .from(runs)
          .where(and(isOpen, lte(runs.wakeAtMs, givenAs(runs.wakeAtMs, 'nowMs'))))
          .orderBy(asc(runs.wakeAtMs))
          .limit(sql.placeholder('limit')),
      ),
      /** The steps of a run without their results, in the order of the definition. */
      lightSteps: prepared('lightSteps', (db) =>
        db.select(light).from(steps).where(given(runId, 'runId')).orderBy(asc(position)),
      ),
      insertStep: prepared('insertStep', (db) => db.insert(steps).values(placeholders(steps))),
      updateStep: updatesOf('updateStep', steps, ofStep),
      stepResult: prepared('stepResult', (db) => db.select({ result: steps.result }).from(steps).where(ofStep)),
      /** The bytes of the results that a run has. */
      resultBytes: prepared('resultBytes', (db) =>
        db
          .select({ bytes: sql<number>`coalesce(sum(octet_length(${steps.result})), 0)`.mapWith(Number) })
          .from(steps)
          .where(given(runId, 'runId')),
      ),
      /** How a task has ended; no row while it is open. */
      taskEnd: prepared('taskEnd', (db) =>
        db
          .select(end)
          .from(tasks)
          .where(and(given(tasks.id, 'id'), isNotNull(tasks.endedAtMs))),
      ),
      workflowVersion: prepared('workflowVersion', (db) =>
        db
          .select()
          .from(workflows)
          .where(and(given(workflows.id, 'id'), given(workflows.version, 'version'))),
      ),
      newestWorkflow: prepared('newestWorkflow', (db) =>
        db.select().from(workflows).where(given(workflows.id, 'id')).orderBy(desc(workflows.version)).limit(1),
      ),
    };
  },
);
