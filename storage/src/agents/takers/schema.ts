import type { Dialect } from '../../core/dialect.ts';

/** The table of lists of trusted agents. */
export const takerTables = ({ table, index, primaryKey, text, integer }: Dialect) => ({
  agentTrusts: table(
    'agent_trusts',
    {
      /** The avatar whose list it is. */
      trusterId: text().notNull(),
      /** An agent, or an avatar all of whose agents are trusted. */
      trustedId: text().notNull(),
      /** Index in the list. */
      position: integer().notNull(),
    },
    (row) => [
      primaryKey({ columns: [row.trusterId, row.trustedId] }),
      index('agent_trusts_trusted').on(row.trustedId, row.trusterId),
    ],
  ),
});
