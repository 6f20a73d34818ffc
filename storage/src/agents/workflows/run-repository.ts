import { ok } from '@causeway/protocol';
import { and, asc, desc, eq, lt } from 'drizzle-orm';
import { eventTables, historyOf } from '../../core/events.ts';
import { pageOf } from '../../core/page.ts';
import { columnsWithout } from '../../core/statements.ts';
import { all, first, type Steps, send } from '../../core/steps.ts';
import { usageSteps } from '../../usage/index.ts';
import type { AgentContext } from '../context.ts';
import type { TaskStatements } from '../task-statements.ts';
import type { WorkflowRunRow } from './rows.ts';
import { appendBegun } from './run-change.ts';
import { runSteps } from './run-steps.ts';
import { workflowStatements } from './statements.ts';
import { findWorkflow } from './workflow-repository.ts';
import { runSubject, type WorkflowRun, type WorkflowRunRepository } from './workflows.ts';

/** WorkflowRunRepository over its tables. */
export function createRunRepository(context: AgentContext, statements: TaskStatements): WorkflowRunRepository {
  const { read, write, clock, newId, tables, engine } = context;
  const { agentRuns: runs, agentSteps: steps } = tables;
  const { runById, insertRun, insertStep, dueRuns, wakeOpenRun } = workflowStatements(tables);
  const events = eventTables(engine.kit);
  const job = runSteps(context, statements);

  const find = (id: string): Steps<WorkflowRunRow | undefined> => first(runById, { id });

  function* definitionOf({ id, workflowId, workflowVersion }: WorkflowRunRow) {
    const workflow = yield* findWorkflow(context, workflowId, workflowVersion);
    if (workflow === undefined) throw new Error(`the workflow of the run ${id} is gone`);
    return workflow.definition;
  }

  return {
    execute: (workflow, { lifeMs, submitterId, principalId, takers, input, traceparent }, rules) =>
      write('full', function* () {
        const nowMs = clock.now();
        const { definition } = workflow;
        const row: WorkflowRunRow = {
          ...{ id: newId(), workflowId: workflow.id, workflowVersion: workflow.version },
          ...{ submitterId, principalId, takers, input, traceparent },
          ...{ state: 'running', failedStepId: null, failureCode: null, failureMessage: null, wakeAtMs: 0 },
          ...{ deadlineAtMs: nowMs + (definition.timeoutMs ?? lifeMs), endedAtMs: null, version: 0 },
          ...{ createdAtMs: nowMs, updatedAtMs: nowMs },
        };
        const share = { items: 1, bytes: Buffer.byteLength(input) };
        const taken = yield* usageSteps(context).take(submitterId, 'history', share);
        if (!taken.ok) return taken;
        yield* send(insertRun, row);
        const waiting = { state: 'waiting', taskId: null, result: null, startedAtMs: null, endedAtMs: null } as const;
        const unstarted = { runId: row.id, ...waiting, failureCode: null, failureMessage: null };
        for (const [position, { stepId }] of definition.steps.entries()) {
          yield* send(insertStep, { ...unstarted, stepId, position });
        }
        const open = yield* job.open(row, definition);
        yield* appendBegun(context, open.row);
        return ok(yield* job.proceed(open, [], rules));
      }),

    get: (id) =>
      read(function* (): Steps<WorkflowRun | undefined> {
        const row = yield* find(id);
        return row && { ...row, definition: yield* definitionOf(row) };
      }),

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

    advance: async (id, rules) => {
      await write('full', function* () {
        const before = yield* find(id);
        if (before === undefined || before.wakeAtMs === null || before.wakeAtMs > clock.now()) return;
        const open = yield* job.open(before, yield* definitionOf(before));
        yield* job.proceed(open, yield* job.takeEnds(open, rules), rules);
      });
    },

    postpone: async (id, ms) => {
      await write('normal', function* () {
        yield* send(wakeOpenRun, { id, wakeAtMs: clock.now() + ms });
      });
    },

    cancel: (id, rules) =>
      write('full', function* () {
        const before = yield* find(id);
        if (before === undefined) return { ok: false, error: { code: 'RUN_NOT_FOUND' } } as const;
        const ended = ({ state }: WorkflowRunRow) => ({ ok: false, error: { code: 'RUN_ENDED', state } }) as const;
        if (before.wakeAtMs === null) return ended(before);
        const open = yield* job.open(before, yield* definitionOf(before));
        // The run may have come to its end without the notice of anybody.
        const now = yield* job.proceed(open, yield* job.takeEnds(open, rules), rules);
        if (now.wakeAtMs === null) return ended(now);
        return ok(yield* job.end(open, 'cancelled', undefined));
      }),

    history: (id, after, limit) => read(() => historyOf(events, runSubject(id), after, limit)),
  };
}
