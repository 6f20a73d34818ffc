import { and, asc, count, eq, gt, inArray, isNull, lt, lte, sql } from 'drizzle-orm';
import { bytesOf } from '../../core/page.ts';
import { all, first, run, type TxScript } from '../../core/steps.ts';
import type { Gone } from '../history/purge-steps.ts';
import type { AgentTables } from '../schema.ts';
import type { AgentMessageRow } from './rows.ts';

/** The subject of a message's events. */
export const agentMessageSubject = (id: string): string => `message:${id}`;

export const findMessage = (
  { agentMessages: messages }: AgentTables,
  id: string,
): TxScript<AgentMessageRow | undefined> => first((db) => db.select().from(messages).where(eq(messages.id, id)));

export function* insertMessage({ agentMessages: messages }: AgentTables, row: AgentMessageRow): TxScript<void> {
  yield* run((db) => db.insert(messages).values(row));
}

/** Writes all columns of a message. */
export function* updateMessage({ agentMessages: messages }: AgentTables, row: AgentMessageRow): TxScript<void> {
  const { id, ...members } = row;
  yield* run((db) => db.update(messages).set(members).where(eq(messages.id, id)));
}

/** Messages whose wake-up is due, the longest due first. */
export const dueMessages = (
  { agentMessages: messages }: AgentTables,
  nowMs: number,
  limit: number,
): TxScript<AgentMessageRow[]> =>
  all((db) =>
    db
      .select()
      .from(messages)
      .where(and(sql`${messages.wakeAtMs} is not null`, lte(messages.wakeAtMs, nowMs)))
      .orderBy(asc(messages.wakeAtMs))
      .limit(limit),
  );

/** Messages that the agent has and may still acknowledge, the oldest first. */
export const offeredMessages = (
  { agentMessages: messages }: AgentTables,
  agentId: string,
  nowMs: number,
  limit: number,
): TxScript<AgentMessageRow[]> =>
  all((db) =>
    db
      .select()
      .from(messages)
      .where(and(eq(messages.agentId, agentId), sql`${messages.state} = 'offered'`, gt(messages.wakeAtMs, nowMs)))
      .orderBy(asc(messages.id))
      .limit(limit),
  );

/** Ids of messages that ended before `beforeMs`, at most `limit`. */
export function* endedMessages(
  { agentMessages: messages }: AgentTables,
  beforeMs: number,
  limit: number,
): TxScript<readonly string[]> {
  const { id, endedAtMs } = messages;
  const rows = yield* all((db) => db.select({ id }).from(messages).where(lt(endedAtMs, beforeMs)).limit(limit));
  return rows.map((row) => row.id);
}

/** Deletes messages. */
export const removeMessages = (
  { agentMessages: messages }: AgentTables,
  ids: readonly string[],
): TxScript<readonly Gone[]> => {
  const { id, senderId: submitterId, input } = messages;
  return all((db) =>
    db
      .delete(messages)
      .where(inArray(id, [...ids]))
      .returning({ id, submitterId, bytes: bytesOf(input) }),
  );
};

/** The ids among `ids` that are registered agents. */
export function* registeredAgents({ agents }: AgentTables, ids: readonly string[]): TxScript<ReadonlySet<string>> {
  const rows = yield* all((db) =>
    db
      .select({ id: agents.id })
      .from(agents)
      .where(and(inArray(agents.id, [...ids]), isNull(agents.hiddenAtMs))),
  );
  return new Set(rows.map(({ id }) => id));
}

/** Number of registered agents. */
export function* countAgents({ agents }: AgentTables): TxScript<number> {
  const counted = yield* first((db) => db.select({ agents: count() }).from(agents).where(isNull(agents.hiddenAtMs)));
  return counted?.agents ?? 0;
}
