import type { Dialect } from '../../core/dialect.ts';

/** Tables of the times in which agents were heard of, and the service ran. */
export const uptimeTables = ({ table, index, primaryKey, text, integer }: Dialect) => ({
  /** Past times in which an agent was never silent for long. The current one is in the agent's row. */
  agentPresence: table(
    'agent_presence',
    { agentId: text().notNull(), fromMs: integer().notNull(), toMs: integer().notNull() },
    (row) => [primaryKey({ columns: [row.agentId, row.fromMs] }), index('agent_presence_end').on(row.toMs)],
  ),

  /** The times in which a process of the service ran, a row for each process. */
  servicePresence: table(
    'service_presence',
    { id: text().primaryKey(), fromMs: integer().notNull(), toMs: integer().notNull() },
    (row) => [index('service_presence_end').on(row.toMs)],
  ),
});
