import { isTaskEnd, jsonText, ok, type Result, readJson } from '@causeway/protocol';
import type { TaskFailure, TaskRow, WorkflowDefinition, WorkflowRunRow } from '@causeway/storage';
import { taskStatements, workflowStatements } from '@causeway/storage/agents';
import { all, allOfEach, first, lock, lockOf, send, type TxScript } from '@causeway/storage/jobs';
import type { AgentJobs } from '../context.ts';
import { changeTask } from '../tasks/change.ts';
import { submitTask } from '../tasks/submission.ts';
import { advance } from './advance.ts';
import { changeStep, endRun, type LightStep } from './run-change.ts';
import { stepTaskId } from './runs.ts';
import { sourcesOf, taskOf } from './step-task.ts';

/** Largest results of a run together as JSON, bytes: they are one answer. */
const MAX_RESULTS = 4 * 1024 * 1024;

/** An open run within one job. */
interface OpenRun {
  readonly row: WorkflowRunRow;
  readonly definition: WorkflowDefinition;
  readonly steps: Map<string, LightStep>;
  /**
   * The run's input, and the results that the job has read: each is parsed once, because many steps can need a long
   * one.
   */
  readonly values: { readonly input: unknown; readonly results: Map<string, unknown> };
}

type EndedTask = Pick<TaskRow, 'id' | 'state' | 'result' | 'agentId' | 'failureCode' | 'failureMessage' | 'endedAtMs'>;

/** The failure of a step whose task has ended without a result. */
const failureOf = ({ state, failureCode, failureMessage }: EndedTask): TaskFailure => ({
  code: failureCode ?? `TASK_${state.toUpperCase()}`,
  message: failureMessage ?? `the task is ${state}`,
});

/** The failure of a step with whose result the run would have too many bytes of results. */
const TOO_LARGE: TaskFailure = {
  code: 'RESULT_TOO_LARGE',
  message: `the results of the run would have more than ${MAX_RESULTS} bytes`,
};

const stateOf = (steps: OpenRun['steps'], stepId: string): LightStep => {
  const step = steps.get(stepId);
  if (step === undefined) throw new Error(`the run has no step ${stepId}`);
  return step;
};

/** The parts of a job that advances or ends a run. Everything that they write is in the caller's transaction. */
export function runSteps(context: AgentJobs) {
  const { agentById, taskById } = taskStatements(context.tables);
  const { lightSteps, resultBytes, stepResult, taskEnd, updateRun } = workflowStatements(context.tables);

  function* change(open: OpenRun, stepId: string, facts: Parameters<typeof changeStep>[3]): TxScript<void> {
    open.steps.set(stepId, yield* changeStep(context, open.row, stateOf(open.steps, stepId), facts));
  }

  /** Takes over the ends of the run's tasks before its deadline, in their order. Returns their steps. */
  function* takeEnds(open: OpenRun): TxScript<readonly string[]> {
    const running = new Map(
      [...open.steps.values()].filter(({ state }) => state === 'running').map((step) => [step.taskId ?? '', step]),
    );
    if (running.size === 0) return [];
    const [found] = yield* allOfEach([taskEnd, [...running.keys()].map((id) => ({ id }))]);
    const inTime = found
      .flat()
      .flatMap((task) => {
        const step = running.get(task.id);
        const atMs = task.endedAtMs ?? 0;
        return step && atMs < open.row.deadlineAtMs ? [{ task, step, atMs }] : [];
      })
      .sort((a, b) => a.atMs - b.atMs || a.step.position - b.step.position);
    let bytes = inTime.length > 0 ? ((yield* first(resultBytes, { runId: open.row.id }))?.bytes ?? 0) : 0;
    for (const { task, step } of inTime) {
      const { agentId, result } = task;
      const share = task.state === 'completed' ? Buffer.byteLength(result ?? 'null') : 0;
      const isTooLarge = bytes + share > MAX_RESULTS;
      bytes += isTooLarge ? 0 : share;
      yield* change(
        open,
        step.stepId,
        task.state === 'completed' && !isTooLarge
          ? { trigger: 'completed', result: result ?? jsonText(null), agentId }
          : { trigger: 'failed', failure: isTooLarge ? TOO_LARGE : failureOf(task), agentId },
      );
    }
    return inTime.map(({ step }) => step.stepId);
  }

  /** Reads the results of `stepIds` that the job has not read. */
  function* readResults({ row, values: { results } }: OpenRun, stepIds: readonly string[]): TxScript<void> {
    for (const stepId of stepIds) {
      if (results.has(stepId)) continue;
      const read = yield* first(stepResult, { runId: row.id, stepId });
      if (read?.result) results.set(stepId, readJson(read.result));
    }
  }

  /** Submits the task of a step; the failure is the reason why the step cannot begin. */
  function* begin(open: OpenRun, stepId: string): TxScript<Result<string, TaskFailure>> {
    const { row, definition } = open;
    const step = definition.steps.find((one) => one.stepId === stepId);
    if (step === undefined) throw new Error(`the definition has no step ${stepId}`);
    yield* readResults(open, sourcesOf(step));
    const facts = taskOf(step, open.values, definition, row);
    if (!facts.ok) return facts;
    const { agentId } = facts.value.requirement;
    if (agentId !== undefined) {
      const agent = yield* first(agentById, { id: agentId });
      const failure = { code: 'AGENT_NOT_FOUND', message: `no agent is ${agentId}` };
      if (agent?.hiddenAtMs !== null) return { ok: false, error: failure };
    }
    const id = stepTaskId(row.id, stepId);
    const lifeMs = step.timeoutMs ?? Number.POSITIVE_INFINITY;
    const task = {
      ...facts.value,
      ...{ id, type: step.type, submitterId: row.submitterId, replayOf: null, runId: row.id },
      traceparent: row.traceparent,
      deadlineAtMs: Math.min(row.deadlineAtMs, row.updatedAtMs + lifeMs),
    };
    const submitted = yield* submitTask(context, task);
    if (submitted.ok && submitted.value.created) return ok(id);
    if (!submitted.ok && submitted.error.code === 'QUOTA_EXCEEDED') {
      const { kind, limit, unit } = submitted.error;
      const what = kind === 'history' ? 'a history of tasks' : 'open tasks';
      const message = `the owner of the run has ${what} up to its quota of ${limit} ${unit}`;
      return { ok: false, error: { code: 'QUOTA_EXCEEDED', message } };
    }
    // Anyone may choose ids of tasks, also this one, before the step begins.
    return { ok: false, error: { code: 'TASK_ID_TAKEN', message: `another task is ${id}` } };
  }

  /** Ends the run: cancels its open tasks, and skips the steps that have not begun. */
  function* end(open: OpenRun, ...[trigger, failure]: RunEnd): TxScript<WorkflowRunRow> {
    for (const { stepId, state, taskId } of [...open.steps.values()]) {
      if (state === 'waiting') yield* change(open, stepId, { trigger: 'skipped' });
      if (state !== 'running') continue;
      if (taskId !== null) yield* lock(lockOf('task', taskId));
      const task = yield* first(taskById, { id: taskId });
      const nowMs = open.row.updatedAtMs;
      if (task && !isTaskEnd(task.state)) {
        yield* changeTask(context, task, { trigger: 'cancelled', nowMs, outcome: 'cancelled' });
      }
      yield* change(open, stepId, { trigger: 'cancelled' });
    }
    return yield* endRun(context, open.row, trigger, failure);
  }

  /** Does what follows from the states of the steps, until tasks are to end or the run has ended. */
  function* proceed(open: OpenRun, news: readonly string[]): TxScript<WorkflowRunRow> {
    let ended = news;
    for (;;) {
      const states = new Map([...open.steps].map(([stepId, { state }]) => [stepId, state]));
      const moves = advance(open.definition.steps, states, ended);
      if (moves.end?.trigger === 'completed') return yield* end(open, 'completed', undefined);
      if (moves.end) {
        const { failureCode, failureMessage } = stateOf(open.steps, moves.end.stepId);
        const failure = { code: failureCode ?? '', message: failureMessage ?? '', stepId: moves.end.stepId };
        return yield* end(open, 'failed', failure);
      }
      if (open.row.deadlineAtMs <= open.row.updatedAtMs) {
        const failure = { code: 'DEADLINE', message: 'the run’s time is over', stepId: null };
        return yield* end(open, 'expired', failure);
      }
      for (const stepId of moves.skip) yield* change(open, stepId, { trigger: 'skipped' });
      const failed: string[] = [];
      for (const stepId of moves.start) {
        const begun = yield* begin(open, stepId);
        if (begun.ok) yield* change(open, stepId, { trigger: 'started', taskId: begun.value });
        else {
          yield* change(open, stepId, { trigger: 'failed', failure: begun.error });
          failed.push(stepId);
        }
      }
      if (failed.length === 0) return yield* stayOpen(open.row);
      ended = failed;
    }
  }

  function* stayOpen(row: WorkflowRunRow): TxScript<WorkflowRunRow> {
    const { updatedAtMs, version, deadlineAtMs: wakeAtMs } = row;
    yield* send(updateRun(['updatedAtMs', 'version', 'wakeAtMs']), { id: row.id, updatedAtMs, version, wakeAtMs });
    return { ...row, wakeAtMs };
  }

  /** The run as this job changes it; its new version and time are on every event of the job. */
  function* open(before: WorkflowRunRow, definition: WorkflowDefinition): TxScript<OpenRun> {
    const row = { ...before, updatedAtMs: context.clock.now(), version: before.version + 1 };
    const steps = new Map((yield* all(lightSteps, { runId: row.id })).map((step) => [step.stepId, step]));
    return { row, definition, steps, values: { input: JSON.parse(row.input), results: new Map() } };
  }

  return { open, takeEnds, proceed, end };
}

/** How a run ends, and why when it does not complete. */
type RunEnd = [trigger: Parameters<typeof endRun>[2], failure: Parameters<typeof endRun>[3]];
