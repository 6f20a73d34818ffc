import { isTaskEnd, isTaskHeld, nextTaskState, type TaskState, type TaskTrigger } from '@causeway/protocol';
import type { EventRow } from '@causeway/storage';

/**
 * An operation that a client asked for and that was acknowledged. Times are of the client's own clock, milliseconds.
 */
export interface Acknowledged {
  readonly kind: 'submit' | 'claim' | 'heartbeat' | 'complete' | 'fail' | 'release' | 'cancel';
  readonly taskId: string;
  /** The agent and the token of a claim or a report. */
  readonly agentId?: string;
  readonly token?: number;
  /** The result of a completion. */
  readonly result?: unknown;
  /** When the client asked, and when it had the answer. */
  readonly askedMs: number;
  readonly answeredMs: number;
}

/** A task as it is in the end. */
export interface FinalTask {
  readonly taskId: string;
  readonly state: TaskState;
  readonly result: unknown;
}

/** All that is known of a run. */
export interface TaskHistory {
  readonly acknowledged: readonly Acknowledged[];
  /** All events of tasks, by seq. */
  readonly events: readonly EventRow[];
  /** The seqs that a reader has seen who followed the log during the run. */
  readonly observed: readonly number[];
  /** The seqs of all events of the log, events of other areas included. */
  readonly logged: readonly number[];
  readonly final: readonly FinalTask[];
  /** The most tasks that each agent may hold. */
  readonly limits: ReadonlyMap<string, number>;
}

export type ViolationCode =
  /** The log has a transition that the table of states does not have, or a gap in a task's versions. */
  | 'TRANSITION'
  /** A task has not exactly one end, or another state than its log. */
  | 'TERMINAL'
  /** Two claims of a task overlap, or its tokens do not rise by one. */
  | 'EXCLUSIVE'
  /** An agent held more tasks than it may. */
  | 'LIMIT'
  /** An acknowledged write is not in the log or not in the task. */
  | 'LOST'
  /** A report of an earlier claim was accepted after a later claim. */
  | 'STALE'
  /** The log has two operations in another order than they happened. */
  | 'ORDER'
  /** A reader of the log has missed an event, seen one that is not there, or seen events in another order. */
  | 'READER';

export interface Violation {
  readonly code: ViolationCode;
  readonly text: string;
}

/** The events with which the log may show an acknowledged operation. */
const SHOWN: Readonly<Record<Exclude<Acknowledged['kind'], 'heartbeat'>, readonly string[]>> = {
  submit: ['submitted'],
  claim: ['claimed'],
  complete: ['completed'],
  fail: ['retried', 'failed'],
  release: ['released'],
  cancel: ['cancelled'],
};

/** An event of a task, with its members in their types. */
interface TaskEvent {
  readonly seq: number;
  readonly type: string;
  readonly taskId: string;
  readonly from: TaskState | null;
  readonly trigger: string;
  readonly version: number;
  readonly agentId: string | null;
  readonly token: number;
}

const eventOf = ({ seq, type, data }: EventRow): TaskEvent => ({
  seq,
  type,
  ...(data as Omit<TaskEvent, 'seq' | 'type'>),
});

/** A task as the log has it so far. */
interface Replayed {
  state: TaskState;
  version: number;
  token: number;
  agentId: string | null;
  ends: number;
}

/** Finds every way in which a history contradicts the promises of the task engine; none when it is sound. */
export function violationsIn(history: TaskHistory): readonly Violation[] {
  const found: Violation[] = [];
  const add = (code: ViolationCode, text: string): void => void found.push({ code, text });
  const events = history.events.map(eventOf);
  const tasks = replay(events, history.limits, add);
  compareFinal(history.final, tasks, add);
  compareAcknowledged(history, events, add);
  compareHolds(history, add);
  compareReader(history, add);
  return found;
}

type Add = (code: ViolationCode, text: string) => void;

/** Follows the log by the table of states, with tokens, holders and limits. */
function replay(events: readonly TaskEvent[], limits: ReadonlyMap<string, number>, add: Add) {
  const tasks = new Map<string, Replayed>();
  const held = new Map<string, number>();
  const count = (agentId: string | null, by: number): number => {
    const sum = (held.get(agentId ?? '') ?? 0) + by;
    held.set(agentId ?? '', sum);
    return sum;
  };
  for (const { seq, type, taskId, from, trigger, version, agentId, token } of events) {
    const task = tasks.get(taskId);
    if (task === undefined) {
      if (trigger !== 'submitted' || version !== 1) add('TRANSITION', `${taskId} begins with ${trigger} at seq ${seq}`);
      tasks.set(taskId, { state: 'queued', version, token: 0, agentId: null, ends: 0 });
      continue;
    }
    if (version !== task.version + 1) add('TRANSITION', `${taskId} goes from version ${task.version} to ${version}`);
    task.version = version;
    if (type === 'task.progress') continue;
    const next = nextTaskState(task.state, trigger as TaskTrigger);
    if (next === undefined || from !== task.state || type !== `task.${next}`) {
      add('TRANSITION', `${taskId}: ${trigger} from ${task.state} gives ${type} at seq ${seq}`);
    }
    if (trigger === 'claimed') {
      if (isTaskHeld(task.state)) add('EXCLUSIVE', `${taskId} is claimed at seq ${seq} while ${task.agentId} holds it`);
      if (token !== task.token + 1) add('EXCLUSIVE', `${taskId} has token ${token} after ${task.token}`);
      const most = limits.get(agentId ?? '') ?? 0;
      if (count(agentId, 1) > most) add('LIMIT', `${agentId} holds more than ${most} tasks at seq ${seq}`);
    } else if (isTaskHeld(task.state) && next !== undefined && !isTaskHeld(next)) count(task.agentId, -1);
    Object.assign(task, { state: type.replace('task.', ''), token, agentId });
    if (isTaskEnd(task.state)) task.ends += 1;
  }
  return tasks;
}

/** Each task has one end, which its row and its log agree about. */
function compareFinal(final: readonly FinalTask[], tasks: ReadonlyMap<string, Replayed>, add: Add): void {
  const rows = new Map(final.map((task) => [task.taskId, task]));
  for (const [taskId, { state, ends }] of tasks) {
    if (ends !== 1) add('TERMINAL', `${taskId} has ${ends} ends`);
    if (rows.get(taskId)?.state !== state)
      add('TERMINAL', `${taskId} is ${rows.get(taskId)?.state}, its log says ${state}`);
  }
}

/** Every acknowledged operation is in the log, in the order in which they happened, and its result in the task. */
function compareAcknowledged({ acknowledged, final }: TaskHistory, events: readonly TaskEvent[], add: Add): void {
  const keyOf = (taskId: string, trigger: string, token: number | undefined): string => `${taskId} ${trigger} ${token}`;
  const seqs = new Map<string, number>();
  for (const { taskId, trigger, token, seq } of events) {
    seqs.set(keyOf(taskId, trigger, token), seq);
    if (trigger === 'submitted' || trigger === 'cancelled') seqs.set(keyOf(taskId, trigger, undefined), seq);
  }
  const rows = new Map(final.map((task) => [task.taskId, task]));
  const placed: { readonly one: Acknowledged; readonly seq: number }[] = [];
  for (const one of acknowledged) {
    const { kind, taskId, token, result } = one;
    if (kind === 'heartbeat') continue;
    const seq = SHOWN[kind].map((trigger) => seqs.get(keyOf(taskId, trigger, token))).find((at) => at !== undefined);
    if (seq === undefined) add('LOST', `the log has no ${kind} of ${taskId} with token ${token}`);
    else placed.push({ one, seq });
    const row = rows.get(taskId);
    const ended = { complete: 'completed', cancel: 'cancelled' }[kind as string];
    if (row === undefined) add('LOST', `${taskId} is gone`);
    else if (ended !== undefined && row.state !== ended) add('LOST', `${taskId} is ${row.state}, not ${ended}`);
    else if (kind === 'complete' && JSON.stringify(row.result) !== JSON.stringify(result)) {
      add('LOST', `${taskId} has not the acknowledged result`);
    }
  }
  compareOrder(placed, add);
}

/** An operation that was asked for after the answer of another one comes later in the log. */
function compareOrder(placed: readonly { readonly one: Acknowledged; readonly seq: number }[], add: Add): void {
  const byAnswer = [...placed].sort((a, b) => a.one.answeredMs - b.one.answeredMs);
  // A repeated report has the answer of the first one.
  const first = new Set<number>();
  const byAsk = placed
    .toSorted((a, b) => a.one.askedMs - b.one.askedMs)
    .filter(({ seq }) => !first.has(seq) && first.add(seq));
  let answered = 0;
  let newest = 0;
  for (const { one, seq } of byAsk) {
    for (; (byAnswer[answered]?.one.answeredMs ?? Infinity) < one.askedMs; answered += 1) {
      newest = Math.max(newest, byAnswer[answered]?.seq ?? 0);
    }
    if (seq < newest) add('ORDER', `${one.kind} of ${one.taskId} has seq ${seq}, after ${newest} was answered`);
  }
}

/**
 * The clients' own view: what an agent surely held is below its limit, and no report of an earlier claim was accepted.
 */
function compareHolds({ acknowledged, limits }: TaskHistory, add: Add): void {
  const claimed = new Map<string, Acknowledged[]>();
  for (const one of acknowledged) {
    if (one.kind === 'claim') claimed.set(one.taskId, [...(claimed.get(one.taskId) ?? []), one]);
  }
  const edges = new Map<string, { readonly atMs: number; readonly by: number }[]>();
  const ended = new Set<string>();
  for (const one of acknowledged) {
    const { kind, taskId, agentId = '', token = 0, askedMs } = one;
    if (kind === 'claim' || kind === 'submit' || kind === 'cancel') continue;
    const claims = claimed.get(taskId) ?? [];
    const later = claims.find((claim) => (claim.token ?? 0) > token && claim.answeredMs < askedMs);
    const key = `${taskId} ${token}`;
    if (later && (kind === 'heartbeat' || !ended.has(key)))
      add('STALE', `${kind} of ${taskId} with token ${token} after the claim ${later.token}`);
    if (kind === 'heartbeat' || ended.has(key)) continue;
    ended.add(key);
    const own = claims.find((claim) => claim.token === token && claim.agentId === agentId);
    if (own === undefined) continue;
    const some = edges.get(agentId) ?? [];
    some.push({ atMs: own.answeredMs, by: 1 }, { atMs: askedMs, by: -1 });
    edges.set(agentId, some);
  }
  for (const [agentId, some] of edges) {
    let holds = 0;
    for (const { by } of some.sort((a, b) => a.atMs - b.atMs || a.by - b.by)) {
      holds += by;
      if (holds > (limits.get(agentId) ?? 0)) add('LIMIT', `${agentId} surely held ${holds} tasks at once`);
    }
  }
}

/** A reader who follows the log sees every event, in the order of seq. */
function compareReader({ events, observed, logged }: TaskHistory, add: Add): void {
  const seen = new Set(observed);
  const missed = events.find(({ seq }) => !seen.has(seq));
  if (missed) add('READER', `the reader has missed seq ${missed.seq}`);
  const kept = new Set(logged);
  const phantom = observed.find((seq) => !kept.has(seq));
  if (phantom !== undefined) add('READER', `the reader has seen seq ${phantom}, which the log has not`);
  const back = observed.findIndex((seq, at) => seq <= (observed[at - 1] ?? 0));
  if (back >= 0) add('READER', `the reader sees seq ${observed[back]} after ${observed[back - 1]}`);
}
