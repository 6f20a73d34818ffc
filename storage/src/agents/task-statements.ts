import { and, asc, desc, eq, inArray, isNull, lte, notExists, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { bytesOf } from '../core/page.ts';
import { given, memoize, placeholders, prepared, unlocked, updatesOf } from '../core/statements.ts';
import type { Db } from '../core/steps.ts';
import type { AgentTables } from './schema.ts';
import { mayTake, possiblePrincipals } from './takers/rule.ts';

/** Compiled queries over tasks. The state is literal in them, so that SQLite takes the partial indexes. */
export const taskStatements = memoize((tables: AgentTables) => {
  const { agents, agentTasks: tasks, agentQueues: queues, agentAttempts, agentCapabilities: index } = tables;
  const queued = sql`${tasks.state} = 'queued'`;
  const isEmpty = (db: Db) =>
    notExists(
      db
        .select({ id: tasks.id })
        .from(tasks)
        .where(and(eq(tasks.queue, queues.queue), queued)),
    );
  const attempt = placeholders(agentAttempts);
  const task = placeholders(tasks);
  const { endedAtMs, outcome, failureCode, failureMessage } = attempt;
  const endedAttempt = { endedAtMs, outcome, failureCode, failureMessage };
  const plus = (column: SQLiteColumn, name: string) => sql`${column} + ${sql.param(sql.placeholder(name), column)}`;
  const { id, rankMs, listKey, deadlineAtMs } = tasks;
  const claimable = { id, rankMs, listKey, deadlineAtMs, bytes: bytesOf(tasks.input, tasks.questions) };
  return {
    taskById: prepared('taskById', (db) => db.select().from(tasks).where(given(tasks.id, 'id'))),
    insertTask: prepared('insertTask', (db) => db.insert(tasks).values(task)),
    updateTask: updatesOf('updateTask', tasks, given(tasks.id, 'id')),
    lastFair: prepared('lastFair', (db) =>
      db
        .select({ fairAtMs: tasks.fairAtMs })
        .from(tasks)
        .where(and(given(tasks.submitterId, 'submitterId'), queued))
        .orderBy(desc(tasks.fairAtMs))
        .limit(1),
    ),
    heads: prepared('taskHeads', (db) =>
      db
        .select({ id: tasks.id, rankMs: tasks.rankMs, listKey: tasks.listKey })
        .from(tasks)
        .where(and(given(tasks.queue, 'queue'), queued))
        .orderBy(asc(tasks.rankMs), asc(tasks.listKey))
        .limit(sql.placeholder('limit')),
    ),
    /** The first tasks of a queue that nobody else takes now, without their texts. */
    waitingTasks: prepared('waitingTasks', (db) =>
      unlocked(
        db
          .select(claimable)
          .from(tasks)
          .where(and(given(tasks.queue, 'queue'), queued))
          .orderBy(asc(tasks.rankMs), asc(tasks.listKey))
          .limit(sql.placeholder('limit')),
      ),
    ),
    queuesOf: prepared('taskQueuesOf', (db) =>
      db
        .select({ queue: queues.queue, requirement: queues.requirement })
        .from(queues)
        .where(and(isNull(queues.agentId), given(queues.capability, 'capability'), sql`${queues.takers} = 'any'`)),
    ),
    /** Queues that not every agent may take from, of the agent's capabilities: those that it may. */
    restrictedQueuesOf: prepared('restrictedTaskQueuesOf', (db) => {
      const agent = { id: sql.placeholder('agentId'), ownerId: sql.placeholder('ownerId') };
      const types = db.select({ type: index.type }).from(index).where(given(index.agentId, 'agentId'));
      return db
        .select({ queue: queues.queue, requirement: queues.requirement })
        .from(queues)
        .where(
          and(
            // Literal, so that the partial index is taken.
            sql`${queues.takers} <> 'any'`,
            sql`${queues.principalId} in (${possiblePrincipals(tables, agent)})`,
            inArray(queues.capability, types),
            mayTake(tables, agent, queues),
          ),
        );
    }),
    queuesFor: prepared('taskQueuesFor', (db) =>
      db
        .select({ queue: queues.queue, requirement: queues.requirement })
        .from(queues)
        .where(given(queues.agentId, 'agentId')),
    ),
    reservedFor: prepared('tasksReservedFor', (db) =>
      db
        .select(claimable)
        .from(tasks)
        .where(and(given(tasks.agentId, 'agentId'), sql`${tasks.reservedUntilMs} is not null`))
        .limit(sql.placeholder('limit')),
    ),
    agentById: prepared('taskAgentById', (db) => db.select().from(agents).where(given(agents.id, 'id'))),
    insertQueue: prepared('insertQueue', (db) => db.insert(queues).values(placeholders(queues)).onConflictDoNothing()),
    emptyQueues: prepared('emptyQueues', (db) =>
      db.select({ queue: queues.queue }).from(queues).where(isEmpty(db)).limit(sql.placeholder('limit')),
    ),
    removeEmptyQueue: prepared('removeEmptyQueue', (db) =>
      db.delete(queues).where(and(given(queues.queue, 'queue'), isEmpty(db))),
    ),
    /** Gives the agent claimed tasks. */
    holdTasks: prepared('holdTasks', (db) =>
      db
        .update(agents)
        .set({ active: plus(agents.active, 'taken'), lastSeenAtMs: sql.placeholder('nowMs') } as object)
        .where(given(agents.id, 'agentId')),
    ),
    /** Takes a task from the agent, and counts the attempt. */
    freeAgent: prepared('freeAgent', (db) =>
      db
        .update(agents)
        .set({
          active: sql`${agents.active} - 1`,
          completed: plus(agents.completed, 'completed'),
          failed: plus(agents.failed, 'failed'),
          responseMs: plus(agents.responseMs, 'tookMs'),
          costMicros: plus(agents.costMicros, 'costMicros'),
        })
        .where(given(agents.id, 'agentId')),
    ),
    endAttempt: prepared('endAttempt', (db) =>
      db
        .update(agentAttempts)
        .set(endedAttempt as object)
        .where(and(given(agentAttempts.taskId, 'taskId'), given(agentAttempts.token, 'token'))),
    ),
    insertAttempt: prepared('insertAttempt', (db) => db.insert(agentAttempts).values(attempt)),
    dueTasks: prepared('dueTasks', (db) =>
      db
        .select()
        .from(tasks)
        .where(
          and(
            sql`${tasks.wakeAtMs} is not null`,
            lte(tasks.wakeAtMs, sql.param(sql.placeholder('nowMs'), tasks.wakeAtMs)),
          ),
        )
        .orderBy(asc(tasks.wakeAtMs))
        .limit(sql.placeholder('limit')),
    ),
  };
});
export type TaskStatements = ReturnType<typeof taskStatements>;
