export { AgentDirectory } from './agent-directory.ts';
export { type AgentStorage, agentStorage } from './agent-storage.ts';
export { capabilityFor, costOf, formatResolution, parseResolution, toMicros } from './capability.ts';
export type { ChangeListener, TaskChange } from './changes.ts';
export { type Collaborating, CollaborationEngine } from './collaborate/collaboration-engine.ts';
export type * from './collaborate/collaborations.ts';
export { MOST_ROUNDS } from './collaborate/rules.ts';
export { MAX_WEIGHT } from './collaborate/votes.ts';
export { availabilityOf, averageResponseOf } from './fit.ts';
export { HistoryRetention } from './history-retention.ts';
export type * from './messages/messages.ts';
export { DEFAULT_ACK_MS, LONGEST_ACK_MS, MAX_TAKE, Messenger, type Sending } from './messages/messenger.ts';
export type { Wanted } from './ranking.ts';
export type * from './tasks/artifacts.ts';
export type * from './tasks/pushes.ts';
export {
  DEFAULT_ATTEMPTS,
  DEFAULT_LEASE_MS,
  LONGEST_LIFE_MS,
  MAX_CLAIM,
  type SubmitResult,
  type Submitted,
  TaskEngine,
  type TaskSubmission,
} from './tasks/task-engine.ts';
export type * from './tasks/tasks.ts';
export { ServicePresence, UPTIME_TARGET, uptimeOf } from './uptime.ts';
export type * from './webhooks/deliveries.ts';
export * from './webhooks/index.ts';
export { MAX_STEPS, type WorkflowProblem, workflowProblems } from './workflows/definition.ts';
export { diagramOf } from './workflows/diagram.ts';
export * from './workflows/runs.ts';
export { DEFAULT_RUN_MS, WorkflowEngine } from './workflows/workflow-engine.ts';
