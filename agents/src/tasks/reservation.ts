import { isTaskHeld } from '@causeway/protocol';
import type { DeliveryRow, TaskRow } from '@causeway/storage';
import {
  askableAgents,
  hasPush,
  pushedQueues,
  sighted,
  takeFreePlace,
  taskStatements,
  taskSubject,
} from '@causeway/storage/agents';
import { all, first, lock, lockOf, send, type TxScript } from '@causeway/storage/jobs';
import type { AgentJobs } from '../context.ts';
import { chooseAgent } from '../routing.ts';
import { queueDelivery } from '../webhooks/queue.ts';
import { changeTask, type Tally, writeTask } from './change.ts';
import { assignmentFacts } from './facts.ts';

/** The lease of a task that an agent has accepted by its webhook, milliseconds; heartbeats extend it by as much. */
const LEASE_MS = 30_000;
/** Queues, and the first tasks of each, that one round reads. */
const MAX_QUEUES = 100;
const MAX_HEADS = 20;

/** The agent with a webhook that gets a task now, by the task's own strategy; undefined when none can. */
function* chosenFor({ tables }: AgentJobs, task: TaskRow, nowMs: number) {
  return chooseAgent(yield* askableAgents(tables, task, nowMs), task.requirement, task.strategy, nowMs);
}

/**
 * Reserves a queued task to an agent with a webhook, within the caller's job: the task is assigned under a short lease
 * and counts to the agent's limit, and the webhook asks the agent. Without such an agent the task stays queued, for
 * claims.
 */
export function* reserve(context: AgentJobs, task: TaskRow, tally?: Tally): TxScript<TaskRow> {
  const { tables } = context;
  const nowMs = context.clock.now();
  if (task.deadlineAtMs <= nowMs || !(yield* hasPush(tables, task.requirement))) return task;
  const choice = yield* chosenFor(context, task, nowMs);
  if (choice === undefined) return task;
  const { agent, reason } = choice;
  const agentId = agent.id;
  yield* lock(lockOf('agent', agentId));
  if (!(yield* takeFreePlace(tables, agentId, nowMs))) return task;
  const reservedUntilMs = nowMs + task.answerMs;
  const token = task.token + 1;
  const lease = { leaseMs: LEASE_MS, leaseEndsAtMs: reservedUntilMs, reservedUntilMs, assignedAtMs: nowMs };
  const reserved = yield* changeTask(context, task, {
    trigger: 'claimed',
    nowMs,
    set: { agentId, token, ...lease, routingReason: reason, progress: null, progressMessage: null },
    facts: { reason },
    ...(tally && { tally }),
  });
  const unended = { endedAtMs: null, outcome: null, failureCode: null, failureMessage: null };
  const attempt = { taskId: task.id, token, agentId, startedAtMs: nowMs, ...unended };
  yield* send(taskStatements(tables).insertAttempt, attempt);
  yield* queueDelivery(context, {
    ...{ endpoint: { avatarId: agentId }, type: 'task.assigned', subject: taskSubject(task.id) },
    ...{ data: assignmentFacts(reserved), nowMs, untilMs: reservedUntilMs },
  });
  return reserved;
}

/** Reserves a task that has just come, unless others wait before it: an agent that is free gets the first one. */
export function* reserveFirst(context: AgentJobs, task: TaskRow, tally: Tally): TxScript<TaskRow> {
  const next = yield* first(taskStatements(context.tables).heads, { queue: task.queue, limit: 1 });
  return next?.id === task.id ? yield* reserve(context, task, tally) : task;
}

/** Ends a reservation that the agent left unanswered or declined: the task is queued for others, and did not fail. */
export const releaseReserved = (context: AgentJobs, task: TaskRow, nowMs: number): TxScript<TaskRow> => {
  const set = { routingReason: null };
  return changeTask(context, task, { trigger: 'released', nowMs, set, outcome: 'released' });
};

/** Makes a reservation a whole lease: the agent has accepted. */
export const acceptReserved = (
  context: AgentJobs,
  task: TaskRow,
  nowMs: number,
  leaseMs = task.leaseMs ?? LEASE_MS,
): TxScript<TaskRow> => writeTask(context, task, { reservedUntilMs: null, leaseMs, leaseEndsAtMs: nowMs + leaseMs });

/** An agent declines a `task.assigned` by the answer `{"accept": false}`. Any other 2xx accepts. */
const declines = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && (answer as { readonly accept?: unknown }).accept === false;

/** What follows when the webhook of a reservation has ended: the lease is whole, or the task goes to others at once. */
export function* reservationAnswered(
  context: AgentJobs,
  { subject, payload, avatarId, state }: DeliveryRow,
  answer: unknown,
): TxScript<void> {
  const { data } = JSON.parse(payload) as { readonly data: { readonly taskId: string; readonly token: number } };
  yield* lock(lockOf('task', data.taskId));
  const task = yield* first(taskStatements(context.tables).taskById, { id: data.taskId });
  const asked = task && isTaskHeld(task.state) && task.agentId === avatarId && task.token === data.token;
  // The agent may have claimed or ended it before its answer came, and a replay can come at any time.
  if (!asked || task.reservedUntilMs === null || subject !== taskSubject(task.id)) return;
  const nowMs = context.clock.now();
  if (state !== 'delivered' || declines(answer)) yield* releaseReserved(context, task, nowMs);
  else {
    yield* lock(lockOf('agent', avatarId));
    yield* acceptReserved(context, task, nowMs);
    yield* sighted(context, avatarId, nowMs);
  }
}

/** Ids of waiting tasks that an agent with a webhook can get now, the first ones of each queue. */
export function* routable(context: AgentJobs): TxScript<readonly string[]> {
  const { tables } = context;
  const { heads, taskById } = taskStatements(tables);
  const nowMs = context.clock.now();
  const found: string[] = [];
  for (const { queue, requirement } of yield* pushedQueues(tables, nowMs, MAX_QUEUES)) {
    if (!(yield* hasPush(tables, requirement))) continue;
    for (const { id } of yield* all(heads, { queue, limit: MAX_HEADS })) {
      const task = yield* first(taskById, { id });
      if (task && (yield* chosenFor(context, task, nowMs))) found.push(id);
    }
  }
  return found;
}
