import { jsonText, ok, type Result, readJson } from '@causeway/protocol';
import type { DeliveryRow, TaskPush, TaskRow } from '@causeway/storage';
import {
  countPushedTasks,
  endedPushedTasks,
  insertPushSecret,
  pushSecrets,
  removePushSecret,
  resealPushSecret,
  taskStatements,
} from '@causeway/storage/agents';
import { first, lock, lockOf, type TxScript, usageLock } from '@causeway/storage/jobs';
import type { AgentJobs } from '../context.ts';
import { writeTask } from './change.ts';
import type { PushRefused, PushRepository } from './pushes.ts';

/** Tasks of one transaction of `forget`. */
const FORGET_LIMIT = 200;

const pushesOf = ({ pushes }: TaskRow): readonly TaskPush[] => readJson(pushes);
const refusal = (code: PushRefused['code']): Result<never, PushRefused> => ({ ok: false, error: { code } });

const findTask = ({ tables }: AgentJobs, id: string): TxScript<TaskRow | undefined> =>
  first(taskStatements(tables).taskById, { id });

/** Removes a push of the task with its credentials, within the caller's job. */
function* removePush(context: AgentJobs, task: TaskRow, pushId: string): TxScript<void> {
  const left = pushesOf(task).filter(({ id }) => id !== pushId);
  yield* writeTask(context, task, { pushes: jsonText(left) });
  yield* removePushSecret(context.tables, task.id, pushId);
}

/**
 * Removes the push that has delivered the task's end, because no further push follows.
 */
export function* pushDelivered(context: AgentJobs, { payload, state }: DeliveryRow): TxScript<void> {
  const { data } = JSON.parse(payload) as { readonly data: { taskId: string; pushId: string; last?: boolean } };
  if (state !== 'delivered' || data.last !== true) return;
  yield* lock(lockOf('task', data.taskId));
  const task = yield* findTask(context, data.taskId);
  if (task) yield* removePush(context, task, data.pushId);
}

/** PushRepository over its tables. */
export function createPushRepository(context: AgentJobs): PushRepository {
  const { read, write, tables } = context;

  /** Removes all pushes of a task with their credentials. */
  function* forget(id: string): TxScript<void> {
    const task = yield* findTask(context, id);
    if (task) yield* writeTask(context, task, { pushes: jsonText<readonly TaskPush[]>([]) });
    yield* removePushSecret(tables, id);
  }

  return {
    put: (taskId, push, sealed, { perTask, tasksPerOwner }) =>
      write(
        'full',
        function* () {
          const task = yield* findTask(context, taskId);
          if (task === undefined) return refusal('TASK_NOT_FOUND');
          yield* lock(usageLock(task.principalId, 'webhooks'));
          const before = pushesOf(task);
          const others = before.filter(({ id }) => id !== push.id);
          if (others.length >= perTask) return refusal('TASK_FULL');
          const pushed = () => countPushedTasks(tables, task.principalId, tasksPerOwner);
          if (before.length === 0 && (yield* pushed()) >= tasksPerOwner) return refusal('OWNER_FULL');
          const { id, url } = push;
          yield* writeTask(context, task, { pushes: jsonText<readonly TaskPush[]>([...others, { id, url }]) });
          yield* removePushSecret(tables, taskId, id);
          if (sealed !== null) yield* insertPushSecret(tables, { taskId, pushId: id, sealed });
          return ok(push);
        },
        { locks: [lockOf('task', taskId)] },
      ),

    remove: async (taskId, pushId) => {
      await write(
        'full',
        function* () {
          const task = yield* findTask(context, taskId);
          if (task) yield* removePush(context, task, pushId);
        },
        { locks: [lockOf('task', taskId)] },
      );
    },

    secretsOf: (taskId) =>
      read(function* () {
        return new Map((yield* pushSecrets(tables, taskId)).map(({ pushId, sealed }) => [pushId, sealed]));
      }),

    secrets: () => read(() => pushSecrets(tables)),

    reseal: (before, after) =>
      write('full', () => resealPushSecret(tables, before, after), { locks: [lockOf('task', before.taskId)] }),

    async forget(endedBeforeMs) {
      const old = () => endedPushedTasks(tables, endedBeforeMs, FORGET_LIMIT);
      let forgotten = 0;
      for (let ids = await read(old); ids.length > 0; ids = await read(old)) {
        await Promise.all(ids.map((id) => write('full', () => forget(id), { locks: [lockOf('task', id)] })));
        forgotten += ids.length;
      }
      return forgotten;
    },
  };
}
