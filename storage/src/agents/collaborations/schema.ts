import { sql } from 'drizzle-orm';
import type { Kit } from '../../core/kit.ts';
import type { CollaborationOptions, CollaborationRow, PartRow } from './rows.ts';

/** Tables of collaborations and of their tasks' roles. */
export const collaborationTables = (kit: Kit) => {
  const { table, index, uniqueIndex, primaryKey, text, integer, boolean, exactJson } = kit;
  return {
    agentCollaborations: table(
      'agent_collaborations',
      {
        id: text().primaryKey(),
        submitterId: text().notNull(),
        taskId: text().notNull(),
        fingerprint: text().notNull(),
        protocol: text<CollaborationRow['protocol']>().notNull(),
        agents: exactJson<readonly string[]>().notNull(),
        input: text().notNull(),
        options: exactJson<CollaborationOptions>().notNull(),
        state: text<CollaborationRow['state']>().notNull(),
        round: integer().notNull(),
        roundEndsAtMs: integer().notNull(),
        outcome: text(),
        isSettled: boolean().notNull(),
        createdAtMs: integer().notNull(),
        updatedAtMs: integer().notNull(),
        endedAtMs: integer(),
        version: integer().notNull(),
      },
      (row) => [
        uniqueIndex('agent_collaborations_task').on(row.submitterId, row.taskId),
        index('agent_collaborations_submitter').on(row.submitterId, row.id),
        index('agent_collaborations_open').on(row.id).where(sql`not ${row.isSettled}`),
      ],
    ),

    agentCollaborationParts: table(
      'agent_collaboration_parts',
      {
        collaborationId: text().notNull(),
        round: integer().notNull(),
        position: integer().notNull(),
        kind: text<PartRow['kind']>().notNull(),
        taskId: text().notNull(),
        agentId: text(),
        capability: text().notNull(),
        state: text<NonNullable<PartRow['state']>>(),
        result: text(),
        failureCode: text(),
        failureMessage: text(),
      },
      (row) => [primaryKey({ columns: [row.collaborationId, row.round, row.position] })],
    ),
  };
};
