import { sql } from 'drizzle-orm';
import type { Kit } from '../core/kit.ts';
import { artifactTables } from './artifacts/schema.ts';
import { collaborationTables } from './collaborations/schema.ts';
import { deliveryTables } from './deliveries/schema.ts';
import { messageTables } from './messages/schema.ts';
import type { AgentRow, AttemptRow, Requirement, TaskRow } from './rows.ts';
import { uptimeTables } from './uptime/schema.ts';
import { workflowTables } from './workflows/schema.ts';

/** Tables of agents, of their tasks and of webhooks. */
export const agentTables = (kit: Kit) => ({
  ...registryTables(kit),
  ...taskTables(kit),
  ...artifactTables(kit),
  ...uptimeTables(kit),
  ...messageTables(kit),
  ...collaborationTables(kit),
  ...deliveryTables(kit),
  ...workflowTables(kit),
});
export type AgentTables = ReturnType<typeof agentTables>;

const registryTables = ({ table, index, primaryKey, text, integer, boolean, exactJson }: Kit) => ({
  agents: table(
    'agents',
    {
      id: text().primaryKey(),
      ownerId: text().notNull(),
      name: text().notNull(),
      capabilities: exactJson<AgentRow['capabilities']>().notNull(),
      endpoints: exactJson<AgentRow['endpoints']>().notNull(),
      availability: text<AgentRow['availability']>().notNull(),
      maxConcurrentTasks: integer().notNull(),
      active: integer().notNull(),
      completed: integer().notNull(),
      failed: integer().notNull(),
      responseMs: integer().notNull(),
      costMicros: integer().notNull(),
      lastSeenAtMs: integer().notNull(),
      onlineSinceMs: integer().notNull().default(0),
      createdAtMs: integer().notNull(),
      updatedAtMs: integer().notNull(),
      hiddenAtMs: integer(),
      version: integer().notNull(),
    },
    (row) => [index('agents_owner').on(row.ownerId, row.id)],
  ),

  /** The index of capabilities: each has a row without a model and a row for each of its models. */
  agentCapabilities: table(
    'agent_capabilities',
    {
      agentId: text().notNull(),
      /** Index in the agent's list. */
      position: integer().notNull(),
      type: text().notNull(),
      /** Empty in the row for tasks that name no model. */
      model: text().notNull(),
      maxWidth: integer(),
      maxHeight: integer(),
      costMicros: integer(),
      /** The agent gets tasks by its webhook. */
      push: boolean().notNull().default(false),
    },
    (row) => [
      primaryKey({ columns: [row.agentId, row.position, row.model] }),
      index('agent_capabilities_type').on(row.type, row.model, row.agentId),
      index('agent_capabilities_push').on(row.type, row.model, row.agentId).where(sql`${row.push}`),
    ],
  ),
});

const taskTables = ({ table, index, primaryKey, text, integer, exactJson }: Kit) => ({
  /** Queues with waiting tasks. A queue has the tasks of one requirement, so every agent fits all of them or none. */
  agentQueues: table(
    'agent_queues',
    {
      queue: text().primaryKey(),
      capability: text().notNull(),
      requirement: exactJson<Requirement>().notNull(),
      /** The agent to which its tasks are reserved. */
      agentId: text(),
      waiting: integer().notNull(),
    },
    (row) => [index('agent_queues_fit').on(row.agentId, row.capability)],
  ),

  agentTasks: table(
    'agent_tasks',
    {
      id: text().primaryKey(),
      listKey: text().notNull(),
      submitterId: text().notNull(),
      fingerprint: text().notNull(),
      type: text().notNull(),
      requirement: exactJson<Requirement>().notNull(),
      queue: text().notNull(),
      input: text().notNull(),
      priority: text<TaskRow['priority']>().notNull(),
      state: text<TaskRow['state']>().notNull(),
      fairAtMs: integer().notNull(),
      rankMs: integer().notNull(),
      deadlineAtMs: integer().notNull(),
      dueAtMs: integer(),
      leaseMs: integer(),
      leaseEndsAtMs: integer(),
      wakeAtMs: integer(),
      agentId: text(),
      token: integer().notNull(),
      failures: integer().notNull(),
      maxAttempts: integer().notNull(),
      progress: integer(),
      progressMessage: text(),
      result: text(),
      questions: text().notNull().default('[]'),
      replayOf: text(),
      contextId: text(),
      messageId: text(),
      traceparent: text(),
      pushes: text().notNull().default('[]'),
      callback: text(),
      strategy: text<TaskRow['strategy']>().notNull().default('best_match'),
      answerMs: integer().notNull().default(10_000),
      routingReason: text(),
      reservedUntilMs: integer(),
      runId: text(),
      failureCode: text(),
      failureMessage: text(),
      createdAtMs: integer().notNull(),
      assignedAtMs: integer(),
      endedAtMs: integer(),
      updatedAtMs: integer().notNull(),
      version: integer().notNull(),
    },
    (row) => [
      index('agent_tasks_queue').on(row.queue, row.rankMs, row.listKey).where(sql`${row.state} = 'queued'`),
      index('agent_tasks_fair').on(row.submitterId, row.fairAtMs).where(sql`${row.state} = 'queued'`),
      index('agent_tasks_wake').on(row.wakeAtMs).where(sql`${row.wakeAtMs} is not null`),
      index('agent_tasks_submitter').on(row.submitterId, row.listKey),
      index('agent_tasks_agent').on(row.agentId, row.listKey),
      index('agent_tasks_context').on(row.contextId, row.listKey).where(sql`${row.contextId} is not null`),
      index('agent_tasks_messages')
        .on(row.submitterId, row.updatedAtMs, row.listKey)
        .where(sql`${row.messageId} is not null`),
      index('agent_tasks_reserved').on(row.agentId).where(sql`${row.reservedUntilMs} is not null`),
    ],
  ),

  agentAttempts: table(
    'agent_attempts',
    {
      taskId: text().notNull(),
      token: integer().notNull(),
      agentId: text().notNull(),
      startedAtMs: integer().notNull(),
      endedAtMs: integer(),
      outcome: text<NonNullable<AttemptRow['outcome']>>(),
      failureCode: text(),
      failureMessage: text(),
    },
    (row) => [
      primaryKey({ columns: [row.taskId, row.token] }),
      index('agent_attempts_agent').on(row.agentId, row.startedAtMs),
    ],
  ),
});
