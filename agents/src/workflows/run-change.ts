import { nextRunState, nextStepState, type RunTrigger, type StepTrigger } from '@causeway/protocol';
import type { TaskFailure, WorkflowRunRow, WorkflowStepRow } from '@causeway/storage';
import { runSubject, workflowStatements } from '@causeway/storage/agents';
import { send, type TxScript, usageSteps } from '@causeway/storage/jobs';
import type { AgentJobs } from '../context.ts';

/** A step without its result, which can be long. */
export type LightStep = Omit<WorkflowStepRow, 'result'>;

const keysOf = <Set extends object>(set: Set) => Object.keys(set) as (keyof Set & string)[];

/** Runs are on their submitter's stream. */
const TOPIC = 'workflows';

function* appendRunEvent(
  { appendEvent }: AgentJobs,
  row: WorkflowRunRow,
  type: string,
  facts: Readonly<Record<string, unknown>>,
): TxScript<void> {
  const { id, workflowId, workflowVersion, version } = row;
  yield* appendEvent({
    subject: runSubject(id),
    type,
    data: { runId: id, workflowId, workflowVersion, version, ...facts },
    audience: { avatarId: row.submitterId, topic: TOPIC },
    createdAtMs: row.updatedAtMs,
  });
}

const failureOf = ({ failureCode, failureMessage }: Pick<WorkflowStepRow, 'failureCode' | 'failureMessage'>) =>
  failureCode === null ? {} : { failureCode, failureMessage };

/** Appends the event with which a run begins. */
export const appendBegun = (context: AgentJobs, row: WorkflowRunRow): TxScript<void> =>
  appendRunEvent(context, row, 'run.running', { from: null });

/**
 * Ends a run by the table of protocol/run-state, within the caller's job. Throws when the table has no such transition.
 */
export function* endRun(
  context: AgentJobs,
  before: WorkflowRunRow,
  trigger: RunTrigger,
  failure: (TaskFailure & { readonly stepId: string | null }) | undefined,
): TxScript<WorkflowRunRow> {
  const state = nextRunState(before.state, trigger);
  if (state === undefined) throw new Error(`${trigger} cannot happen to a run in ${before.state}`);
  const set = {
    state,
    failedStepId: failure?.stepId ?? null,
    failureCode: failure?.code ?? null,
    failureMessage: failure?.message ?? null,
    ...{ wakeAtMs: null, endedAtMs: before.updatedAtMs },
  };
  const after = { ...before, ...set };
  yield* send(workflowStatements(context.tables).updateRun(keysOf(set)), after);
  const { failedStepId } = set;
  yield* appendRunEvent(context, after, `run.${state}`, {
    from: before.state,
    ...(failedStepId !== null && { stepId: failedStepId }),
    ...failureOf(set),
  });
  context.changes.runEnded(state);
  return after;
}

/** A change of a step. */
export interface StepChange {
  readonly trigger: StepTrigger;
  readonly taskId?: string;
  /** JSON text. */
  readonly result?: string | null;
  readonly failure?: TaskFailure;
  /** The agent that did the step's task. */
  readonly agentId?: string | null;
}

/** Applies a trigger to a step by the table of protocol/run-state, within the caller's job: the row and the event. */
export function* changeStep(
  context: AgentJobs,
  row: WorkflowRunRow,
  before: LightStep,
  { trigger, taskId, result, failure, agentId }: StepChange,
): TxScript<LightStep> {
  const { updatedAtMs: nowMs } = row;
  const state = nextStepState(before.state, trigger);
  if (state === undefined) throw new Error(`${trigger} cannot happen to a step in ${before.state}`);
  const set = {
    state,
    ...(taskId !== undefined && { taskId }),
    ...(failure && { failureCode: failure.code, failureMessage: failure.message }),
    ...(state === 'running' ? { startedAtMs: nowMs } : { endedAtMs: nowMs }),
  };
  const after = { ...before, ...set };
  const written = { ...set, ...(result !== undefined && { result }) };
  yield* send(workflowStatements(context.tables).updateStep(keysOf(written)), { ...after, ...written });
  yield* usageSteps(context).grow(row.submitterId, 'history', Buffer.byteLength(result ?? ''));
  yield* appendRunEvent(context, row, `step.${state}`, {
    ...{ stepId: before.stepId, from: before.state, taskId: after.taskId },
    ...(agentId !== undefined && { agentId }),
    ...failureOf(after),
  });
  return after;
}
