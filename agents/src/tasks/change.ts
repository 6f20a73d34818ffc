import { isTaskEnd, isTaskHeld, nextTaskState, readJson, type TaskState, type TaskTrigger } from '@causeway/protocol';
import type { AttemptOutcome, Quota, QuotaKind, TaskRow } from '@causeway/storage';
import { AGENTS_TOPIC, taskStatements, taskSubject } from '@causeway/storage/agents';
import { type Lock, lock, lockOf, send, sharedLockOf, type TxScript, usageSteps } from '@causeway/storage/jobs';
import type { AgentJobs } from '../context.ts';
import { queueDelivery } from '../webhooks/queue.ts';
import { wakeRun } from '../workflows/wake.ts';
import { CALLBACK_TYPES, endFacts } from './facts.ts';

/** What a job that changes many tasks writes once at its end, and not for each of them. */
export class Tally {
  readonly #queued = new Map<string, TaskRow>();
  readonly #used = new Map<string, { readonly avatarId: string; readonly kind: QuotaKind; more: Quota }>();

  /** Notes that the task waits in its queue. */
  queued(task: TaskRow): void {
    this.#queued.set(task.queue, task);
  }

  /** Notes that the owner of `avatarId` stores so much more, or less. */
  used(avatarId: string, kind: QuotaKind, { items, bytes }: Quota): void {
    const key = `${kind} ${avatarId}`;
    const { more } = this.#used.get(key) ?? { more: { items: 0, bytes: 0 } };
    this.#used.set(key, { avatarId, kind, more: { items: more.items + items, bytes: more.bytes + bytes } });
  }

  /**
   * Writes what was noted. The row of a queue stays when its last task is gone, so that claims do not wait for each
   * other; `removeEmptyQueues` removes it. Nobody does so while the job has the queue's lock.
   */
  *write(context: AgentJobs): TxScript<void> {
    const { insertQueue } = taskStatements(context.tables);
    // In one order, so that two jobs that both add several do not wait for each other.
    const queued = [...this.#queued.values()].sort((a, b) => (a.queue < b.queue ? -1 : 1));
    if (queued.length > 0) yield* lock(...queued.map(({ queue }) => sharedLockOf('queue', queue)));
    for (const { queue, requirement, ...task } of queued) {
      const { capability, agentId = null } = requirement;
      const takers = agentId === null ? task.takers : 'any';
      const principalId = takers === 'any' ? null : task.principalId;
      yield* send(insertQueue, { queue, capability, requirement, agentId, takers, principalId });
    }
    const usage = usageSteps(context);
    for (const { avatarId, kind, more } of this.#used.values()) yield* usage.count(avatarId, kind, more);
  }
}

/** What an open task takes of its owner's quota. */
export const shareOf = ({ input }: Pick<TaskRow, 'input'>): Quota => ({ items: 1, bytes: Buffer.byteLength(input) });

/** What a task takes of its owner's history, from its submission until the history is purged, without its artifacts. */
export const keptShareOf = ({ input, result, questions }: Pick<TaskRow, 'input' | 'result' | 'questions'>): Quota => ({
  items: 1,
  bytes: Buffer.byteLength(input) + Buffer.byteLength(result ?? '') + Buffer.byteLength(questions),
});

/** When the sweeper must look at a task: the earliest of its deadline, its due time and the end of its lease. */
function wakeAt(task: TaskRow): number | null {
  if (isTaskEnd(task.state)) return null;
  const times = [task.deadlineAtMs];
  if (task.state === 'pending' && task.dueAtMs !== null) times.push(task.dueAtMs);
  if (isTaskHeld(task.state) && task.leaseEndsAtMs !== null) times.push(task.leaseEndsAtMs);
  return Math.min(...times);
}

/** Writes `set` as the task's next version, without a transition and without an event. */
export function* writeTask({ tables }: AgentJobs, before: TaskRow, set: Partial<TaskRow>): TxScript<TaskRow> {
  const changed = { ...before, ...set };
  const task = { ...changed, wakeAtMs: wakeAt(changed) };
  const keys = [...new Set([...Object.keys(set), 'wakeAtMs'] as (keyof TaskRow)[])];
  const columns = keys.filter((key) => task[key] !== before[key]);
  if (columns.length > 0) yield* send(taskStatements(tables).updateTask(columns), task);
  return task;
}

/** A transition's facts. */
export interface Change {
  readonly trigger: TaskTrigger;
  readonly nowMs: number;
  readonly set?: Partial<TaskRow>;
  /** How the attempt ended, when the transition ends one. */
  readonly outcome?: AttemptOutcome;
  /** Further facts of the event. */
  readonly facts?: Readonly<Record<string, unknown>>;
  /** Cost of a completed attempt, millionths. */
  readonly costMicros?: number;
  /** Takes what is written once for many tasks, for a job that writes it at its end. */
  readonly tally?: Tally;
}

/** Ends the attempt of the task's holder: its row, and the agent's counts. */
function* endAttempt({ tables }: AgentJobs, before: TaskRow, change: Change, after: TaskRow): TxScript<void> {
  const statements = taskStatements(tables);
  const { nowMs, outcome = 'failed', costMicros = 0 } = change;
  const { failureCode, failureMessage } = after;
  const { id: taskId, token, agentId } = before;
  yield* send(statements.endAttempt, { taskId, token, endedAtMs: nowMs, outcome, failureCode, failureMessage });
  const isDone = outcome === 'completed';
  yield* send(statements.freeAgent, {
    agentId: agentId ?? '',
    completed: Number(isDone),
    failed: Number(outcome === 'failed' || outcome === 'leaseEnded'),
    tookMs: isDone ? nowMs - (before.assignedAtMs ?? nowMs) : 0,
    costMicros: isDone ? costMicros : 0,
  });
}

/** Ends of attempts that others than the agent make. */
const UNREPORTED: ReadonlySet<AttemptOutcome> = new Set(['cancelled', 'expired', 'leaseEnded']);

/** True when `trigger` can happen to the task. */
export const can = (task: TaskRow, trigger: TaskTrigger): boolean => nextTaskState(task.state, trigger) !== undefined;

/** The lock of a task, and the one of its run when it is a step's: its id begins with the run's. */
export function taskLocks(taskId: string): readonly Lock[] {
  const runEnd = taskId.indexOf(':');
  return [lockOf('task', taskId), ...(runEnd === -1 ? [] : [lockOf('run', taskId.slice(0, runEnd))])];
}

/** What a transition of a task locks besides the task: the agent whose attempt it ends, and the run that it wakes. */
function* lockChanged({ agentId, runId }: TaskRow, endsAttempt: boolean, isEnd: boolean): TxScript<void> {
  if (endsAttempt && agentId !== null) yield* lock(lockOf('agent', agentId));
  if (isEnd && runId !== null) yield* lock(lockOf('run', runId));
}

/**
 * Applies a trigger by the table of protocol/task-state: writes the task, its queue, the counts of its agent, the end
 * of its attempt and the event, within the caller's job, which has locked the task. Throws when the table has no such
 * transition.
 */
export function* changeTask(context: AgentJobs, before: TaskRow, change: Change): TxScript<TaskRow> {
  const { trigger, nowMs, set, facts, tally = new Tally() } = change;
  const state = nextTaskState(before.state, trigger);
  if (state === undefined) throw new Error(`${trigger} cannot happen to a task in ${before.state}`);
  const endsAttempt = isTaskHeld(before.state) && !isTaskHeld(state);
  yield* lockChanged(before, endsAttempt, isTaskEnd(state));
  const after = yield* writeTask(context, before, {
    ...set,
    state,
    ...(!isTaskHeld(state) && { leaseEndsAtMs: null, reservedUntilMs: null }),
    ...(isTaskEnd(state) && { endedAtMs: nowMs }),
    updatedAtMs: nowMs,
    version: before.version + 1,
  });
  if (state === 'queued') tally.queued(after);
  if (endsAttempt) {
    yield* endAttempt(context, before, change, after);
    if (UNREPORTED.has(change.outcome ?? 'failed')) yield* appendLeaseEnded(context, before, after);
  }
  if (isTaskEnd(state)) {
    const { items, bytes } = shareOf(after);
    tally.used(after.submitterId, 'tasks', { items: -items, bytes: -bytes });
  }
  if (after.result !== before.result || after.questions !== before.questions) {
    const bytes = keptShareOf(after).bytes - keptShareOf(before).bytes;
    tally.used(after.submitterId, 'history', { items: 0, bytes });
  }
  if (isTaskEnd(state) && after.runId !== null) yield* wakeRun(context, after.runId);
  yield* appendTaskEvent(context, after, before.state, trigger, facts);
  context.changes.task({ trigger, before, after, ...(endsAttempt && { outcome: change.outcome ?? 'failed' }) });
  yield* callBack(context, after, nowMs);
  yield* pushState(context, after, nowMs);
  if (change.tally === undefined) yield* tally.write(context);
  return after;
}

/**
 * Tells an agent by its own stream that it holds a task no more, though it has not said so: `after` is the task then.
 */
function* appendLeaseEnded(
  { appendEvent }: AgentJobs,
  { agentId, token }: TaskRow,
  { id: taskId, state: status, updatedAtMs: createdAtMs }: TaskRow,
): TxScript<void> {
  if (agentId === null) return;
  const audience = { avatarId: agentId, topic: AGENTS_TOPIC };
  const data = { taskId, token, status };
  yield* appendEvent({ subject: `lease:${taskId}`, type: 'lease.ended', data, audience, createdAtMs });
}

/** Tells A2A clients of a new state, if they asked for that. */
function* pushState(context: AgentJobs, { id, submitterId, pushes, state }: TaskRow, nowMs: number): TxScript<void> {
  if (pushes === '[]') return;
  for (const push of readJson(pushes)) {
    const endpoint = { avatarId: submitterId, callbackUrl: push.url };
    const data = { taskId: id, pushId: push.id, ...(isTaskEnd(state) && { last: true }) };
    yield* queueDelivery(context, { endpoint, type: 'a2a.task', subject: taskSubject(id), data, nowMs });
  }
}

/** Tells the submitter of the end of a task, if the submission asked for that. */
function* callBack(context: AgentJobs, task: TaskRow, nowMs: number): TxScript<void> {
  const { callback, submitterId } = task;
  const type = CALLBACK_TYPES[task.state];
  if (callback === null || type === undefined) return;
  const endpoint = { avatarId: submitterId, callbackUrl: callback };
  yield* queueDelivery(context, { endpoint, type, subject: taskSubject(task.id), data: endFacts(task), nowMs });
}

/** A task's events are on its submitter's stream. */
export const audienceOf = (submitterId: string) => ({ avatarId: submitterId, topic: 'tasks' });

/**
 * Facts by which waiting claims are woken: whether their agents fit, and may take the task. The public form has none of
 * them.
 */
const queuedFacts = ({ requirement, takers, principalId }: TaskRow) => ({
  requirement,
  ...(takers !== 'any' && { takers, principalId }),
});

/** Appends the event with which a task enters its state. */
export function* appendTaskEvent(
  { appendEvent }: AgentJobs,
  task: TaskRow,
  from: TaskState | null,
  trigger: TaskTrigger | 'submitted',
  facts: Readonly<Record<string, unknown>> = {},
): TxScript<void> {
  const { id, submitterId, state, version, agentId, token, failureCode, failureMessage } = task;
  yield* appendEvent({
    subject: taskSubject(id),
    type: `task.${state}`,
    data: {
      ...{ taskId: id, from, trigger, version, agentId, token },
      ...(state === 'queued' && queuedFacts(task)),
      ...(failureCode !== null && { failureCode, failureMessage }),
      ...facts,
    },
    audience: audienceOf(submitterId),
    createdAtMs: task.updatedAtMs,
  });
}
