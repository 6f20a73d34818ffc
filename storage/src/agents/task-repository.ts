import { isTaskEnd, ok, type Result } from '@causeway/protocol';
import { all, first, run, type Steps } from '../core/steps.ts';
import type { AgentContext } from './context.ts';
import { heldBy } from './hold.ts';
import { acceptReserved, releaseReserved, reserve, routable } from './reservation.ts';
import type { AgentRow, Question, TaskRow } from './rows.ts';
import { audienceOf, can, changeTask, writeTask } from './task-change.ts';
import { createTaskReading } from './task-reading.ts';
import type { TaskStatements } from './task-statements.ts';
import { submitTask } from './task-submission.ts';
import {
  type AttemptEnd,
  type Claim,
  type Hold,
  type HoldRefused,
  type RetryAt,
  type TaskRepository,
  taskSubject,
} from './tasks.ts';
import { sighted } from './uptime/sighting.ts';

/** The questions of a task, the oldest first. */
const questionsOf = ({ questions }: TaskRow): readonly Question[] => JSON.parse(questions);

const refusal = <E>(error: E): Result<never, E> => ({ ok: false, error });

/** TaskRepository over its tables. */
export function createTaskRepository(context: AgentContext, statements: TaskStatements): TaskRepository {
  const { read, write, clock } = context;
  const find = (id: string): Steps<TaskRow | undefined> => first(statements.taskById, { id });
  const agentOf = (id: string): Steps<AgentRow | undefined> => first(statements.agentById, { id });
  const change = changeTask.bind(undefined, context, statements);

  /** Ids of the waiting tasks that the agent fits, the least rank first. */
  function* candidates(agent: AgentRow, { fits }: Claim, limit: number): Steps<readonly string[]> {
    const heads: { readonly id: string; readonly rankMs: number; readonly listKey: string }[] = [];
    const queues = [...(yield* all(statements.queuesFor, { agentId: agent.id }))];
    for (const capability of new Set(agent.capabilities.map(({ type }) => type))) {
      queues.push(...(yield* all(statements.queuesOf, { capability })));
    }
    for (const { queue, requirement } of queues) {
      if (fits(requirement)) heads.push(...(yield* all(statements.heads, { queue, limit })));
    }
    const sorted = heads.sort((a, b) => a.rankMs - b.rankMs || (a.listKey < b.listKey ? -1 : 1));
    return sorted.slice(0, limit).map(({ id }) => id);
  }

  function* claim(order: Claim, agent: AgentRow): Steps<readonly TaskRow[]> {
    const { agentId, leaseMs, limit } = order;
    const nowMs = clock();
    // Tasks that are reserved to the agent count to its limit already.
    const claimed: TaskRow[] = [];
    for (const task of yield* all(statements.reservedFor, { agentId, limit })) {
      if (task.deadlineAtMs > nowMs) claimed.push(yield* acceptReserved(statements, { ...task, leaseMs }, nowMs));
    }
    const accepted = claimed.length;
    const room = Math.min(limit - accepted, agent.maxConcurrentTasks - agent.active);
    for (const id of room > 0 ? yield* candidates(agent, order, room) : []) {
      const before = yield* find(id);
      if (before === undefined) throw new Error(`the queued task ${id} is gone`);
      // The sweeper comes a little later; no agent gets a task that is too late.
      if (before.deadlineAtMs <= nowMs) continue;
      const token = before.token + 1;
      const lease = { leaseMs, leaseEndsAtMs: nowMs + leaseMs, assignedAtMs: nowMs };
      const routingReason = 'it claimed the task';
      const set = { agentId, token, ...lease, routingReason, progress: null, progressMessage: null };
      claimed.push(yield* change(before, { trigger: 'claimed', nowMs, set }));
      const unended = { endedAtMs: null, outcome: null, failureCode: null, failureMessage: null };
      yield* run(statements.insertAttempt, { taskId: id, token, agentId, startedAtMs: nowMs, ...unended });
    }
    const active = agent.active + claimed.length - accepted;
    yield* run(statements.holdTasks, { active, nowMs, agentId });
    return claimed;
  }

  /** The task while `hold` is its newest lease and its deadline is not over. */
  function* held(hold: Hold, nowMs: number): Steps<Result<TaskRow, HoldRefused>> {
    return heldBy(yield* find(hold.taskId), hold, nowMs);
  }

  /** Ends an attempt by a failure: another attempt, or the end of the task. */
  function* failAttempt(
    task: TaskRow,
    nowMs: number,
    failure: { readonly code: string; readonly message: string },
    retryAt: RetryAt | null,
    outcome: 'failed' | 'leaseEnded',
  ): Steps<TaskRow> {
    const failures = task.failures + 1;
    const dueAtMs = retryAt?.(failures, task.maxAttempts, nowMs) ?? null;
    const again = dueAtMs !== null && dueAtMs < task.deadlineAtMs;
    const set = {
      failures,
      failureCode: failure.code,
      failureMessage: failure.message,
      dueAtMs: again ? dueAtMs : null,
    };
    return yield* change(task, { trigger: again ? 'retried' : 'failed', nowMs, set, outcome });
  }

  function* end(task: TaskRow, ending: AttemptEnd, nowMs: number): Steps<TaskRow> {
    switch (ending.kind) {
      case 'completed': {
        const { result, costMicros } = ending;
        const set = { result, progress: 100, failureCode: null, failureMessage: null };
        return yield* change(task, { trigger: 'completed', nowMs, set, outcome: 'completed', costMicros });
      }
      case 'failed':
        return yield* failAttempt(task, nowMs, ending.failure, ending.retryAt, 'failed');
      case 'rejected': {
        const set = { failureCode: ending.failure.code, failureMessage: ending.failure.message };
        return yield* change(task, { trigger: 'rejected', nowMs, set, outcome: 'rejected' });
      }
      case 'inputRequested': {
        const open = { question: ending.question, answer: null } satisfies Question;
        const questions = JSON.stringify([...questionsOf(task), open]);
        const facts = { question: ending.question };
        return yield* change(task, {
          ...{ trigger: 'inputRequested', nowMs, set: { questions }, outcome: 'inputRequested', facts },
        });
      }
      case 'released':
        return yield* change(task, { trigger: 'released', nowMs, outcome: 'released' });
    }
  }

  /** True when the report of `hold` has ended the task in this way before. */
  const isRepeated = (task: TaskRow, { agentId, token }: Hold, { kind }: AttemptEnd): boolean =>
    task.agentId === agentId && task.token === token && task.state === kind;

  function* wake(task: TaskRow, nowMs: number, retryAt: RetryAt): Steps<void> {
    if (task.deadlineAtMs <= nowMs) {
      const failure = { failureCode: 'DEADLINE', failureMessage: 'the deadline is over' };
      yield* change(task, { trigger: 'expired', nowMs, set: failure, outcome: 'expired' });
    } else if (can(task, 'due')) {
      yield* change(task, { trigger: 'due', nowMs, set: { dueAtMs: null } });
    } else if (task.reservedUntilMs !== null) {
      yield* releaseReserved(context, statements, task, nowMs);
    } else {
      const failure = { code: 'LEASE_ENDED', message: 'the agent has not reported in time' };
      yield* failAttempt(task, nowMs, failure, retryAt, 'leaseEnded');
    }
  }

  return {
    ...createTaskReading(context),

    submit: (task, place, choose) => write('full', () => submitTask(context, statements, task, place, choose)),

    async route(choose) {
      // Most looks find nothing, so they write nothing.
      const ids = await read(() => routable(context, statements, choose));
      if (ids.length === 0) return 0;
      return write('full', function* () {
        let routed = 0;
        for (const id of ids) {
          const task = yield* find(id);
          if (task?.state === 'queued' && (yield* reserve(context, statements, task, choose)).state !== 'queued') {
            routed += 1;
          }
        }
        return routed;
      });
    },

    get: (id) => read(() => find(id)),

    async claim(order) {
      const refusedFor = (agent: AgentRow | undefined) => {
        if (agent?.hiddenAtMs !== null) return refusal({ code: 'AGENT_NOT_FOUND' } as const);
        return agent.availability === 'online' ? undefined : refusal({ code: 'AGENT_NOT_ONLINE' } as const);
      };
      // Most polls find nothing, so they write nothing.
      const seen = await read(function* () {
        const agent = yield* agentOf(order.agentId);
        const refused = refusedFor(agent);
        if (refused || agent === undefined) return refused ?? refusal({ code: 'AGENT_NOT_FOUND' } as const);
        const room = agent.active < agent.maxConcurrentTasks;
        const reserved = yield* all(statements.reservedFor, { agentId: agent.id, limit: 1 });
        return ok(reserved.length > 0 || (room && (yield* candidates(agent, order, 1)).length > 0));
      });
      if (!seen.ok) return seen;
      if (!seen.value) return ok([]);
      return write('full', function* () {
        const agent = yield* agentOf(order.agentId);
        const refused = refusedFor(agent);
        if (refused || agent === undefined) return refused ?? refusal({ code: 'AGENT_NOT_FOUND' } as const);
        return ok(yield* claim(order, agent));
      });
    },

    report: (hold, progress) =>
      write('normal', function* () {
        const nowMs = clock();
        const task = yield* held(hold, nowMs);
        if (!task.ok) return task;
        const set = {
          leaseEndsAtMs: nowMs + (task.value.leaseMs ?? 0),
          reservedUntilMs: null,
          ...(progress && { progress: progress.percent, progressMessage: progress.message }),
        };
        yield* sighted(context, hold.agentId, nowMs);
        if (can(task.value, 'started')) {
          return ok(yield* change(task.value, { trigger: 'started', nowMs, set, facts: { ...progress } }));
        }
        if (!progress) return ok(yield* writeTask(statements, task.value, set));
        const version = task.value.version + 1;
        const reported = yield* writeTask(statements, task.value, { ...set, updatedAtMs: nowMs, version });
        yield* context.appendEvent({
          subject: taskSubject(hold.taskId),
          type: 'task.progress',
          data: { taskId: hold.taskId, version, agentId: hold.agentId, token: hold.token, ...progress },
          audience: audienceOf(reported.submitterId),
          createdAtMs: nowMs,
        });
        return ok(reported);
      }),

    end: (hold, ending) =>
      write('full', function* () {
        const nowMs = clock();
        const task = yield* held(hold, nowMs);
        if (task.ok) return ok(yield* end(task.value, ending, nowMs));
        const now = yield* find(hold.taskId);
        return now && isRepeated(now, hold, ending) ? ok(now) : task;
      }),

    answer: (id, answer) =>
      write('full', function* () {
        const task = yield* find(id);
        if (task === undefined) return refusal({ code: 'TASK_NOT_FOUND' } as const);
        const nowMs = clock();
        if (!can(task, 'inputGiven') || task.deadlineAtMs <= nowMs) {
          return refusal({ code: 'TOKEN_STALE', state: task.state } as const);
        }
        const asked = questionsOf(task);
        const last = { question: asked.at(-1)?.question ?? '', answer } satisfies Question;
        const questions = JSON.stringify([...asked.slice(0, -1), last]);
        return ok(yield* change(task, { trigger: 'inputGiven', nowMs, set: { questions } }));
      }),

    changePushes: (id, change) =>
      write('full', function* () {
        const task = yield* find(id);
        if (task === undefined) return undefined;
        const pushes = JSON.stringify(change(JSON.parse(task.pushes)));
        return yield* writeTask(statements, task, { pushes });
      }),

    cancel: (id) =>
      write('full', function* () {
        const task = yield* find(id);
        if (task === undefined) return refusal({ code: 'TASK_NOT_FOUND' } as const);
        if (isTaskEnd(task.state)) return refusal({ code: 'TOKEN_STALE', state: task.state } as const);
        const nowMs = clock();
        return ok(yield* change(task, { trigger: 'cancelled', nowMs, outcome: 'cancelled' }));
      }),

    async sweep(limit, retryAt) {
      const due = function* () {
        return yield* all(statements.dueTasks, { nowMs: clock(), limit });
      };
      if ((await read(due)).length === 0) return 0;
      return write('full', function* () {
        const nowMs = clock();
        const rows = yield* due();
        for (const task of rows) yield* wake(task, nowMs, retryAt);
        return rows.length;
      });
    },
  };
}
