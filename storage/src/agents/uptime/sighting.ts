import { OFFLINE_AFTER_MS } from '@causeway/protocol';
import { and, eq, gte } from 'drizzle-orm';
import { all, first, run, type TxScript } from '../../core/steps.ts';
import { appendAgentEvent } from '../agent-events.ts';
import type { AgentContext } from '../context.ts';
import { type Interval, intersection, lengthOf } from './intervals.ts';

/**
 * The times after `sinceMs` in which a process of the service ran. This process has run since it opened the storage.
 */
export function* serviceTimes(
  { tables, upSinceMs }: AgentContext,
  sinceMs: number,
  nowMs: number,
): TxScript<Interval[]> {
  const { servicePresence: service } = tables;
  const rows = yield* all((db) =>
    db.select({ fromMs: service.fromMs, toMs: service.toMs }).from(service).where(gte(service.toMs, sinceMs)),
  );
  return [...rows, { fromMs: upSinceMs, toMs: nowMs }];
}

/** A return is announced after a shorter silence, since clocks of two processes differ a little, milliseconds. */
const SILENT_AFTER_MS = OFFLINE_AFTER_MS - 10_000;

/**
 * Records that the agent was heard of at `nowMs`, within the caller's job. After a silence that makes it offline, a new
 * time of presence begins. The return of a silent agent is an event. A time in which no process of the service ran is
 * no silence of the agent.
 */
export function* sighted(context: AgentContext, agentId: string, nowMs: number): TxScript<void> {
  const { agents, agentPresence } = context.tables;
  const recently = and(eq(agents.id, agentId), gte(agents.lastSeenAtMs, nowMs - SILENT_AFTER_MS));
  if ((yield* run((db) => db.update(agents).set({ lastSeenAtMs: nowMs }).where(recently))) > 0) return;
  const agent = yield* first((db) => db.select().from(agents).where(eq(agents.id, agentId)));
  if (agent === undefined) return;
  const { onlineSinceMs: fromMs, lastSeenAtMs: toMs } = agent;
  const service = yield* serviceTimes(context, toMs, nowMs);
  const away = lengthOf(intersection(service, [{ fromMs: toMs, toMs: nowMs }])) > OFFLINE_AFTER_MS;
  if (away) yield* run((db) => db.insert(agentPresence).values({ agentId, fromMs, toMs }).onConflictDoNothing());
  const set = { lastSeenAtMs: nowMs, ...(away && { onlineSinceMs: nowMs }) };
  yield* run((db) => db.update(agents).set(set).where(eq(agents.id, agentId)));
  yield* appendAgentEvent(context, agentId, 'returned', nowMs);
}
