import { HOLDER_STATES } from '@causeway/protocol';
import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  or,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import { eventTables, historyOf } from '../core/events.ts';
import { bytesOf, inOrderOf, pageBy, pageWithin } from '../core/page.ts';
import { columnsWithout, given, prepared } from '../core/statements.ts';
import { all, type Db, first } from '../core/steps.ts';
import type { AgentContext } from './context.ts';
import type { AttemptRow, TaskRow } from './rows.ts';
import { type TaskFilter, type TaskReading, taskSubject } from './task-lists.ts';
import { taskStatements } from './task-statements.ts';

/** The place of an attempt in an agent's log. */
const attemptKey = ({ startedAtMs, token, taskId }: AttemptRow): string => `${startedAtMs} ${token} ${taskId}`;

/** The place that `key` names; a key in another form is a place after every attempt. */
function attemptAt(key: string) {
  const [, startedAtMs, token, taskId = ''] = /^(\d{1,15}) (\d{1,15}) (.*)$/.exec(key) ?? [];
  return { startedAtMs: Number(startedAtMs ?? Number.MAX_SAFE_INTEGER), token: Number(token ?? 0), taskId };
}

/** What the place of a task in a list depends on. */
type Keyed = Pick<TaskRow, 'updatedAtMs' | 'listKey'>;

/** The place of a task in a list by its last change. */
const changeKey = ({ updatedAtMs, listKey }: Keyed): string => `${updatedAtMs} ${listKey}`;

/** TaskReading over its tables. */
export function createTaskReading({ read, tables, engine }: AgentContext): TaskReading {
  const { agentTasks: tasks, agentAttempts: attempts } = tables;
  const events = eventTables(engine.dialect);
  const head = columnsWithout(tasks, 'input', 'result', 'questions', 'pushes');
  const wholeBytes = bytesOf(tasks.input, tasks.result, tasks.questions, tasks.pushes);

  /** Attempts after `last` in the order of an agent's log. */
  const afterAttempt = ({ startedAtMs, taskId, token }: ReturnType<typeof attemptAt>) => {
    const sameTime = eq(attempts.startedAtMs, startedAtMs);
    return or(
      gt(attempts.startedAtMs, startedAtMs),
      and(sameTime, gt(attempts.taskId, taskId)),
      and(sameTime, eq(attempts.taskId, taskId), gt(attempts.token, token)),
    );
  };

  /** The number of tasks that meet a condition, counted up to a limit. */
  const counting = (db: Db, condition: SQL | undefined, limit: number | Placeholder) => {
    const some = db
      .select({ one: sql<number>`1`.as('one') })
      .from(tasks)
      .where(condition)
      .limit(limit)
      .as('some');
    return db.select({ found: sql<number>`count(*)`.mapWith(Number) }).from(some);
  };
  const before = or(
    lt(tasks.rankMs, sql.placeholder('rankMs')),
    and(given(tasks.rankMs, 'rankMs'), lt(tasks.listKey, sql.placeholder('listKey'))),
  );
  const queued = and(given(tasks.queue, 'queue'), sql`${tasks.state} = 'queued'`, before);
  const countAhead = prepared('tasksAhead', (db) => counting(db, queued, sql.placeholder('limit')));

  /** The tasks of a list. */
  const listed = (filter: TaskFilter) => {
    const { states, contextId, updatedFromMs, byMessage } = filter;
    return and(
      'submitterId' in filter
        ? eq(tasks.submitterId, filter.submitterId)
        : and(eq(tasks.agentId, filter.agentId), inArray(tasks.state, [...HOLDER_STATES])),
      states && inArray(tasks.state, [...states]),
      contextId === undefined ? undefined : or(eq(tasks.contextId, contextId), ownContext(contextId)),
      updatedFromMs === undefined ? undefined : gte(tasks.updatedAtMs, updatedFromMs),
      // As the partial index has it.
      byMessage && sql`${tasks.messageId} is not null`,
    );
  };
  /**
   * The order of a list: the newest first, or the one that changed last; `cursor` is the key of the last one before.
   */
  const orderOf = ({ byMessage }: TaskFilter, cursor: string | null) => {
    if (!byMessage) {
      const after = cursor === null ? undefined : lt(tasks.listKey, cursor);
      return { after, by: [desc(tasks.listKey)], keyOf: ({ listKey }: Keyed) => listKey };
    }
    const [, updatedAtMs = '0', listKey = ''] = /^(\d{1,15}) (.*)$/.exec(cursor ?? '') ?? [];
    const sameTime = and(eq(tasks.updatedAtMs, Number(updatedAtMs)), lt(tasks.listKey, listKey));
    const after = cursor === null ? undefined : or(lt(tasks.updatedAtMs, Number(updatedAtMs)), sameTime);
    return { after, by: [desc(tasks.updatedAtMs), desc(tasks.listKey)], keyOf: changeKey };
  };
  const ownContext = (contextId: string) => and(eq(tasks.id, contextId), isNull(tasks.contextId));

  return {
    get: (id) => read(() => first(taskStatements(tables).taskById, { id })),

    ahead: ({ queue, rankMs, listKey }, limit) =>
      read(function* () {
        return (yield* first(countAhead, { queue, rankMs, listKey, limit }))?.found ?? 0;
      }),

    list: (filter, cursor, limit, skip = 0) =>
      read(function* () {
        const { after, by, keyOf } = orderOf(filter, cursor);
        const rows = yield* all((db) =>
          db
            .select(head)
            .from(tasks)
            .where(and(listed(filter), after))
            .orderBy(...by)
            .limit(limit + 1)
            .offset(skip),
        );
        return pageBy(rows, limit, keyOf);
      }),

    listWhole: (filter, cursor, limit, skip = 0) =>
      read(function* () {
        const { after, by, keyOf } = orderOf(filter, cursor);
        const heads = yield* all((db) =>
          db
            .select({ id: tasks.id, listKey: tasks.listKey, updatedAtMs: tasks.updatedAtMs, bytes: wholeBytes })
            .from(tasks)
            .where(and(listed(filter), after))
            .orderBy(...by)
            .limit(limit + 1)
            .offset(skip),
        );
        return yield* pageWithin(heads, limit, keyOf, function* (page) {
          const ids = page.map(({ id }) => id);
          const rows = yield* all((db) => db.select().from(tasks).where(inArray(tasks.id, ids)));
          return inOrderOf(ids, rows, ({ id }) => id);
        });
      }),

    count: (filter, limit) =>
      read(function* () {
        return (yield* first((db) => counting(db, listed(filter), limit)))?.found ?? 0;
      }),

    attemptsAt: (taskId) =>
      read(() =>
        all((db) => db.select().from(attempts).where(eq(attempts.taskId, taskId)).orderBy(asc(attempts.token))),
      ),

    attemptsOf: (agentId, { fromMs, toMs }, cursor, limit, skip = 0) =>
      read(function* () {
        const rows = yield* all((db) =>
          db
            .select()
            .from(attempts)
            .where(
              and(
                eq(attempts.agentId, agentId),
                gte(attempts.startedAtMs, fromMs),
                lte(attempts.startedAtMs, toMs),
                cursor === null ? undefined : afterAttempt(attemptAt(cursor)),
              ),
            )
            .orderBy(asc(attempts.startedAtMs), asc(attempts.taskId), asc(attempts.token))
            .limit(limit + 1)
            .offset(skip),
        );
        return pageBy(rows, limit, attemptKey);
      }),

    history: (id, after, limit) => read(() => historyOf(events, taskSubject(id), after, limit)),
  };
}
