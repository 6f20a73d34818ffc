import { isTaskEnd, jsonText, ok, type Result } from '@causeway/protocol';
import type { Question, QuotaExceeded, TaskReading, TaskRow } from '@causeway/storage';
import { sightedAfter, sightingStatements, taskStatements, taskSubject } from '@causeway/storage/agents';
import {
  all,
  allOfEach,
  first,
  inBatches,
  type Lock,
  type Locking,
  lockOf,
  run,
  type TxScript,
  usageSteps,
} from '@causeway/storage/jobs';
import type { AgentJobs } from '../context.ts';
import { audienceOf, can, changeTask, taskLocks, writeTask } from './change.ts';
import { claimLocks, claimTasks, lookForTasks } from './claim.ts';
import { endAttempts, failureOf, holdLocks, questionsOf } from './ends.ts';
import { heldBy } from './hold.ts';
import { releaseReserved, reserve, routable } from './reservation.ts';
import { submissionLocks, submitTasks } from './submission.ts';
import type { Hold, HoldRefused, NewTask, TaskRepository } from './tasks.ts';

const refusal = <E>(error: E): Result<never, E> => ({ ok: false, error });

/** The jobs of a TaskRepository. */
export function createTaskRepository(context: AgentJobs): Omit<TaskRepository, keyof TaskReading> {
  const { read, write, clock } = context;
  const statements = taskStatements(context.tables);
  const durable = <T>(steps: () => TxScript<T>, locking: Locking): Promise<T> => write('full', steps, locking);
  /** A read after what else this turn of the event loop does. */
  const lateRead = async <T>(steps: () => TxScript<T>): Promise<T> => {
    await new Promise(setImmediate);
    return read(steps);
  };
  const find = (id: string): TxScript<TaskRow | undefined> => first(statements.taskById, { id });
  const change = changeTask.bind(undefined, context);
  const submitAll = (tasks: readonly NewTask[]) => submitTasks(context, tasks, { reserves: true });
  const submit = inBatches(durable, submitAll, submissionLocks);
  const look = inBatches(lateRead, lookForTasks.bind(undefined, context), () => []);
  const claim = inBatches(durable, claimTasks.bind(undefined, context), claimLocks);
  const end = inBatches(durable, endAttempts.bind(undefined, context), ({ hold }) => holdLocks(hold));

  function* report(
    hold: Hold,
    progress: { readonly percent: number | null; readonly message: string | null } | undefined,
  ): TxScript<Result<TaskRow, HoldRefused>> {
    const nowMs = clock.now();
    const { taskId, agentId } = hold;
    const [[tasks], [sights]] = yield* allOfEach(
      [statements.taskById, [{ id: taskId }]],
      [sightingStatements(context.tables).lastSight, [{ agentId }]],
    );
    const task = heldBy(tasks?.[0], hold, nowMs);
    if (!task.ok) return task;
    const set = {
      leaseEndsAtMs: nowMs + (task.value.leaseMs ?? 0),
      reservedUntilMs: null,
      ...(progress && { progress: progress.percent, progressMessage: progress.message }),
    };
    const sight = sights?.[0];
    if (sight) yield* sightedAfter(context, sight, nowMs);
    if (can(task.value, 'started')) {
      return ok(yield* change(task.value, { trigger: 'started', nowMs, set, facts: { ...progress } }));
    }
    if (!progress) return ok(yield* writeTask(context, task.value, set));
    const version = task.value.version + 1;
    const reported = yield* writeTask(context, task.value, { ...set, updatedAtMs: nowMs, version });
    yield* context.appendEvent({
      subject: taskSubject(hold.taskId),
      type: 'task.progress',
      data: { taskId: hold.taskId, version, agentId: hold.agentId, token: hold.token, ...progress },
      audience: audienceOf(reported.submitterId),
      createdAtMs: nowMs,
    });
    return ok(reported);
  }

  function* giveAnswer(
    id: string,
    answer: unknown,
    messageId: string | undefined,
  ): TxScript<Result<TaskRow, HoldRefused | QuotaExceeded>> {
    const task = yield* find(id);
    if (task === undefined) return refusal({ code: 'TASK_NOT_FOUND' } as const);
    const nowMs = clock.now();
    if (!can(task, 'inputGiven') || task.deadlineAtMs <= nowMs) {
      return refusal({ code: 'TOKEN_STALE', state: task.state } as const);
    }
    const asked = questionsOf(task);
    const question = asked.at(-1)?.question ?? '';
    const last = { question, answer, ...(messageId !== undefined && { messageId }) } satisfies Question;
    const questions = jsonText<readonly Question[]>([...asked.slice(0, -1), last]);
    const bytes = Buffer.byteLength(questions) - Buffer.byteLength(task.questions);
    const room = yield* usageSteps(context).room(task.submitterId, 'history', { items: 0, bytes });
    if (!room.ok) return room;
    return ok(yield* change(task, { trigger: 'inputGiven', nowMs, set: { questions } }));
  }

  function* cancel(id: string): TxScript<Result<TaskRow, HoldRefused>> {
    const task = yield* find(id);
    if (task === undefined) return refusal({ code: 'TASK_NOT_FOUND' } as const);
    if (isTaskEnd(task.state)) return refusal({ code: 'TOKEN_STALE', state: task.state } as const);
    const nowMs = clock.now();
    return ok(yield* change(task, { trigger: 'cancelled', nowMs, outcome: 'cancelled' }));
  }

  function* wake(task: TaskRow, nowMs: number, random: number): TxScript<void> {
    if (task.deadlineAtMs <= nowMs) {
      const failure = { failureCode: 'DEADLINE', failureMessage: 'the deadline is over' };
      yield* change(task, { trigger: 'expired', nowMs, set: failure, outcome: 'expired' });
    } else if (can(task, 'due')) {
      yield* change(task, { trigger: 'due', nowMs, set: { dueAtMs: null } });
    } else if (task.reservedUntilMs !== null) {
      yield* releaseReserved(context, task, nowMs);
    } else {
      const failure = { code: 'LEASE_ENDED', message: 'the agent has not reported in time' };
      yield* change(task, failureOf(task, nowMs, failure, random, 'leaseEnded'));
    }
  }

  /** Does what is due for a task, unless another process has done it. */
  function* sweep(id: string, random: number): TxScript<void> {
    const task = yield* find(id);
    const nowMs = clock.now();
    if (task?.wakeAtMs != null && task.wakeAtMs <= nowMs) yield* wake(task, nowMs, random);
  }

  /** What a due task's change locks most of the time; the rest is known after it was read again. */
  const sweepLocks = ({ id, agentId }: TaskRow): readonly Lock[] => [
    ...taskLocks(id),
    ...(agentId === null ? [] : [lockOf('agent', agentId)]),
  ];

  return {
    submit,

    async route() {
      // Most rounds find nothing, so they write nothing.
      const ids = await read(() => routable(context));
      if (ids.length === 0) return 0;
      const routed = ids.map((id) =>
        write(
          'full',
          function* () {
            const task = yield* find(id);
            return task?.state === 'queued' && (yield* reserve(context, task)).state !== 'queued';
          },
          { locks: [lockOf('task', id)] },
        ),
      );
      return (await Promise.all(routed)).filter(Boolean).length;
    },

    look,

    claim,

    report: (hold, progress) =>
      write('normal', () => report(hold, progress), {
        locks: [lockOf('task', hold.taskId), lockOf('agent', hold.agentId)],
      }),

    end: (hold, ending) => end({ hold, end: ending }),

    answer: (id, answer, messageId) =>
      write('full', () => giveAnswer(id, answer, messageId), { locks: [lockOf('task', id)] }),

    cancel: (id) => write('full', () => cancel(id), { locks: taskLocks(id) }),

    async sweep(limit, random) {
      const due = function* () {
        return yield* all(statements.dueTasks, { nowMs: clock.now(), limit });
      };
      const rows = await read(due);
      await Promise.all(rows.map((row) => write('full', () => sweep(row.id, random), { locks: sweepLocks(row) })));
      return rows.length;
    },

    async removeEmptyQueues(limit) {
      const empty = await read(() => all(statements.emptyQueues, { limit }));
      const removed = empty.map(({ queue }) =>
        write('normal', () => run(statements.removeEmptyQueue, { queue }), { locks: [lockOf('queue', queue)] }),
      );
      return (await Promise.all(removed)).reduce((sum, rows) => sum + rows, 0);
    },
  };
}
