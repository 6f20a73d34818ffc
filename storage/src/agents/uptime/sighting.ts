import { OFFLINE_AFTER_MS } from '@causeway/protocol';
import { eq, gte } from 'drizzle-orm';
import { given, givenAs, memoize, prepared } from '../../core/statements.ts';
import { all, first, run, send, type TxScript } from '../../core/steps.ts';
import { appendAgentEvent } from '../agent-events.ts';
import type { AgentContext } from '../context.ts';
import type { AgentRow } from '../rows.ts';
import type { AgentTables } from '../schema.ts';
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

/** When an agent was heard of last, and since when it is there. */
type Sight = Pick<AgentRow, 'id' | 'onlineSinceMs' | 'lastSeenAtMs'>;

/** Compiled queries of sights. */
export const sightingStatements = memoize(({ agents }: AgentTables) => ({
  lastSight: prepared('lastSight', (db) =>
    db
      .select({ id: agents.id, onlineSinceMs: agents.onlineSinceMs, lastSeenAtMs: agents.lastSeenAtMs })
      .from(agents)
      .where(given(agents.id, 'agentId')),
  ),
  seeAgent: prepared('seeAgent', (db) =>
    db
      .update(agents)
      .set({ lastSeenAtMs: givenAs(agents.lastSeenAtMs, 'nowMs') as never })
      .where(given(agents.id, 'agentId')),
  ),
}));

/** A return is announced after a shorter silence, since clocks of two processes differ a little, milliseconds. */
const SILENT_AFTER_MS = OFFLINE_AFTER_MS - 10_000;

/**
 * Records that the agent was heard of at `nowMs`, within the caller's job. After a silence that makes it offline, a new
 * time of presence begins. The return of a silent agent is an event. A time in which no process of the service ran is
 * no silence of the agent.
 */
export function* sighted(context: AgentContext, agentId: string, nowMs: number): TxScript<void> {
  const sight = yield* first(sightingStatements(context.tables).lastSight, { agentId });
  if (sight) yield* sightedAfter(context, sight, nowMs);
}

/** The same for a job that has read the last sight of the agent, which it has locked. */
export function* sightedAfter(context: AgentContext, sight: Sight, nowMs: number): TxScript<void> {
  const { agents, agentPresence } = context.tables;
  const { id: agentId, onlineSinceMs: fromMs, lastSeenAtMs: toMs } = sight;
  if (toMs >= nowMs - SILENT_AFTER_MS) {
    yield* send(sightingStatements(context.tables).seeAgent, { agentId, nowMs });
    return;
  }
  const service = yield* serviceTimes(context, toMs, nowMs);
  const away = lengthOf(intersection(service, [{ fromMs: toMs, toMs: nowMs }])) > OFFLINE_AFTER_MS;
  if (away) yield* run((db) => db.insert(agentPresence).values({ agentId, fromMs, toMs }).onConflictDoNothing());
  const set = { lastSeenAtMs: nowMs, ...(away && { onlineSinceMs: nowMs }) };
  yield* run((db) => db.update(agents).set(set).where(eq(agents.id, agentId)));
  yield* appendAgentEvent(context, agentId, 'returned', nowMs);
}
