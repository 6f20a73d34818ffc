import type { CollaborationProtocol, CollaborationState, JsonText, TaskState } from '@causeway/protocol';
import { sql } from 'drizzle-orm';
import type { Dialect } from '../../core/dialect.ts';
import type { Takers } from '../takers/takers.ts';
import type { CollaborationOptions, PartKind } from './values.ts';

/** Tables of collaborations and of their tasks' roles. */
export const collaborationTables = (dialect: Dialect) => {
  const { table, index, uniqueIndex, primaryKey, text, integer, boolean, exactJson } = dialect;
  return {
    agentCollaborations: table(
      'agent_collaborations',
      {
        id: text().primaryKey(),
        submitterId: text().notNull(),
        /** Who may take its tasks that are not reserved to an agent. */
        takers: text<Takers>().notNull().default('any'),
        /** The submitter, or its owner when it is an agent. */
        principalId: text().notNull().default(''),
        /** The caller's name for the work, one per caller. */
        taskId: text().notNull(),
        /** SHA-256 of the request, by which a repetition is recognised. */
        fingerprint: text().notNull(),
        protocol: text<CollaborationProtocol>().notNull(),
        agents: exactJson<readonly string[]>().notNull(),
        input: text().notNull(),
        options: exactJson<CollaborationOptions>().notNull(),
        state: text<CollaborationState>().notNull(),
        /** The current round, or the last one; the first is 1. */
        round: integer().notNull(),
        /** The deadline of the current round's tasks. */
        roundEndsAtMs: integer().notNull(),
        outcome: text(),
        /** True when nothing is left to do: it has ended, and so has every task of it. */
        isSettled: boolean().notNull(),
        createdAtMs: integer().notNull(),
        updatedAtMs: integer().notNull(),
        endedAtMs: integer(),
        version: integer().notNull(),
      },
      (row) => [
        uniqueIndex('agent_collaborations_task').on(row.submitterId, row.taskId),
        index('agent_collaborations_submitter').on(row.submitterId, row.id),
        index('agent_collaborations_ended').on(row.endedAtMs).where(sql`${row.endedAtMs} is not null`),
        index('agent_collaborations_open').on(row.id).where(sql`not ${row.isSettled}`),
      ],
    ),

    agentCollaborationParts: table(
      'agent_collaboration_parts',
      {
        collaborationId: text().notNull(),
        round: integer().notNull(),
        /** Its place in the round, from 0. */
        position: integer().notNull(),
        kind: text<PartKind>().notNull(),
        taskId: text().notNull(),
        /** The agent that the task is reserved to; null for any agent with the capability. */
        agentId: text(),
        capability: text().notNull(),
        /** The end of its task; null while it is open. */
        state: text<TaskState>(),
        /** JSON text of a completed task. */
        result: text<JsonText<unknown>>(),
        failureCode: text(),
        failureMessage: text(),
      },
      (row) => [primaryKey({ columns: [row.collaborationId, row.round, row.position] })],
    ),
  };
};
export type CollaborationTables = ReturnType<typeof collaborationTables>;
