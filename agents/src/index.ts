export { AgentDirectory } from './agent-directory.ts';
export { capabilityFor, costOf, formatResolution, parseResolution, toMicros } from './capability.ts';
export { type Collaborating, CollaborationEngine } from './collaborate/collaboration-engine.ts';
export { MOST_ROUNDS } from './collaborate/rules.ts';
export { MAX_WEIGHT } from './collaborate/votes.ts';
export { EventFeed } from './event-feed.ts';
export { availabilityOf, averageResponseOf } from './fit.ts';
export { HistoryKeeper } from './history-keeper.ts';
export { DEFAULT_ACK_MS, LONGEST_ACK_MS, MAX_TAKE, Messenger, type Sending } from './messages.ts';
export type { Wanted } from './ranking.ts';
export {
  DEFAULT_ATTEMPTS,
  DEFAULT_LEASE_MS,
  LONGEST_LIFE_MS,
  MAX_CLAIM,
  type Submission,
  type SubmitResult,
  type Submitted,
  TaskEngine,
} from './task-engine.ts';
export { ServicePresence, UPTIME_TARGET, uptimeOf } from './uptime.ts';
export * from './webhooks/index.ts';
export { MAX_STEPS, type WorkflowProblem, workflowProblems } from './workflows/definition.ts';
export { diagramOf } from './workflows/diagram.ts';
export { DEFAULT_RUN_MS, WorkflowEngine } from './workflows/workflow-engine.ts';
