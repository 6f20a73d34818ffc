import { type Availability, type JsonText, jsonText, type TaskPriority, type TaskState } from '@causeway/protocol';
import { sql } from 'drizzle-orm';
import type { Dialect } from '../core/dialect.ts';
import { artifactTables } from './artifacts/schema.ts';
import { collaborationTables } from './collaborations/schema.ts';
import { deliveryTables } from './deliveries/schema.ts';
import { messageTables } from './messages/schema.ts';
import { takerTables } from './takers/schema.ts';
import type { Takers } from './takers/takers.ts';
import { uptimeTables } from './uptime/schema.ts';
import type { AttemptOutcome, Capability, Question, Requirement, Strategy, TaskPush } from './values.ts';
import { workflowTables } from './workflows/schema.ts';

/** Tables of agents, of their tasks and of webhooks. */
export const agentTables = (dialect: Dialect) => ({
  ...registryTables(dialect),
  ...taskTables(dialect),
  ...artifactTables(dialect),
  ...uptimeTables(dialect),
  ...messageTables(dialect),
  ...collaborationTables(dialect),
  ...deliveryTables(dialect),
  ...workflowTables(dialect),
  ...takerTables(dialect),
});
export type AgentTables = ReturnType<typeof agentTables>;

const registryTables = ({ table, index, primaryKey, text, integer, boolean, exactJson }: Dialect) => ({
  agents: table(
    'agents',
    {
      /** The id of the agent's avatar. */
      id: text().primaryKey(),
      /** The avatar that registered it; its own when it registered itself. */
      ownerId: text().notNull(),
      name: text().notNull(),
      capabilities: exactJson<readonly Capability[]>().notNull(),
      endpoints: exactJson<{ readonly api?: string; readonly webhook?: string }>().notNull(),
      /** As the agent declared it; an agent that is silent for long is offline nevertheless. */
      availability: text<Availability>().notNull(),
      maxConcurrentTasks: integer().notNull(),
      /** Tasks that it holds now. */
      active: integer().notNull(),
      completed: integer().notNull(),
      failed: integer().notNull(),
      /** Time from assignment to end, summed over completed tasks. */
      responseMs: integer().notNull(),
      /** Costs of completed tasks, millionths. */
      costMicros: integer().notNull(),
      lastSeenAtMs: integer().notNull(),
      /** The beginning of the time without a silence that made it offline, up to `lastSeenAtMs`. */
      onlineSinceMs: integer().notNull().default(0),
      createdAtMs: integer().notNull(),
      updatedAtMs: integer().notNull(),
      /** Since when it is deregistered. */
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

const taskTables = ({ table, index, primaryKey, text, integer, boolean, exactJson }: Dialect) => ({
  /**
   * Queues with waiting tasks; one whose last task is gone stays for some seconds. A queue has the tasks of one
   * requirement and of one rule of takers, so every agent may take all of them or none.
   */
  agentQueues: table(
    'agent_queues',
    {
      queue: text().primaryKey(),
      capability: text().notNull(),
      requirement: exactJson<Requirement>().notNull(),
      /** The agent to which its tasks are reserved. */
      agentId: text(),
      /** Who may take its tasks; `any` when they are reserved. */
      takers: text<Takers>().notNull().default('any'),
      /** The avatar whose agents are own ones and whose list counts; null when every agent may take its tasks. */
      principalId: text(),
    },
    (row) => [
      index('agent_queues_fit').on(row.agentId, row.capability),
      index('agent_queues_restricted').on(row.principalId, row.capability).where(sql`${row.takers} <> 'any'`),
    ],
  ),

  agentTasks: table(
    'agent_tasks',
    {
      id: text().primaryKey(),
      /** UUID v7, by which lists are sorted. */
      listKey: text().notNull(),
      submitterId: text().notNull(),
      /** Who may take it, unless it is reserved to an agent. */
      takers: text<Takers>().notNull().default('any'),
      /**
       * The submitter, or its owner when it is an agent: the avatar whose agents are own ones and whose list counts.
       */
      principalId: text().notNull().default(''),
      /** SHA-256 of the submission, by which a repetition is recognised. */
      fingerprint: text().notNull(),
      type: text().notNull(),
      requirement: exactJson<Requirement>().notNull(),
      /** The queue of tasks with the same requirement. */
      queue: text().notNull(),
      input: text().notNull(),
      priority: text<TaskPriority>().notNull(),
      state: text<TaskState>().notNull(),
      /** The task's place by age and fairness, before its priority. */
      fairAtMs: integer().notNull(),
      /** The task's place in its queue: the least is next. */
      rankMs: integer().notNull(),
      deadlineAtMs: integer().notNull(),
      /** When a pending task is queued. */
      dueAtMs: integer(),
      leaseMs: integer(),
      leaseEndsAtMs: integer(),
      /** When the sweeper must look at the task; null when it has ended. */
      wakeAtMs: integer(),
      /** The agent that holds it or held it last. */
      agentId: text(),
      /** The fencing token of the newest lease; rises with every claim. */
      token: integer().notNull(),
      /** Failed attempts. */
      failures: integer().notNull(),
      maxAttempts: integer().notNull(),
      /** Percent. */
      progress: integer(),
      progressMessage: text(),
      result: text<JsonText<unknown>>(),
      /** The agent answered with a message: a client of A2A that waits gets it in place of the task. */
      repliesByMessage: boolean().notNull().default(false),
      /** Questions of agents and answers of the submitter. */
      questions: text<JsonText<readonly Question[]>>().notNull().default(jsonText([])),
      /** The finished task whose input this one has. */
      replayOf: text(),
      /** The conversation that the submitter put the task into; null when the task is its own. */
      contextId: text(),
      /** The id that the submitter gave to the message with which it submitted the task. */
      messageId: text(),
      /** The W3C trace context of the submission, by which spans of other processes join its trace. */
      traceparent: text(),
      /** Where changes of its state are pushed to; their credentials are in `agentPushSecrets`. */
      pushes: text<JsonText<readonly TaskPush[]>>().notNull().default(jsonText([])),
      /** The URL that is notified of the task's end. */
      callback: text(),
      /** How an agent with a webhook is chosen for it. */
      strategy: text<Strategy>().notNull().default('best_match'),
      /** How long an agent that was chosen may take to answer, milliseconds. */
      answerMs: integer().notNull().default(10_000),
      /** Why the task has its agent, a sentence for people; null before it has had one. */
      routingReason: text(),
      /** Until when the chosen agent must accept; null when nobody is asked now. */
      reservedUntilMs: integer(),
      /** The run of a workflow that submitted it as one of its steps. */
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
      index('agent_tasks_pushed').on(row.principalId, row.endedAtMs).where(sql`${row.pushes} <> '[]'`),
      index('agent_tasks_ended').on(row.endedAtMs).where(sql`${row.endedAtMs} is not null`),
      index('agent_tasks_reserved').on(row.agentId).where(sql`${row.reservedUntilMs} is not null`),
    ],
  ),

  /** The credentials that receivers of pushes check. */
  agentPushSecrets: table(
    'agent_push_secrets',
    {
      taskId: text().notNull(),
      pushId: text().notNull(),
      sealed: text().notNull(),
    },
    (row) => [primaryKey({ columns: [row.taskId, row.pushId] })],
  ),

  agentAttempts: table(
    'agent_attempts',
    {
      taskId: text().notNull(),
      /** Its fencing token. */
      token: integer().notNull(),
      agentId: text().notNull(),
      startedAtMs: integer().notNull(),
      endedAtMs: integer(),
      outcome: text<AttemptOutcome>(),
      failureCode: text(),
      failureMessage: text(),
    },
    (row) => [
      primaryKey({ columns: [row.taskId, row.token] }),
      index('agent_attempts_agent').on(row.agentId, row.startedAtMs),
    ],
  ),
});
