import { readJson, type TaskState } from '@causeway/protocol';
import type { DeliveryType, TaskRow } from '@causeway/storage';

/** The type of the webhook that tells a submitter of a task's end. */
export const CALLBACK_TYPES: Readonly<Partial<Record<TaskState, DeliveryType>>> = {
  completed: 'task.completed',
  failed: 'task.failed',
  rejected: 'task.failed',
  cancelled: 'task.cancelled',
  expired: 'task.expired',
};

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** The data of a callback: the end of a task, and its result. */
export const endFacts = (task: TaskRow) => ({
  taskId: task.id,
  status: task.state,
  type: task.type,
  assignedAgent: task.agentId,
  result: task.result === null ? null : readJson(task.result),
  failureCode: task.failureCode,
  failureMessage: task.failureMessage,
  failedAttempts: task.failures,
  replayOf: task.replayOf,
  createdAt: iso(task.createdAtMs),
  completedAt: iso(task.endedAtMs),
});

/**
 * The stored data of a `task.assigned`: what a claim would give, with the time by which the agent must answer, but
 * without the task's content. The sender adds that while the agent holds the task, so that no delivery keeps or shows
 * it later.
 */
export function assignmentFacts(task: TaskRow) {
  const { capability, model, resolution } = task.requirement;
  return {
    taskId: task.id,
    type: task.type,
    requirements: { capability, model, resolution: resolution && `${resolution.width}x${resolution.height}` },
    priority: task.priority,
    token: task.token,
    answerBy: iso(task.reservedUntilMs),
    leaseMs: task.leaseMs,
    deadline: iso(task.deadlineAtMs),
    failedAttempts: task.failures,
  };
}
