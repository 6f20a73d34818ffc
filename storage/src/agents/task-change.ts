import { isTaskEnd, isTaskHeld, nextTaskState, type TaskState, type TaskTrigger } from '@causeway/protocol';
import { run, type Steps } from '../core/steps.ts';
import type { AgentContext } from './context.ts';
import { queueDelivery } from './deliveries/queue.ts';
import { CALLBACK_TYPES, endFacts } from './deliveries/task-facts.ts';
import type { AttemptOutcome, TaskPush, TaskRow } from './rows.ts';
import type { TaskStatements } from './task-statements.ts';
import { taskSubject } from './tasks.ts';
import { wakeRun } from './workflows/wake.ts';

/** Adds `by` to the number of waiting tasks of the task's queue. A queue without waiting tasks has no row. */
export function* countWaiting(statements: TaskStatements, task: TaskRow, by: 1 | -1): Steps<void> {
  const { queue, requirement } = task;
  if (by === 1) {
    const { capability, agentId = null } = requirement;
    yield* run(statements.countQueue, { queue, capability, requirement, agentId, waiting: 1 });
    return;
  }
  yield* run(statements.discountQueue, { queue });
  yield* run(statements.removeQueue, { queue });
}

/** When the sweeper must look at a task: the earliest of its deadline, its due time and the end of its lease. */
function wakeAt(task: TaskRow): number | null {
  if (isTaskEnd(task.state)) return null;
  const times = [task.deadlineAtMs];
  if (task.state === 'pending' && task.dueAtMs !== null) times.push(task.dueAtMs);
  if (isTaskHeld(task.state) && task.leaseEndsAtMs !== null) times.push(task.leaseEndsAtMs);
  return Math.min(...times);
}

/** Writes `set` as the task's next version, without a transition and without an event. */
export function* writeTask(statements: TaskStatements, before: TaskRow, set: Partial<TaskRow>): Steps<TaskRow> {
  const changed = { ...before, ...set };
  const task = { ...changed, wakeAtMs: wakeAt(changed) };
  yield* run(statements.updateTask, { ...task });
  return task;
}

/** A transition's facts. */
export interface Change {
  readonly trigger: TaskTrigger;
  readonly nowMs: number;
  readonly set?: Partial<TaskRow>;
  /** How the attempt ended, when the transition ends one. */
  readonly outcome?: AttemptOutcome;
  /** Further facts of the event. */
  readonly facts?: Readonly<Record<string, unknown>>;
  /** Cost of a completed attempt, millionths. */
  readonly costMicros?: number;
}

/** Ends the attempt of the task's holder: its row, and the agent's counts. */
function* endAttempt(statements: TaskStatements, before: TaskRow, change: Change, after: TaskRow): Steps<void> {
  const { nowMs, outcome = 'failed', costMicros = 0 } = change;
  const { failureCode, failureMessage } = after;
  const { id: taskId, token, agentId } = before;
  yield* run(statements.endAttempt, { taskId, token, endedAtMs: nowMs, outcome, failureCode, failureMessage });
  const isDone = outcome === 'completed';
  yield* run(statements.freeAgent, {
    agentId: agentId ?? '',
    completed: Number(isDone),
    failed: Number(outcome === 'failed' || outcome === 'leaseEnded'),
    tookMs: isDone ? nowMs - (before.assignedAtMs ?? nowMs) : 0,
    costMicros: isDone ? costMicros : 0,
  });
}

/** True when `trigger` can happen to the task. */
export const can = (task: TaskRow, trigger: TaskTrigger): boolean => nextTaskState(task.state, trigger) !== undefined;

/**
 * Applies a trigger by the table of protocol/task-state: writes the task, the counts of its queue and of its agent, the
 * end of its attempt and the event, within the caller's job. Throws when the table has no such transition.
 */
export function* changeTask(
  context: AgentContext,
  statements: TaskStatements,
  before: TaskRow,
  change: Change,
): Steps<TaskRow> {
  const { trigger, nowMs, set, facts } = change;
  const state = nextTaskState(before.state, trigger);
  if (state === undefined) throw new Error(`${trigger} cannot happen to a task in ${before.state}`);
  const after = yield* writeTask(statements, before, {
    ...set,
    state,
    ...(!isTaskHeld(state) && { leaseEndsAtMs: null, reservedUntilMs: null }),
    ...(isTaskEnd(state) && { endedAtMs: nowMs }),
    updatedAtMs: nowMs,
    version: before.version + 1,
  });
  if (before.state === 'queued') yield* countWaiting(statements, before, -1);
  if (state === 'queued') yield* countWaiting(statements, after, 1);
  if (isTaskHeld(before.state) && !isTaskHeld(state)) yield* endAttempt(statements, before, change, after);
  if (isTaskEnd(state) && after.runId !== null) yield* wakeRun(context, after.runId);
  yield* appendTaskEvent(context, after, before.state, trigger, facts);
  yield* callBack(context, after, nowMs);
  yield* pushState(context, after, nowMs);
  return after;
}

/** Tells A2A clients of a new state, if they asked for that. */
function* pushState(context: AgentContext, { id, submitterId, pushes }: TaskRow, nowMs: number): Steps<void> {
  if (pushes === '[]') return;
  for (const push of JSON.parse(pushes) as readonly TaskPush[]) {
    const endpoint = { avatarId: submitterId, callbackUrl: push.url };
    const data = { taskId: id, pushId: push.id };
    yield* queueDelivery(context, { endpoint, type: 'a2a.task', subject: taskSubject(id), data, nowMs });
  }
}

/** Tells the submitter of the end of a task, if the submission asked for that. */
function* callBack(context: AgentContext, task: TaskRow, nowMs: number): Steps<void> {
  const { callback, submitterId } = task;
  const type = CALLBACK_TYPES[task.state];
  if (callback === null || type === undefined) return;
  const endpoint = { avatarId: submitterId, callbackUrl: callback };
  yield* queueDelivery(context, { endpoint, type, subject: taskSubject(task.id), data: endFacts(task), nowMs });
}

/** A task's events are on its submitter's stream. */
export const audienceOf = (submitterId: string) => ({ avatarId: submitterId, topic: 'tasks' });

/** Appends the event with which a task enters its state. */
export function* appendTaskEvent(
  { appendEvent }: AgentContext,
  task: TaskRow,
  from: TaskState | null,
  trigger: TaskTrigger | 'submitted',
  facts: Readonly<Record<string, unknown>> = {},
): Steps<void> {
  const { id, submitterId, state, version, agentId, token, requirement, failureCode, failureMessage } = task;
  yield* appendEvent({
    subject: taskSubject(id),
    type: `task.${state}`,
    data: {
      ...{ taskId: id, from, trigger, version, agentId, token },
      // Waiting agents see by it whether they fit.
      ...(state === 'queued' && { requirement }),
      ...(failureCode !== null && { failureCode, failureMessage }),
      ...facts,
    },
    audience: audienceOf(submitterId),
    createdAtMs: task.updatedAtMs,
  });
}
