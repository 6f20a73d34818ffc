import { sql } from 'drizzle-orm';
import type { Kit } from '../../core/kit.ts';
import type { Requirement } from '../rows.ts';
import type { AgentMessageRow, Offer } from './rows.ts';

/** The table of messages to agents with a capability. */
export const messageTables = ({ table, index, text, integer, exactJson }: Kit) => ({
  agentMessages: table(
    'agent_messages',
    {
      id: text().primaryKey(),
      senderId: text().notNull(),
      requirement: exactJson<Requirement>().notNull(),
      strategy: text().notNull(),
      timeoutMs: integer().notNull(),
      type: text().notNull(),
      taskId: text(),
      input: text().notNull(),
      state: text<AgentMessageRow['state']>().notNull(),
      offers: exactJson<readonly Offer[]>().notNull(),
      agentId: text().notNull(),
      wakeAtMs: integer(),
      ackedBy: text<NonNullable<AgentMessageRow['ackedBy']>>(),
      createdAtMs: integer().notNull(),
      endedAtMs: integer(),
    },
    (row) => [
      index('agent_messages_wake').on(row.wakeAtMs).where(sql`${row.wakeAtMs} is not null`),
      index('agent_messages_offered').on(row.agentId, row.id).where(sql`${row.state} = 'offered'`),
      index('agent_messages_ended').on(row.endedAtMs).where(sql`${row.endedAtMs} is not null`),
    ],
  ),
});
