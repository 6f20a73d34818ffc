import { ok } from '@causeway/protocol';
import type { RunReading, WorkflowRunRow } from '@causeway/storage';
import { findRun, workflowStatements } from '@causeway/storage/agents';
import { lockOf, send, usageSteps } from '@causeway/storage/jobs';
import type { AgentJobs } from '../context.ts';
import { appendBegun } from './run-change.ts';
import { runSteps } from './run-steps.ts';
import type { WorkflowRunRepository } from './runs.ts';

/** The jobs of a WorkflowRunRepository. */
export function createRunRepository(context: AgentJobs): Omit<WorkflowRunRepository, keyof RunReading> {
  const { write, clock, newId, tables } = context;
  const { insertRun, insertStep, wakeOpenRun } = workflowStatements(tables);
  const job = runSteps(context);

  return {
    execute: (workflow, { lifeMs, submitterId, principalId, takers, input, traceparent }) => {
      const id = newId();
      // Nobody else knows the run; the tasks of its first steps, and what their owner stores, are known later.
      return write(
        'full',
        function* () {
          const nowMs = clock.now();
          const { definition } = workflow;
          const row: WorkflowRunRow = {
            ...{ id, workflowId: workflow.id, workflowVersion: workflow.version },
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
          return ok(yield* job.proceed(open, []));
        },
        { locks: [lockOf('run', id)] },
      );
    },

    advance: async (id) => {
      await write(
        'full',
        function* () {
          const before = yield* findRun(context, id);
          if (before === undefined || before.wakeAtMs === null || before.wakeAtMs > clock.now()) return;
          const open = yield* job.open(before, before.definition);
          yield* job.proceed(open, yield* job.takeEnds(open));
        },
        { locks: [lockOf('run', id)] },
      );
    },

    postpone: async (id, ms) => {
      await write(
        'normal',
        function* () {
          yield* send(wakeOpenRun, { id, wakeAtMs: clock.now() + ms });
        },
        { locks: [lockOf('run', id)] },
      );
    },

    cancel: (id) =>
      write(
        'full',
        function* () {
          const before = yield* findRun(context, id);
          if (before === undefined) return { ok: false, error: { code: 'RUN_NOT_FOUND' } } as const;
          const ended = ({ state }: WorkflowRunRow) => ({ ok: false, error: { code: 'RUN_ENDED', state } }) as const;
          if (before.wakeAtMs === null) return ended(before);
          const open = yield* job.open(before, before.definition);
          // The run may have come to its end without the notice of anybody.
          const now = yield* job.proceed(open, yield* job.takeEnds(open));
          if (now.wakeAtMs === null) return ended(now);
          return ok(yield* job.end(open, 'cancelled', undefined));
        },
        { locks: [lockOf('run', id)] },
      ),
  };
}
