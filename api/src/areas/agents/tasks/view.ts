import {
  availabilityOf,
  averageResponseOf,
  costOf,
  formatResolution,
  parseResolution,
  toMicros,
  UPTIME_TARGET,
} from '@causeway/agents';
import { isTaskEnd, readJson } from '@causeway/protocol';
import type { AgentRow, AttemptRow, Capability, EventRow, TaskHead, TaskRow } from '@causeway/storage';
import { type Caller, hasScope } from '../../../http/callers/callers.ts';
import { iso, isoOrNull } from '../../../http/requests/times.ts';
import type { Named } from '../../avatars/index.ts';
import type { AgentView, CapabilityView } from '../schemas.ts';
import type { AttemptView, TaskEventView } from './history-schemas.ts';
import type { ClaimedTaskView, ListedTask, TaskSummary, TaskView } from './schemas.ts';

const capabilityView = ({ type, models, maxResolution, costMicros, maxImages }: Capability): CapabilityView => ({
  type,
  ...(models && { models: [...models] }),
  ...(maxResolution && { maxResolution: formatResolution(maxResolution) }),
  ...(costMicros !== undefined && { costPerRequest: costOf(costMicros) }),
  ...(maxImages !== undefined && { maxImages }),
});

/** A capability as it is stored. The schema has checked the form of the resolution. */
export function capabilityOf({ type, models, maxResolution, costPerRequest, maxImages }: CapabilityView): Capability {
  const resolution = maxResolution === undefined ? undefined : parseResolution(maxResolution);
  return {
    type,
    ...(models && { models }),
    ...(resolution && { maxResolution: resolution }),
    ...(costPerRequest !== undefined && { costMicros: toMicros(costPerRequest) }),
    ...(maxImages !== undefined && { maxImages }),
  };
}

/** True when an agent is the caller or the caller's, and the credential may read agents or change them. */
export const isTheirAgent = (caller: Caller | null, { id, ownerId }: AgentRow): boolean =>
  caller !== null &&
  [id, ownerId].includes(caller.avatarId) &&
  (hasScope(caller, 'agents:read') || hasScope(caller, 'agents:write'));

/** An agent's endpoints. The URL of its webhook is a secret in itself, which only the agent and its owner see. */
const endpointsView = ({ endpoints: { api, webhook } }: AgentRow, isTheirs: boolean) => ({
  ...(api !== undefined && { api }),
  ...(isTheirs && webhook !== undefined && { webhook }),
});

/** An agent as `caller` sees it. */
export const agentView = ({ item: row, nameOf }: Named<AgentRow>, nowMs: number, caller: Caller | null): AgentView => ({
  agentId: row.id,
  avatarId: row.id,
  ownerId: row.ownerId,
  ownerUsername: nameOf(row.ownerId),
  name: row.name,
  capabilities: row.capabilities.map(capabilityView),
  endpoints: endpointsView(row, isTheirAgent(caller, row)),
  hasWebhook: row.endpoints.webhook !== undefined,
  availability: availabilityOf(row, nowMs),
  maxConcurrentTasks: row.maxConcurrentTasks,
  currentTasks: row.active,
  lastSeenAt: iso(row.lastSeenAtMs),
  createdAt: iso(row.createdAtMs),
  updatedAt: iso(row.updatedAtMs),
  version: row.version,
});

/** The figures of an agent's work; `uptime30d` is a share. */
export const performanceView = (row: AgentRow, uptime30d: number | null) => {
  const { completed, failed, costMicros } = row;
  return {
    tasksCompleted: completed,
    tasksFailed: failed,
    successRate: completed + failed === 0 ? null : completed / (completed + failed),
    averageResponseMs: averageResponseOf(row),
    cost: costOf(costMicros),
    uptime30d,
    uptimeTarget: UPTIME_TARGET,
  };
};

export const statusView = (row: AgentRow, uptime30d: number | null, nowMs: number) => {
  const { id: agentId, active: currentTasks, maxConcurrentTasks } = row;
  const [availability, lastSeenAt] = [availabilityOf(row, nowMs), iso(row.lastSeenAtMs)];
  const online = availability !== 'offline';
  return {
    agentId,
    availability,
    online,
    currentTasks,
    maxConcurrentTasks,
    lastSeenAt,
    performance: performanceView(row, uptime30d),
  };
};

const requirementView = ({ requirement: { capability, model, resolution, agentId }, takers }: TaskHead) => ({
  capability,
  model,
  resolution: resolution && formatResolution(resolution),
  agent: agentId ?? null,
  agents: takers,
});

/** How an agent is chosen for a task, and why it has the one that it has. */
export const routingView = ({ strategy, routingReason: reason }: TaskHead) => ({ strategy, reason });

/** A task without its input, result and questions. */
export const listedView = (row: TaskHead): ListedTask => ({
  taskId: row.id,
  status: row.state,
  type: row.type,
  requirements: requirementView(row),
  priority: row.priority,
  submittedBy: row.submitterId,
  assignedAgent: row.agentId,
  routing: routingView(row),
  progress: row.progress,
  progressMessage: row.progressMessage,
  failureCode: row.failureCode,
  failureMessage: row.failureMessage,
  replayOf: row.replayOf,
  runId: row.runId,
  attempts: row.token,
  failedAttempts: row.failures,
  maxAttempts: row.maxAttempts,
  isFinished: isTaskEnd(row.state),
  deadline: iso(row.deadlineAtMs),
  nextAttemptAt: isoOrNull(row.dueAtMs),
  createdAt: iso(row.createdAtMs),
  assignedAt: isoOrNull(row.assignedAtMs),
  completedAt: isoOrNull(row.endedAtMs),
  updatedAt: iso(row.updatedAtMs),
  version: row.version,
});

/** A task without its input and result. */
export const summaryView = (row: TaskRow): TaskSummary => ({
  ...listedView(row),
  questions: [...readJson(row.questions)],
});

/** A whole task in a list. */
export const wholeView = (row: TaskRow) => ({
  ...summaryView(row),
  input: JSON.parse(row.input),
  result: row.result === null ? null : readJson(row.result),
});

/** A task's status record. */
export const taskView = (row: TaskRow, queuePosition: number | null): TaskView => ({
  ...wholeView(row),
  queuePosition,
});

/** A task as the agent gets it that claimed it. */
export const claimedView = (row: TaskRow): ClaimedTaskView => ({
  taskId: row.id,
  type: row.type,
  requirements: requirementView(row),
  input: JSON.parse(row.input),
  priority: row.priority,
  token: row.token,
  leaseEndsAt: iso(row.leaseEndsAtMs ?? 0),
  deadline: iso(row.deadlineAtMs),
  failedAttempts: row.failures,
  questions: [...readJson(row.questions)],
  traceparent: row.traceparent,
});

/** One attempt of an agent at a task. */
export const attemptView = ({ startedAtMs, endedAtMs, ...row }: AttemptRow): AttemptView => ({
  ...row,
  startedAt: iso(startedAtMs),
  endedAt: isoOrNull(endedAtMs),
  durationMs: endedAtMs === null ? null : Math.max(0, endedAtMs - startedAtMs),
});

/** Members of a task's events, as those who may see the task see them. */
const EVENT_FACTS = [
  'from',
  'trigger',
  'agentId',
  'token',
  'message',
  'question',
  'artifact',
  'failureCode',
  'failureMessage',
  'version',
];

/** The public form of a task's event. */
export function taskEventView({ seq, type, data, createdAtMs }: EventRow): TaskEventView {
  const facts = EVENT_FACTS.flatMap((fact) => (data[fact] === undefined ? [] : [[fact, data[fact]] as const]));
  return {
    seq,
    type,
    at: iso(createdAtMs),
    taskId: String(data.taskId),
    ...(data.percent !== undefined && { progress: data.percent as number | null }),
    ...Object.fromEntries(facts),
  };
}
