import type { Area } from '../core/area.ts';
import { createAgentRepository } from './agent-repository.ts';
import type { AgentRepository } from './agents.ts';
import type { CollaborationReading } from './collaborations/collaborations.ts';
import { createCollaborationReading } from './collaborations/steps.ts';
import type { AgentContext } from './context.ts';
import {
  createDeliveryReading,
  createEndpointRepository,
  createWebhookSecretRepository,
  type DeliveryReading,
  type EndpointRepository,
  type WebhookSecretRepository,
} from './deliveries/index.ts';
import { createHistoryRepository, type HistoryRepository } from './history/history-repository.ts';
import { type AgentTables, agentTables } from './schema.ts';
import type { TrustRepository } from './takers/takers.ts';
import { createTrustRepository } from './takers/trust-repository.ts';
import type { TaskReading } from './task-lists.ts';
import { createTaskReading } from './task-reading.ts';
import type { UptimeRepository } from './uptime/uptime.ts';
import { createUptimeRepository } from './uptime/uptime-repository.ts';
import { createRunReading } from './workflows/run-reading.ts';
import { createWorkflowRepository } from './workflows/workflow-repository.ts';
import type { RunReading, WorkflowRepository } from './workflows/workflows.ts';

/** The tables of agents: what is stored and read without a rule. The package `agents` adds the jobs that decide. */
export interface AgentStore {
  readonly context: AgentContext;
  readonly registry: AgentRepository;
  readonly tasks: TaskReading;
  readonly collaborations: CollaborationReading;
  readonly uptime: UptimeRepository;
  readonly deliveries: DeliveryReading;
  readonly endpoints: EndpointRepository;
  readonly webhookSecrets: WebhookSecretRepository;
  readonly trusts: TrustRepository;
  readonly workflows: WorkflowRepository;
  readonly runs: RunReading;
  readonly history: HistoryRepository;
}

export const agents: Area<AgentTables, AgentStore> = {
  tables: agentTables,
  open: (area) => {
    const context: AgentContext = { ...area, upSinceMs: area.clock.now() };
    return {
      context,
      registry: createAgentRepository(context),
      tasks: createTaskReading(context),
      collaborations: createCollaborationReading(context),
      uptime: createUptimeRepository(context),
      deliveries: createDeliveryReading(context),
      endpoints: createEndpointRepository(context),
      webhookSecrets: createWebhookSecretRepository(context),
      trusts: createTrustRepository(context),
      workflows: createWorkflowRepository(context),
      runs: createRunReading(context),
      history: createHistoryRepository(context),
    };
  },
};

export { AGENTS_TOPIC } from './agent-events.ts';
export * from './agents.ts';
export * from './artifacts/artifacts.ts';
export * from './candidates.ts';
export * from './collaborations/collaborations.ts';
export type * from './collaborations/rows.ts';
export * from './collaborations/steps.ts';
export type * from './collaborations/values.ts';
export type { AgentContext } from './context.ts';
export { dropDeliveries, writePush } from './deliveries/endpoint-repository.ts';
export type * from './deliveries/index.ts';
export { DELIVERY_STATES, DELIVERY_TYPES, deliverySubject, endpointSubject } from './deliveries/index.ts';
export * from './deliveries/steps.ts';
export type { HistoryRepository } from './history/history-repository.ts';
export { PURGES, purgeSteps } from './history/purge-steps.ts';
export type * from './messages/rows.ts';
export * from './messages/steps.ts';
export type * from './messages/values.ts';
export * from './pushes/steps.ts';
export * from './rows.ts';
export type { AgentTables } from './schema.ts';
export { mayTakeNow } from './takers/rule.ts';
export * from './takers/takers.ts';
export * from './task-lists.ts';
export { type TaskStatements, taskStatements } from './task-statements.ts';
export { sighted, sightedAfter, sightingStatements } from './uptime/sighting.ts';
export type * from './uptime/uptime.ts';
export * from './values.ts';
export type * from './workflows/definition.ts';
export type * from './workflows/rows.ts';
export { findRun } from './workflows/run-reading.ts';
export { workflowStatements } from './workflows/statements.ts';
export { findWorkflow } from './workflows/workflow-repository.ts';
export * from './workflows/workflows.ts';
