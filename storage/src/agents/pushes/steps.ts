import { and, eq, lt, sql } from 'drizzle-orm';
import { all, run, type TxScript } from '../../core/steps.ts';
import type { AgentTables } from '../schema.ts';

/** A push's sealed credentials. */
export interface PushSecret {
  readonly taskId: string;
  readonly pushId: string;
  readonly sealed: string;
}

/** As the partial index has it. */
const isPushed = ({ agentTasks: tasks }: AgentTables) => sql`${tasks.pushes} <> '[]'`;

/** Number of the owner's tasks with pushes, counted up to `limit`. */
export function* countPushedTasks(tables: AgentTables, principalId: string, limit: number): TxScript<number> {
  const { agentTasks: tasks } = tables;
  const found = yield* all((db) =>
    db
      .select({ id: tasks.id })
      .from(tasks)
      .where(and(eq(tasks.principalId, principalId), isPushed(tables)))
      .limit(limit),
  );
  return found.length;
}

/** Ids of tasks with pushes that ended before `endedBeforeMs`, at most `limit`. */
export function* endedPushedTasks(
  tables: AgentTables,
  endedBeforeMs: number,
  limit: number,
): TxScript<readonly string[]> {
  const { agentTasks: tasks } = tables;
  const isOld = and(isPushed(tables), lt(tasks.endedAtMs, endedBeforeMs));
  const rows = yield* all((db) => db.select({ id: tasks.id }).from(tasks).where(isOld).limit(limit));
  return rows.map(({ id }) => id);
}

/** The sealed credentials of a task's pushes, or of all. */
export const pushSecrets = ({ agentPushSecrets: secrets }: AgentTables, taskId?: string): TxScript<PushSecret[]> =>
  all((db) =>
    db
      .select()
      .from(secrets)
      .where(taskId === undefined ? undefined : eq(secrets.taskId, taskId)),
  );

export function* insertPushSecret({ agentPushSecrets: secrets }: AgentTables, secret: PushSecret): TxScript<void> {
  yield* run((db) => db.insert(secrets).values(secret));
}

/** Removes the sealed credentials of a push, or of all pushes of the task. */
export function* removePushSecret(
  { agentPushSecrets: secrets }: AgentTables,
  taskId: string,
  pushId?: string,
): TxScript<void> {
  const ofPush = pushId === undefined ? undefined : eq(secrets.pushId, pushId);
  yield* run((db) => db.delete(secrets).where(and(eq(secrets.taskId, taskId), ofPush)));
}

/** Replaces the sealed form of credentials. False when they have another form now. */
export function* resealPushSecret(
  { agentPushSecrets: secrets }: AgentTables,
  { taskId, pushId, sealed: before }: PushSecret,
  sealed: string,
): TxScript<boolean> {
  const unchanged = and(eq(secrets.taskId, taskId), eq(secrets.pushId, pushId), eq(secrets.sealed, before));
  return (yield* run((db) => db.update(secrets).set({ sealed }).where(unchanged))) === 1;
}
