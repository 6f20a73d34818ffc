import { jsonText, ok, type Result, readJson } from '@causeway/protocol';
import { allOfEach, type Steps } from '../core/steps.ts';
import type { AgentContext } from './context.ts';
import { heldBy } from './hold.ts';
import type { AgentRow, TaskRow } from './rows.ts';
import { type Change, changeTask, type Tally, writeTally } from './task-change.ts';
import type { TaskStatements } from './task-statements.ts';
import type { AttemptEnd, Hold, HoldRefused, RetryAt } from './tasks.ts';
import type { Question, TaskFailure } from './values.ts';

/** An agent's report that ends its attempt; see TaskRepository.end. */
export interface Ending {
  readonly hold: Hold;
  readonly end: AttemptEnd;
}

/** The questions of a task, the oldest first. */
export const questionsOf = ({ questions }: TaskRow): readonly Question[] => readJson(questions);

/** The change by a failed attempt: another attempt, or the end of the task. */
export function failureOf(
  task: TaskRow,
  nowMs: number,
  { code: failureCode, message: failureMessage }: TaskFailure,
  retryAt: RetryAt | null,
  outcome: 'failed' | 'leaseEnded',
): Change {
  const failures = task.failures + 1;
  const dueAtMs = retryAt?.(failures, task.maxAttempts, nowMs) ?? null;
  const again = dueAtMs !== null && dueAtMs < task.deadlineAtMs;
  const set = { failures, failureCode, failureMessage, dueAtMs: again ? dueAtMs : null };
  return { trigger: again ? 'retried' : 'failed', nowMs, set, outcome };
}

/** The change by an agent's report. */
function changeOf(task: TaskRow, end: AttemptEnd, agent: AgentRow | undefined, nowMs: number): Change {
  switch (end.kind) {
    case 'completed': {
      const { result, costMicros: price, byMessage: repliesByMessage = false } = end;
      const costMicros = typeof price === 'number' ? price : agent ? price(agent, task.requirement) : 0;
      const set = { result, repliesByMessage, progress: 100, failureCode: null, failureMessage: null };
      return { trigger: 'completed', nowMs, set, outcome: 'completed', costMicros };
    }
    case 'failed':
      return failureOf(task, nowMs, end.failure, end.retryAt, 'failed');
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

/** Serves reports that end attempts, one after the other, by one reading of their tasks. */
export function* endAttempts(
  context: AgentContext,
  statements: TaskStatements,
  endings: readonly Ending[],
): Steps<readonly Result<TaskRow, HoldRefused>[]> {
  const nowMs = context.clock.now();
  const ids = [...new Set(endings.map(({ hold }) => hold.taskId))];
  const priced = endings.filter(({ end }) => end.kind === 'completed' && typeof end.costMicros === 'function');
  const agentIds = [...new Set(priced.map(({ hold }) => hold.agentId))];
  const [rows, agentRows] = yield* allOfEach(
    [statements.taskById, ids.map((id) => ({ id }))],
    [statements.agentById, agentIds.map((id) => ({ id }))],
  );
  const tasks = new Map(rows.flat().map((task) => [task.id, task]));
  const agents = new Map(agentRows.flat().map((agent) => [agent.id, agent]));
  const tally: Tally = new Map();
  const answers: Result<TaskRow, HoldRefused>[] = [];
  for (const { hold, end } of endings) {
    const now = tasks.get(hold.taskId);
    const task = heldBy(now, hold, nowMs);
    if (!task.ok) {
      answers.push(now && isRepeated(now, hold, end) ? ok(now) : task);
      continue;
    }
    const change = changeOf(task.value, end, agents.get(hold.agentId), nowMs);
    const ended = yield* changeTask(context, statements, task.value, { ...change, tally });
    tasks.set(ended.id, ended);
    answers.push(ok(ended));
  }
  yield* writeTally(statements, tally);
  return answers;
}
