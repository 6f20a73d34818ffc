import { jsonText, ok, type Result, readJson } from '@causeway/protocol';
import type { AgentRow, Question, TaskFailure, TaskRow } from '@causeway/storage';
import { taskStatements } from '@causeway/storage/agents';
import { allOfEach, type Lock, lockOf, type TxScript } from '@causeway/storage/jobs';
import { capabilityFor } from '../capability.ts';
import type { AgentJobs } from '../context.ts';
import { retryAtMs } from './backoff.ts';
import { type Change, changeTask, Tally, taskLocks } from './change.ts';
import { heldBy } from './hold.ts';
import type { AttemptEnd, Hold, HoldRefused } from './tasks.ts';

/** An agent's report that ends its attempt; see TaskRepository.end. */
export interface Ending {
  readonly hold: Hold;
  readonly end: AttemptEnd;
}

/** The questions of a task, the oldest first. */
export const questionsOf = ({ questions }: TaskRow): readonly Question[] => readJson(questions);

/**
 * The change by a failed attempt: another attempt after a pause by the random number `retry`, or the end of the task.
 */
export function failureOf(
  task: TaskRow,
  nowMs: number,
  { code: failureCode, message: failureMessage }: TaskFailure,
  retry: number | null,
  outcome: 'failed' | 'leaseEnded',
): Change {
  const failures = task.failures + 1;
  const { maxAttempts } = task;
  const dueAtMs = retry === null ? null : retryAtMs({ failures, maxAttempts }, nowMs, retry);
  const again = dueAtMs !== null && dueAtMs < task.deadlineAtMs;
  const set = { failures, failureCode, failureMessage, dueAtMs: again ? dueAtMs : null };
  return { trigger: again ? 'retried' : 'failed', nowMs, set, outcome };
}

/** The price of the agent's capability for the task, millionths. */
const priceOf = (agent: AgentRow | undefined, { requirement }: TaskRow): number =>
  capabilityFor(agent?.capabilities ?? [], requirement)?.costMicros ?? 0;

/** The change by an agent's report. */
function changeOf(task: TaskRow, end: AttemptEnd, agent: AgentRow | undefined, nowMs: number): Change {
  switch (end.kind) {
    case 'completed': {
      const { result, costMicros = priceOf(agent, task), byMessage: repliesByMessage = false } = end;
      const set = { result, repliesByMessage, progress: 100, failureCode: null, failureMessage: null };
      return { trigger: 'completed', nowMs, set, outcome: 'completed', costMicros };
    }
    case 'failed':
      return failureOf(task, nowMs, end.failure, end.retry, 'failed');
    case 'rejected': {
      const set = { failureCode: end.failure.code, failureMessage: end.failure.message };
      return { trigger: 'rejected', nowMs, set, outcome: 'rejected' };
    }
    case 'inputRequested': {
      const open = { question: end.question, answer: null } satisfies Question;
      const questions = jsonText<readonly Question[]>([...questionsOf(task), open]);
      const facts = { question: end.question };
      return { trigger: 'inputRequested', nowMs, set: { questions }, outcome: 'inputRequested', facts };
    }
    case 'released':
      return { trigger: 'released', nowMs, outcome: 'released' };
  }
}

/** True when the report of `hold` has ended the task in this way before. */
const isRepeated = (task: TaskRow, { agentId, token }: Hold, { kind }: AttemptEnd): boolean =>
  task.agentId === agentId && task.token === token && task.state === kind;

/** What the report of a hold locks: its task, and the agent that holds it. */
export const holdLocks = ({ taskId, agentId }: Hold): readonly Lock[] => [
  ...taskLocks(taskId),
  lockOf('agent', agentId),
];

/** Serves reports that end attempts, one after the other, by one reading of their tasks. */
export function* endAttempts(
  context: AgentJobs,
  endings: readonly Ending[],
): TxScript<readonly Result<TaskRow, HoldRefused>[]> {
  const statements = taskStatements(context.tables);
  const nowMs = context.clock.now();
  const ids = [...new Set(endings.map(({ hold }) => hold.taskId))];
  const priced = endings.filter(({ end }) => end.kind === 'completed' && end.costMicros === undefined);
  const agentIds = [...new Set(priced.map(({ hold }) => hold.agentId))];
  const [rows, agentRows] = yield* allOfEach(
    [statements.taskById, ids.map((id) => ({ id }))],
    [statements.agentById, agentIds.map((id) => ({ id }))],
  );
  const tasks = new Map(rows.flat().map((task) => [task.id, task]));
  const agents = new Map(agentRows.flat().map((agent) => [agent.id, agent]));
  const tally = new Tally();
  const answers: Result<TaskRow, HoldRefused>[] = [];
  for (const { hold, end } of endings) {
    const now = tasks.get(hold.taskId);
    const task = heldBy(now, hold, nowMs);
    if (!task.ok) {
      answers.push(now && isRepeated(now, hold, end) ? ok(now) : task);
      continue;
    }
    const change = changeOf(task.value, end, agents.get(hold.agentId), nowMs);
    const ended = yield* changeTask(context, task.value, { ...change, tally });
    tasks.set(ended.id, ended);
    answers.push(ok(ended));
  }
  yield* tally.write(context);
  return answers;
}
