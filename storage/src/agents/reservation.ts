import { isTaskHeld, OFFLINE_AFTER_MS } from '@causeway/protocol';
import { and, eq, exists, gt, gte, isNotNull, isNull, lt, notInArray, or, sql } from 'drizzle-orm';
import { given, memoize, prepared } from '../core/statements.ts';
import { all, type Db, first, run, type Steps, send } from '../core/steps.ts';
import type { AgentContext } from './context.ts';
import type { DeliveryRow } from './deliveries/index.ts';
import { deliveryStatements, queueDelivery } from './deliveries/queue.ts';
import { assignmentFacts } from './deliveries/task-facts.ts';
import type { AgentRow, TaskRow } from './rows.ts';
import { mayTake } from './takers/rule.ts';
import { changeTask, type Tally, writeTask } from './task-change.ts';
import type { TaskStatements } from './task-statements.ts';
import { type Choose, taskSubject } from './tasks.ts';
import { sighted } from './uptime/sighting.ts';
import type { Requirement } from './values.ts';

/** The lease of a task that an agent has accepted by its webhook, milliseconds; heartbeats extend it by as much. */
const LEASE_MS = 30_000;
/** Agents that are compared for one task. */
const MAX_CANDIDATES = 200;
/** Queues, and the first tasks of each, that one round looks at. */
const MAX_QUEUES = 100;
const MAX_HEADS = 20;

/** Compiled queries of reservations. The condition on `push` is literal, so that the partial index is taken. */
const reservationStatements = memoize(({ agentCapabilities: index }: AgentContext['tables']) => ({
  pushed: prepared('pushedCapability', (db) =>
    db
      .select({ agentId: index.agentId })
      .from(index)
      .where(and(sql`${index.push}`, given(index.type, 'type'), given(index.model, 'model')))
      .limit(1),
  ),
}));

/** True when some agent with a webhook has the required type and model, or is the required agent. */
export function* hasPush({ tables }: AgentContext, { capability, model, agentId }: Requirement): Steps<boolean> {
  if (agentId !== undefined) {
    const endpoint = yield* first(deliveryStatements(tables).endpointById, { id: agentId });
    return endpoint !== undefined && endpoint.disabledAtMs === null;
  }
  const { pushed } = reservationStatements(tables);
  return (yield* all(pushed, { type: capability, model: model ?? '' })).length > 0;
}

/** Agents that are online, heard of and below their limit. */
const isFree = ({ agents }: AgentContext['tables'], nowMs: number) =>
  and(
    eq(agents.availability, 'online'),
    isNull(agents.hiddenAtMs),
    lt(agents.active, agents.maxConcurrentTasks),
    gte(agents.lastSeenAtMs, nowMs - OFFLINE_AFTER_MS),
  );

/**
 * Agents with a webhook and a free place that may take the task and be asked for it: no agent is asked twice when it
 * did not answer.
 */
function* askable({ tables }: AgentContext, task: TaskRow, nowMs: number): Steps<readonly AgentRow[]> {
  const { agents, agentCapabilities: index, agentAttempts: attempts } = tables;
  const { capability, model, agentId } = task.requirement;
  const tried = yield* all((db) =>
    db
      .select({ agentId: attempts.agentId })
      .from(attempts)
      .where(and(eq(attempts.taskId, task.id), eq(attempts.outcome, 'released'))),
  );
  const free = and(
    isFree(tables, nowMs),
    notInArray(
      agents.id,
      tried.map((attempt) => attempt.agentId),
    ),
  );
  if (agentId !== undefined) {
    return yield* all((db) =>
      db
        .select()
        .from(agents)
        .where(and(eq(agents.id, agentId), free)),
    );
  }
  const wanted = and(sql`${index.push}`, eq(index.type, capability), eq(index.model, model ?? ''));
  const rows = yield* all((db) =>
    db
      .select({ agent: agents })
      .from(index)
      .innerJoin(agents, eq(agents.id, index.agentId))
      .where(and(wanted, free, mayTake(tables, agents, task)))
      .limit(MAX_CANDIDATES),
  );
  // An agent can have the same type twice, with other bounds.
  return [...new Map(rows.map(({ agent }) => [agent.id, agent])).values()];
}

/**
 * Reserves a queued task to the agent that `choose` takes of those with a webhook, within the caller's job: the task is
 * assigned under a short lease and counts to the agent's limit, and the webhook asks the agent. Without such an agent
 * the task stays queued, for claims.
 */
export function* reserve(
  context: AgentContext,
  statements: TaskStatements,
  task: TaskRow,
  choose: Choose,
  tally?: Tally,
): Steps<TaskRow> {
  const nowMs = context.clock.now();
  if (task.deadlineAtMs <= nowMs || !(yield* hasPush(context, task.requirement))) return task;
  const choice = choose(yield* askable(context, task, nowMs), task, nowMs);
  if (choice === undefined) return task;
  const { agentId, reason } = choice;
  const { agents } = context.tables;
  const withRoom = and(eq(agents.id, agentId), lt(agents.active, agents.maxConcurrentTasks));
  const set = { active: sql`${agents.active} + 1` };
  if ((yield* run((db) => db.update(agents).set(set).where(withRoom))) === 0) return task;
  const reservedUntilMs = nowMs + task.answerMs;
  const token = task.token + 1;
  const lease = { leaseMs: LEASE_MS, leaseEndsAtMs: reservedUntilMs, reservedUntilMs, assignedAtMs: nowMs };
  const reserved = yield* changeTask(context, statements, task, {
    trigger: 'claimed',
    nowMs,
    set: { agentId, token, ...lease, routingReason: reason, progress: null, progressMessage: null },
    facts: { reason },
    ...(tally && { tally }),
  });
  const unended = { endedAtMs: null, outcome: null, failureCode: null, failureMessage: null };
  yield* send(statements.insertAttempt, { taskId: task.id, token, agentId, startedAtMs: nowMs, ...unended });
  yield* queueDelivery(context, {
    ...{ endpoint: { avatarId: agentId }, type: 'task.assigned', subject: taskSubject(task.id) },
    ...{ data: assignmentFacts(reserved), nowMs, untilMs: reservedUntilMs },
  });
  return reserved;
}

/**
 * Reserves a task that has just come and for which an agent with a webhook may be there, unless others wait before it:
 * an agent that is free gets the first one.
 */
export function* reserveFirst(
  context: AgentContext,
  statements: TaskStatements,
  task: TaskRow,
  choose: Choose,
  tally: Tally,
): Steps<TaskRow> {
  const next = yield* first(statements.heads, { queue: task.queue, limit: 1 });
  return next?.id === task.id ? yield* reserve(context, statements, task, choose, tally) : task;
}

/** Ends a reservation to which the agent said nothing, or no: the task is queued for others, and did not fail. */
export const releaseReserved = (
  context: AgentContext,
  statements: TaskStatements,
  task: TaskRow,
  nowMs: number,
): Steps<TaskRow> => {
  const set = { routingReason: null };
  return changeTask(context, statements, task, { trigger: 'released', nowMs, set, outcome: 'released' });
};

/** Makes a reservation a whole lease: the agent has accepted. */
export const acceptReserved = (
  statements: TaskStatements,
  task: TaskRow,
  nowMs: number,
  leaseMs = task.leaseMs ?? LEASE_MS,
): Steps<TaskRow> => writeTask(statements, task, { reservedUntilMs: null, leaseMs, leaseEndsAtMs: nowMs + leaseMs });

/** An agent's answer to `task.assigned` says no by `{"accept": false}`. Any other 2xx accepts. */
const declines = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && (answer as { readonly accept?: unknown }).accept === false;

/** What follows when the webhook of a reservation has ended: the lease is whole, or the task goes to others at once. */
export const reservationAnswered = (context: AgentContext, statements: TaskStatements) =>
  function* answered({ subject, payload, avatarId, state }: DeliveryRow, answer: unknown): Steps<void> {
    const { data } = JSON.parse(payload) as { readonly data: { readonly taskId: string; readonly token: number } };
    const task = yield* first(statements.taskById, { id: data.taskId });
    const asked = task && isTaskHeld(task.state) && task.agentId === avatarId && task.token === data.token;
    // The agent may have claimed or ended it before its answer came, and a replay can come at any time.
    if (!asked || task.reservedUntilMs === null || subject !== taskSubject(task.id)) return;
    const nowMs = context.clock.now();
    if (state !== 'delivered' || declines(answer)) yield* releaseReserved(context, statements, task, nowMs);
    else {
      yield* acceptReserved(statements, task, nowMs);
      yield* sighted(context, avatarId, nowMs);
    }
  };

/** Ids of waiting tasks for which `choose` would take an agent now, the first ones of each queue. */
export function* routable(context: AgentContext, statements: TaskStatements, choose: Choose): Steps<readonly string[]> {
  const { agentQueues: queues } = context.tables;
  const nowMs = context.clock.now();
  const found: string[] = [];
  const { agents, agentCapabilities: index } = context.tables;
  const fitsType = and(sql`${index.push}`, eq(index.type, queues.capability), eq(index.model, ''));
  // Without it, queues that no agent may take from could fill the page.
  const hasTaker = (db: Db) =>
    exists(
      db
        .select({ id: agents.id })
        .from(index)
        .innerJoin(agents, eq(agents.id, index.agentId))
        .where(and(fitsType, isFree(context.tables, nowMs), mayTake(context.tables, agents, queues))),
    );
  const waiting = yield* all((db) =>
    db
      .select()
      .from(queues)
      .where(and(gt(queues.waiting, 0), or(isNotNull(queues.agentId), hasTaker(db))))
      .limit(MAX_QUEUES),
  );
  for (const { queue, requirement } of waiting) {
    if (!(yield* hasPush(context, requirement))) continue;
    for (const { id } of yield* all(statements.heads, { queue, limit: MAX_HEADS })) {
      const task = yield* first(statements.taskById, { id });
      if (task && choose(yield* askable(context, task, nowMs), task, nowMs)) found.push(id);
    }
  }
  return found;
}
