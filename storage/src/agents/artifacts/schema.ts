import type { Dialect } from '../../core/dialect.ts';

/** The table of what agents make besides a task's result. */
export const artifactTables = ({ table, primaryKey, text, integer }: Dialect) => ({
  agentArtifacts: table(
    'agent_artifacts',
    {
      taskId: text().notNull(),
      name: text().notNull(),
      /** Its place in the list, from 0. */
      position: integer().notNull(),
      mediaType: text().notNull(),
      content: text().notNull(),
      agentId: text().notNull(),
      /** The fencing token of the attempt that stored it last. */
      token: integer().notNull(),
      updatedAtMs: integer().notNull(),
    },
    (row) => [primaryKey({ columns: [row.taskId, row.name] })],
  ),
});
export type ArtifactTables = ReturnType<typeof artifactTables>;
