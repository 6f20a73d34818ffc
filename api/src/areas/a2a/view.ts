import { readJson, type TaskState } from '@causeway/protocol';
import type { ArtifactRow, EventRow, Question, TaskRow } from '@causeway/storage';
import { iso } from '../../http/requests/times.ts';
import { madeParts, partsOf } from './parts.ts';
import type { A2aState } from './schemas.ts';

/** The states of tasks in A2A's words. */
export const A2A_STATE: Readonly<Record<TaskState, A2aState>> = {
  pending: 'TASK_STATE_SUBMITTED',
  queued: 'TASK_STATE_SUBMITTED',
  assigned: 'TASK_STATE_SUBMITTED',
  working: 'TASK_STATE_WORKING',
  input_required: 'TASK_STATE_INPUT_REQUIRED',
  completed: 'TASK_STATE_COMPLETED',
  failed: 'TASK_STATE_FAILED',
  cancelled: 'TASK_STATE_CANCELED',
  expired: 'TASK_STATE_FAILED',
  rejected: 'TASK_STATE_REJECTED',
};

/** The conversation of a task: a task without one is its own. */
export const contextOf = ({ id, contextId }: TaskRow): string => contextId ?? id;

/** Members of every message about a task. */
const about = (row: TaskRow, messageId: string, role: 'ROLE_AGENT' | 'ROLE_USER') => ({
  ...{ messageId, contextId: contextOf(row), taskId: row.id, role },
});

/** What the agent, or the platform for it, says about a state. */
const told = (row: TaskRow, version: unknown, text: string) => ({
  message: { ...about(row, `${row.id}:${version}`, 'ROLE_AGENT'), parts: [{ text }] },
});

const questionsOf = ({ questions }: TaskRow): readonly Question[] => readJson(questions);

function sayingOf(row: TaskRow): string | null {
  if (row.state === 'input_required') return questionsOf(row).at(-1)?.question ?? null;
  if (row.state === 'working') return row.progressMessage;
  return row.failureMessage;
}

/** Messages of a task, the oldest first: what was asked for, then each question and its answer. */
function historyOf(row: TaskRow) {
  const first = {
    ...about(row, row.messageId ?? `${row.id}:input`, 'ROLE_USER'),
    parts: partsOf(JSON.parse(row.input)),
  };
  const asked = questionsOf(row).flatMap(({ question, answer, messageId }, at) => [
    { ...about(row, `${row.id}:question-${at + 1}`, 'ROLE_AGENT'), parts: [{ text: question }] },
    ...(answer === null
      ? []
      : [{ ...about(row, messageId ?? `${row.id}:answer-${at + 1}`, 'ROLE_USER'), parts: partsOf(answer) }]),
  ]);
  return [first, ...asked];
}

/** A named part of a task's work. */
const artifactOf = ({ name, mediaType, content }: ArtifactRow) => ({
  ...{ artifactId: name, name },
  parts: madeParts(JSON.parse(content), mediaType, name),
});

/** The result of a completed task, as its last artifact. */
const resultOf = ({ result }: TaskRow) =>
  result === null || result === 'null'
    ? []
    : [{ artifactId: 'result', name: 'result', parts: madeParts(readJson(result)) }];

/**
 * A task as A2A has it. `historyLength` is the number of its newest messages; all of them when undefined. Without
 * `artifacts` it has none, also no result.
 */
export function a2aTask(row: TaskRow, historyLength: number | undefined, artifacts?: readonly ArtifactRow[]) {
  const saying = sayingOf(row);
  const history = historyLength === 0 ? [] : historyOf(row).slice(-(historyLength ?? 0));
  return {
    id: row.id,
    contextId: contextOf(row),
    status: {
      state: A2A_STATE[row.state],
      ...(saying !== null && told(row, row.version, saying)),
      timestamp: iso(row.updatedAtMs),
    },
    ...(artifacts && { artifacts: [...artifacts.map(artifactOf), ...resultOf(row)] }),
    ...(history.length > 0 && { history }),
    metadata: { skill: row.type, agents: row.takers, agentId: row.agentId, progress: row.progress },
  };
}
export type A2aTask = ReturnType<typeof a2aTask>;

/** The answer of an agent that replied by a message; undefined for every other task. */
export function replyOf(row: TaskRow) {
  if (row.state !== 'completed' || !row.repliesByMessage) return undefined;
  return {
    ...about(row, `${row.id}:reply`, 'ROLE_AGENT'),
    parts: madeParts(row.result === null ? null : readJson(row.result)),
  };
}

/** A task's event as the messages of a stream: a completed task's result comes before its last state. */
export function updatesOf(
  row: TaskRow,
  artifacts: readonly ArtifactRow[],
  { type, data, createdAtMs }: EventRow,
): readonly Record<string, unknown>[] {
  const where = { taskId: row.id, contextId: contextOf(row) };
  const updated = (artifact: object) => ({ artifactUpdate: { ...where, artifact, append: false, lastChunk: true } });
  if (type === 'task.artifact') {
    return artifacts.filter(({ name }) => name === data.artifact).map((one) => updated(artifactOf(one)));
  }
  const { version, percent } = data;
  const name = type.replace(/^task\./, '');
  const state = A2A_STATE[(name === 'progress' ? 'working' : name) as TaskState];
  const text = data.question ?? data.message ?? data.failureMessage;
  const status = {
    state,
    ...(typeof text === 'string' && told(row, version, text)),
    timestamp: iso(createdAtMs),
  };
  const update = { ...where, status, ...(percent !== undefined && { metadata: { progress: percent } }) };
  const result = state === 'TASK_STATE_COMPLETED' ? resultOf(row) : [];
  return [...result.map(updated), { statusUpdate: update }];
}
