import { OFFLINE_AFTER_MS } from '@causeway/protocol';
import { and, eq, exists, gte, isNotNull, isNull, lt, notInArray, or, sql } from 'drizzle-orm';
import { given, memoize, prepared } from '../core/statements.ts';
import { all, type Db, first, run, type TxScript } from '../core/steps.ts';
import { deliveryStatements } from './deliveries/steps.ts';
import type { AgentRow, TaskRow } from './rows.ts';
import type { AgentTables } from './schema.ts';
import { mayTake } from './takers/rule.ts';
import type { Requirement } from './values.ts';

/** Agents that are compared for one task. */
const MAX_CANDIDATES = 200;

/** Compiled queries of reservations. The condition on `push` is literal, so that the partial index is taken. */
export const candidateStatements = memoize(({ agentCapabilities: index }: AgentTables) => ({
  pushed: prepared('pushedCapability', (db) =>
    db
      .select({ agentId: index.agentId })
      .from(index)
      .where(and(sql`${index.push}`, given(index.type, 'type'), given(index.model, 'model')))
      .limit(1),
  ),
}));

/** True when some agent with a webhook has the required type and model, or is the required agent. */
export function* hasPush(tables: AgentTables, { capability, model, agentId }: Requirement): TxScript<boolean> {
  if (agentId !== undefined) {
    const endpoint = yield* first(deliveryStatements(tables).endpointById, { id: agentId });
    return endpoint !== undefined && endpoint.disabledAtMs === null;
  }
  const { pushed } = candidateStatements(tables);
  return (yield* all(pushed, { type: capability, model: model ?? '' })).length > 0;
}

/** Agents that are online, were heard of lately and are below their limit. */
const isFree = ({ agents }: AgentTables, nowMs: number) =>
  and(
    eq(agents.availability, 'online'),
    isNull(agents.hiddenAtMs),
    lt(agents.active, agents.maxConcurrentTasks),
    gte(agents.lastSeenAtMs, nowMs - OFFLINE_AFTER_MS),
  );

/**
 * Agents with a webhook and a free place that may take the task, without those that left it unanswered or declined it
 * before.
 */
export function* askableAgents(tables: AgentTables, task: TaskRow, nowMs: number): TxScript<readonly AgentRow[]> {
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

/** Takes one of the agent's places for a task; false when it has none left, or is away. */
export function* takeFreePlace(tables: AgentTables, agentId: string, nowMs: number): TxScript<boolean> {
  const { agents } = tables;
  const withRoom = and(eq(agents.id, agentId), isFree(tables, nowMs));
  const set = { active: sql`${agents.active} + 1` };
  return (yield* run((db) => db.update(agents).set(set).where(withRoom))) > 0;
}

/** Queues with waiting tasks for which an agent with a webhook may be free, at most `limit`. */
export function* pushedQueues(
  tables: AgentTables,
  nowMs: number,
  limit: number,
): TxScript<readonly { readonly queue: string; readonly requirement: Requirement }[]> {
  const { agents, agentCapabilities: index, agentQueues: queues, agentTasks: tasks } = tables;
  const fitsType = and(sql`${index.push}`, eq(index.type, queues.capability), eq(index.model, ''));
  // Without it, queues that no agent may take from could fill the page.
  const hasTaker = (db: Db) =>
    exists(
      db
        .select({ id: agents.id })
        .from(index)
        .innerJoin(agents, eq(agents.id, index.agentId))
        .where(and(fitsType, isFree(tables, nowMs), mayTake(tables, agents, queues))),
    );
  const hasTasks = (db: Db) =>
    exists(
      db
        .select({ id: tasks.id })
        .from(tasks)
        .where(and(eq(tasks.queue, queues.queue), sql`${tasks.state} = 'queued'`)),
    );
  return yield* all((db) =>
    db
      .select()
      .from(queues)
      .where(and(hasTasks(db), or(isNotNull(queues.agentId), hasTaker(db))))
      .limit(limit),
  );
}
