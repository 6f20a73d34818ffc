import { jsonText, ok, type Result, readJson } from '@causeway/protocol';
import { and, eq, lt, sql } from 'drizzle-orm';
import { all, first, run, type Steps } from '../../core/steps.ts';
import type { AgentContext } from '../context.ts';
import type { DeliveryRow } from '../deliveries/index.ts';
import type { TaskRow } from '../rows.ts';
import { writeTask } from '../task-change.ts';
import type { TaskStatements } from '../task-statements.ts';
import type { TaskPush } from '../values.ts';
import type { PushRefused, PushRepository } from './pushes.ts';

/** Tasks of one transaction of `forget`. */
const FORGET_LIMIT = 200;

const pushesOf = ({ pushes }: TaskRow): readonly TaskPush[] => readJson(pushes);
const refusal = (code: PushRefused['code']): Result<never, PushRefused> => ({ ok: false, error: { code } });

/** Removes a push of the task with its credentials, within the caller's job. */
function* removePush(context: AgentContext, statements: TaskStatements, task: TaskRow, pushId: string): Steps<void> {
  const { agentPushSecrets: secrets } = context.tables;
  const left = pushesOf(task).filter(({ id }) => id !== pushId);
  yield* writeTask(statements, task, { pushes: jsonText(left) });
  yield* run((db) => db.delete(secrets).where(and(eq(secrets.taskId, task.id), eq(secrets.pushId, pushId))));
}

/**
 * What follows when a push was delivered that told of the task's end: no other one follows, so nothing of it is kept.
 */
export const pushDelivered = (context: AgentContext, statements: TaskStatements) =>
  function* delivered({ payload, state }: DeliveryRow): Steps<void> {
    const { data } = JSON.parse(payload) as { readonly data: { taskId: string; pushId: string; last?: boolean } };
    if (state !== 'delivered' || data.last !== true) return;
    const task = yield* first(statements.taskById, { id: data.taskId });
    if (task) yield* removePush(context, statements, task, data.pushId);
  };

/** PushRepository over its tables. */
export function createPushRepository(context: AgentContext, statements: TaskStatements): PushRepository {
  const { read, write } = context;
  const { agentTasks: tasks, agentPushSecrets: secrets } = context.tables;
  // As the partial index has it.
  const isPushed = sql`${tasks.pushes} <> '[]'`;
  const find = (id: string): Steps<TaskRow | undefined> => first(statements.taskById, { id });
  const isSecret = (taskId: string, pushId: string) => and(eq(secrets.taskId, taskId), eq(secrets.pushId, pushId));

  /** Number of the owner's tasks with pushes, counted up to `limit`. */
  function* pushedOf(principalId: string, limit: number): Steps<number> {
    const found = yield* all((db) =>
      db
        .select({ id: tasks.id })
        .from(tasks)
        .where(and(eq(tasks.principalId, principalId), isPushed))
        .limit(limit),
    );
    return found.length;
  }

  return {
    put: (taskId, push, sealed, { perTask, tasksPerOwner }) =>
      write('full', function* () {
        const task = yield* find(taskId);
        if (task === undefined) return refusal('TASK_NOT_FOUND');
        const before = pushesOf(task);
        const others = before.filter(({ id }) => id !== push.id);
        if (others.length >= perTask) return refusal('TASK_FULL');
        const isFull = before.length === 0 && (yield* pushedOf(task.principalId, tasksPerOwner)) >= tasksPerOwner;
        if (isFull) return refusal('OWNER_FULL');
        const { id, url } = push;
        yield* writeTask(statements, task, { pushes: jsonText<readonly TaskPush[]>([...others, { id, url }]) });
        yield* run((db) => db.delete(secrets).where(isSecret(taskId, id)));
        if (sealed !== null) yield* run((db) => db.insert(secrets).values({ taskId, pushId: id, sealed }));
        return ok(push);
      }),

    remove: async (taskId, pushId) => {
      await write('full', function* () {
        const task = yield* find(taskId);
        if (task) yield* removePush(context, statements, task, pushId);
      });
    },

    secretsOf: (taskId) =>
      read(function* () {
        const rows = yield* all((db) => db.select().from(secrets).where(eq(secrets.taskId, taskId)));
        return new Map(rows.map(({ pushId, sealed }) => [pushId, sealed]));
      }),

    secrets: () => read(() => all((db) => db.select().from(secrets))),

    reseal: ({ taskId, pushId, sealed }, after) =>
      write('full', function* () {
        const unchanged = and(isSecret(taskId, pushId), eq(secrets.sealed, sealed));
        return (yield* run((db) => db.update(secrets).set({ sealed: after }).where(unchanged))) === 1;
      }),

    async forget(endedBeforeMs) {
      const isOld = and(isPushed, lt(tasks.endedAtMs, endedBeforeMs));
      const old = () => all((db) => db.select({ id: tasks.id }).from(tasks).where(isOld).limit(FORGET_LIMIT));
      let forgotten = 0;
      while ((await read(old)).length > 0) {
        forgotten += await write('full', function* () {
          const found = yield* old();
          for (const { id } of found) {
            const task = yield* find(id);
            if (task) yield* writeTask(statements, task, { pushes: jsonText<readonly TaskPush[]>([]) });
            yield* run((db) => db.delete(secrets).where(eq(secrets.taskId, id)));
          }
          return found.length;
        });
      }
      return forgotten;
    },
  };
}
