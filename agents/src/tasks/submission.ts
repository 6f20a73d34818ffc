import { jsonText, ok, type Result } from '@causeway/protocol';
import type { EndpointRow, Question, Quota, QuotaKind, TaskPush, TaskRow } from '@causeway/storage';
import { candidateStatements, deliveryStatements, taskStatements } from '@causeway/storage/agents';
import {
  allOfEach,
  excessOf,
  type Lock,
  lock,
  lockOf,
  send,
  sharedLockOf,
  type TxScript,
  usageLock,
  usageSteps,
} from '@causeway/storage/jobs';
import type { AgentJobs } from '../context.ts';
import { appendTaskEvent, keptShareOf, shareOf, Tally } from './change.ts';
import { placeOf } from './rank.ts';
import { reserveFirst } from './reservation.ts';
import type { NewTask, SubmitRefused } from './tasks.ts';

/** How long a chosen agent may take to answer, unless the submission says otherwise, milliseconds. */
const DEFAULT_ANSWER_MS = 10_000;

const NOTHING: Quota = { items: 0, bytes: 0 };
const sumOf = (a: Quota, b: Quota): Quota => ({ items: a.items + b.items, bytes: a.bytes + b.bytes });

/** The quotas that a task counts in: while it is open, and until the history is purged. */
const COUNTED = ['tasks', 'history'] as const satisfies readonly QuotaKind[];
const keyOf = (ownerId: string, kind: QuotaKind): string => `${kind} ${ownerId}`;

/** The owner whose quotas a task counts in. */
const ownerOf = ({ principalId, submitterId }: NewTask): string => principalId || submitterId;

/**
 * What the submission of a task locks: what its owner stores, by which its quota and its place among the owner's tasks
 * are decided; its id, which nobody else may take; and its queue, which must not be removed now.
 */
export const submissionLocks = (task: NewTask): readonly Lock[] => [
  ...COUNTED.map((kind) => usageLock(ownerOf(task), kind)),
  lockOf('task', task.id),
  sharedLockOf('queue', task.queue),
];

type Submitted = Result<{ readonly task: TaskRow; readonly created: boolean }, SubmitRefused>;

/** The row of a new task. */
function rowOf({ clock, newId }: AgentJobs, task: NewTask, lastFairAtMs: number | null): TaskRow {
  const nowMs = clock.now();
  return {
    ...{ contextId: null, messageId: null, traceparent: null, runId: null },
    ...{ callback: null, strategy: 'best_match', answerMs: DEFAULT_ANSWER_MS },
    ...task,
    ...placeOf(task.priority, { nowMs, lastFairAtMs }),
    listKey: newId(),
    state: 'queued',
    wakeAtMs: task.deadlineAtMs,
    ...{ dueAtMs: null, leaseMs: null, leaseEndsAtMs: null, agentId: null, token: 0, failures: 0 },
    ...{ progress: null, progressMessage: null, repliesByMessage: false },
    ...{ questions: jsonText<readonly Question[]>([]), pushes: jsonText<readonly TaskPush[]>([]) },
    ...{ result: null, failureCode: null, failureMessage: null, routingReason: null, reservedUntilMs: null },
    ...{ createdAtMs: nowMs, assignedAtMs: null, endedAtMs: null, updatedAtMs: nowMs, version: 1 },
  };
}

/**
 * What says whether the queues of tasks have agents with webhooks, for a job that asks for more in the same round trip.
 */
function pushQueries({ tables }: AgentJobs, tasks: readonly NewTask[]) {
  const all = [...new Map(tasks.map(({ queue, requirement }) => [queue, requirement]))];
  const general = all.filter(([, { agentId }]) => agentId === undefined);
  const own = all.filter(([, { agentId }]) => agentId !== undefined);
  return {
    queries: [
      [
        candidateStatements(tables).pushed,
        general.map(([, { capability: type, model }]) => ({ type, model: model ?? '' })),
      ] as const,
      [deliveryStatements(tables).endpointById, own.map(([, { agentId: id }]) => ({ id }))] as const,
    ] as const,
    /** The queues, by the answers. */
    queuesBy: (capable: readonly (readonly unknown[])[], endpoints: readonly (readonly EndpointRow[])[]) =>
      new Set([
        ...general.flatMap(([queue], index) => (capable[index]?.length ? [queue] : [])),
        ...own.flatMap(([queue], index) => (endpoints[index]?.[0]?.disabledAtMs === null ? [queue] : [])),
      ]),
  };
}

/**
 * Queues tasks within the caller's job, one after the other, by one reading of what all of them need. With `reserves`,
 * each goes at once to an agent with a webhook that is free.
 */
export function* submitTasks(
  context: AgentJobs,
  tasks: readonly NewTask[],
  { reserves }: { readonly reserves: boolean },
): TxScript<readonly Submitted[]> {
  const statements = taskStatements(context.tables);
  const ids = [...new Set(tasks.map(({ id }) => id))];
  const submitters = [...new Set(tasks.map(({ submitterId }) => submitterId))];
  const usage = usageSteps(context);
  const owners = [...new Set(tasks.map(ownerOf))].flatMap((ownerId) => COUNTED.map((kind) => ({ ownerId, kind })));
  const push = pushQueries(context, reserves ? tasks : []);
  const [rows, newest, general, own, ...stores] = yield* allOfEach(
    [statements.taskById, ids.map((id) => ({ id }))],
    [statements.lastFair, submitters.map((submitterId) => ({ submitterId }))],
    ...push.queries,
    ...usage.asking(owners),
  );
  const used = yield* usage.usedBy(owners, ...stores);
  const stored = new Map(used.map((row) => [keyOf(row.ownerId, row.kind), row]));
  const added = new Map<string, { readonly ownerId: string; readonly kind: QuotaKind; readonly more: Quota }>();
  const known = new Map(rows.flat().map((row) => [row.id, row]));
  const lastFair = new Map(submitters.map((id, index) => [id, newest[index]?.[0]?.fairAtMs ?? null]));
  const pushed = push.queuesBy(general, own);
  const tally = new Tally();

  function* submit(task: NewTask): TxScript<Submitted> {
    const same = known.get(task.id);
    if (same) {
      const isRepeated = same.submitterId === task.submitterId && same.fingerprint === task.fingerprint;
      return isRepeated ? ok({ task: same, created: false }) : { ok: false, error: { code: 'TASK_ID_TAKEN' } };
    }
    const ownerId = ownerOf(task);
    const row = rowOf(context, task, lastFair.get(task.submitterId) ?? null);
    const shares = COUNTED.map((kind) => {
      const key = keyOf(ownerId, kind);
      const share = kind === 'tasks' ? shareOf(row) : keptShareOf(row);
      return { kind, key, share, more: added.get(key)?.more ?? NOTHING };
    });
    for (const { kind, key, share, more } of shares) {
      const excess = excessOf(context.quotas, kind, sumOf(stored.get(key) ?? NOTHING, more), share);
      if (excess) return excess;
    }
    for (const { kind, key, share, more } of shares) added.set(key, { ownerId, kind, more: sumOf(more, share) });
    lastFair.set(task.submitterId, Math.max(row.fairAtMs, lastFair.get(task.submitterId) ?? row.fairAtMs));
    yield* send(statements.insertTask, { ...row });
    tally.queued(row);
    yield* appendTaskEvent(context, row, null, 'submitted');
    context.changes.task({ trigger: 'submitted', before: undefined, after: row });
    const placed = pushed.has(row.queue) ? yield* reserveFirst(context, row, tally) : row;
    known.set(placed.id, placed);
    return ok({ task: placed, created: true });
  }

  const answers: Submitted[] = [];
  for (const task of tasks) answers.push(yield* submit(task));
  yield* tally.write(context);
  for (const { ownerId, kind, more } of added.values())
    yield* send(usage.statements.addUsage, { ownerId, kind, ...more });
  return answers;
}

/** Queues a task within the caller's job, for claims and for the next routing. */
export function* submitTask(context: AgentJobs, task: NewTask): TxScript<Submitted> {
  yield* lock(...submissionLocks(task));
  const [submitted] = yield* submitTasks(context, [task], { reserves: false });
  return submitted as Submitted;
}
