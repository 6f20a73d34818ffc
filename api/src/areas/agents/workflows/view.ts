import { RUN_TRANSITIONS, type RunState, readJson } from '@causeway/protocol';
import type {
  EventRow,
  WorkflowRow,
  WorkflowRun,
  WorkflowRunHead,
  WorkflowStepRow,
  WorkflowVersion,
} from '@causeway/storage';
import { iso, isoOrNull } from '../../../http/requests/times.ts';
import type { RunEventView, RunSummary, RunView, WorkflowVersionView, WorkflowView } from './schemas.ts';

export const versionView = ({ id, version, ownerId, createdAtMs }: WorkflowVersion): WorkflowVersionView => ({
  workflowId: id,
  version,
  ownerId,
  createdAt: iso(createdAtMs),
});

export const workflowView = (row: WorkflowRow): WorkflowView => ({
  ...versionView(row),
  // Copies, because the types of answers are of changeable arrays.
  steps: row.definition.steps.map(({ dependsOn, ...step }) => ({
    ...step,
    ...(dependsOn && { dependsOn: [...dependsOn] }),
  })),
  ...(row.definition.requirements && { requirements: row.definition.requirements }),
  timeoutMs: row.definition.timeoutMs ?? null,
});

/** True for a state that no trigger leaves. */
export const isRunEnd = (state: RunState): boolean => Object.keys(RUN_TRANSITIONS[state]).length === 0;

/** A run without its input and results. */
export const runSummaryView = (row: WorkflowRunHead): RunSummary => ({
  runId: row.id,
  workflowId: row.workflowId,
  workflowVersion: row.workflowVersion,
  status: row.state,
  submittedBy: row.submitterId,
  requirements: { agents: row.takers },
  failedStep: row.failedStepId,
  failureCode: row.failureCode,
  failureMessage: row.failureMessage,
  isFinished: isRunEnd(row.state),
  deadline: iso(row.deadlineAtMs),
  createdAt: iso(row.createdAtMs),
  completedAt: isoOrNull(row.endedAtMs),
  updatedAt: iso(row.updatedAtMs),
  version: row.version,
});

/** A run with its steps, and the results by their steps. */
export const runView = (row: WorkflowRun, steps: readonly WorkflowStepRow[]): RunView => ({
  ...runSummaryView(row),
  input: JSON.parse(row.input),
  steps: steps.map(({ stepId, position, state, taskId, failureCode, failureMessage, startedAtMs, endedAtMs }) => ({
    ...{ stepId, type: row.definition.steps[position]?.type ?? '', status: state, taskId, failureCode, failureMessage },
    startedAt: isoOrNull(startedAtMs),
    endedAt: isoOrNull(endedAtMs),
    durationMs: startedAtMs === null || endedAtMs === null ? null : Math.max(0, endedAtMs - startedAtMs),
  })),
  result: Object.fromEntries(
    steps.flatMap(({ stepId, result }) => (result === null ? [] : [[stepId, readJson(result)]])),
  ),
});

/** Members of a run's events, as those who may see the run see them. */
const EVENT_FACTS = ['stepId', 'taskId', 'agentId', 'from', 'failureCode', 'failureMessage'];

/** The public form of a run's event. */
export function runEventView({ seq, type, data, createdAtMs }: EventRow): RunEventView {
  const facts = EVENT_FACTS.flatMap((fact) => (data[fact] === undefined ? [] : [[fact, data[fact]] as const]));
  return {
    seq,
    type,
    at: iso(createdAtMs),
    runId: String(data.runId),
    workflowId: String(data.workflowId),
    workflowVersion: Number(data.workflowVersion),
    version: Number(data.version),
    ...Object.fromEntries(facts),
  };
}
