import type { AgentMessageState } from '@causeway/protocol';
import { sql } from 'drizzle-orm';
import type { Dialect } from '../../core/dialect.ts';
import type { Takers } from '../takers/takers.ts';
import type { Requirement } from '../values.ts';
import type { AckedBy, Offer } from './values.ts';

/** The table of messages to agents with a capability. */
export const messageTables = ({ table, index, text, integer, exactJson }: Dialect) => ({
  agentMessages: table(
    'agent_messages',
    {
      id: text().primaryKey(),
      senderId: text().notNull(),
      /** Who may be given the message. */
      takers: text<Takers>().notNull().default('any'),
      /** The sender, or its owner when it is an agent. */
      principalId: text().notNull().default(''),
      requirement: exactJson<Requirement>().notNull(),
      /** How each agent is chosen. */
      strategy: text().notNull(),
      /** How long each agent may be silent, milliseconds. */
      timeoutMs: integer().notNull(),
      /** The message: its kind, the id of a task that it is about, and JSON text. */
      type: text().notNull(),
      taskId: text(),
      input: text().notNull(),
      state: text<AgentMessageState>().notNull(),
      /** Every agent that was given the message; the last one has it now. */
      offers: exactJson<readonly Offer[]>().notNull(),
      /** The agent of the last offer. */
      agentId: text().notNull(),
      /** When the next agent gets the message; null when it has ended. */
      wakeAtMs: integer(),
      ackedBy: text<AckedBy>(),
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
export type AgentMessageTables = ReturnType<typeof messageTables>;
