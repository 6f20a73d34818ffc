import { ok, type Result } from '@causeway/protocol';
import { first, run, type Steps } from '../core/steps.ts';
import type { AgentContext } from './context.ts';
import { reserveFirst } from './reservation.ts';
import type { TaskRow } from './rows.ts';
import { appendTaskEvent, countWaiting } from './task-change.ts';
import type { TaskStatements } from './task-statements.ts';
import type { Choose, NewTask, Place } from './tasks.ts';

/** How long a chosen agent may take to answer, unless the submission says otherwise, milliseconds. */
const DEFAULT_ANSWER_MS = 10_000;

/** Queues a task within the caller's job; see TaskRepository.submit. */
export function* submitTask(
  context: AgentContext,
  statements: TaskStatements,
  task: NewTask,
  place: Place,
  choose?: Choose,
): Steps<Result<{ readonly task: TaskRow; readonly created: boolean }, { readonly code: 'TASK_ID_TAKEN' }>> {
  const known = yield* first(statements.taskById, { id: task.id });
  if (known) {
    const same = known.submitterId === task.submitterId && known.fingerprint === task.fingerprint;
    return same ? ok({ task: known, created: false }) : { ok: false, error: { code: 'TASK_ID_TAKEN' } };
  }
  const nowMs = context.clock();
  const last = yield* first(statements.lastFair, { submitterId: task.submitterId });
  const row: TaskRow = {
    ...{ contextId: null, messageId: null, traceparent: null, runId: null },
    ...{ callback: null, strategy: 'best_match', answerMs: DEFAULT_ANSWER_MS },
    ...task,
    ...place({ nowMs, lastFairAtMs: last?.fairAtMs ?? null }),
    listKey: context.newId(),
    state: 'queued',
    wakeAtMs: task.deadlineAtMs,
    ...{ dueAtMs: null, leaseMs: null, leaseEndsAtMs: null, agentId: null, token: 0, failures: 0 },
    ...{ progress: null, progressMessage: null, questions: '[]', pushes: '[]' },
    ...{ result: null, failureCode: null, failureMessage: null, routingReason: null, reservedUntilMs: null },
    ...{ createdAtMs: nowMs, assignedAtMs: null, endedAtMs: null, updatedAtMs: nowMs, version: 1 },
  };
  yield* run(statements.insertTask, { ...row });
  yield* countWaiting(statements, row, 1);
  yield* appendTaskEvent(context, row, null, 'submitted');
  return ok({ task: choose ? yield* reserveFirst(context, statements, row, choose) : row, created: true });
}
