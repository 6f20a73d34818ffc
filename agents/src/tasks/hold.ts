import { isTaskHeld, ok, type Result } from '@causeway/protocol';
import type { TaskRow } from '@causeway/storage';
import type { Hold, HoldRefused } from './tasks.ts';

/** The task while `hold` is its newest lease and its deadline is not over. */
export function heldBy(task: TaskRow | undefined, hold: Hold, nowMs: number): Result<TaskRow, HoldRefused> {
  if (task === undefined) return { ok: false, error: { code: 'TASK_NOT_FOUND' } };
  const isHolder = isTaskHeld(task.state) && task.agentId === hold.agentId && task.token === hold.token;
  if (isHolder && task.deadlineAtMs > nowMs) return ok(task);
  return { ok: false, error: { code: 'TOKEN_STALE', state: task.state } };
}
