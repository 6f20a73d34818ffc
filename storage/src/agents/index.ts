import type { Area } from '../core/area.ts';
import { createAgentRepository } from './agent-repository.ts';
import type { AgentRepository } from './agents.ts';
import { createArtifactRepository } from './artifacts/artifact-repository.ts';
import type { ArtifactRepository } from './artifacts/artifacts.ts';
import { Changes } from './changes.ts';
import { createCollaborationRepository } from './collaborations/collaboration-repository.ts';
import type { CollaborationRepository } from './collaborations/collaborations.ts';
import {
  createDeliveryRepository,
  createEndpointRepository,
  createWebhookSecretRepository,
  type DeliveryRepository,
  type EndpointRepository,
  type WebhookSecretRepository,
} from './deliveries/index.ts';
import { createHistoryRepository, type HistoryRepository } from './history/history-repository.ts';
import { messageDelivered } from './messages/message-change.ts';
import { createAgentMessageRepository } from './messages/message-repository.ts';
import type { AgentMessageRepository } from './messages/messages.ts';
import { createPushRepository, pushDelivered } from './pushes/push-repository.ts';
import type { PushRepository } from './pushes/pushes.ts';
import { reservationAnswered } from './reservation.ts';
import { type AgentTables, agentTables } from './schema.ts';
import type { TrustRepository } from './takers/takers.ts';
import { createTrustRepository } from './takers/trust-repository.ts';
import { createTaskRepository } from './task-repository.ts';
import { taskStatements } from './task-statements.ts';
import type { TaskRepository } from './tasks.ts';
import type { UptimeRepository } from './uptime/uptime.ts';
import { createUptimeRepository } from './uptime/uptime-repository.ts';
import { createRunRepository } from './workflows/run-repository.ts';
import { createWorkflowRepository } from './workflows/workflow-repository.ts';
import type { WorkflowRepository, WorkflowRunRepository } from './workflows/workflows.ts';

/** Agents, their tasks, and webhooks. */
export interface AgentStorage {
  readonly registry: AgentRepository;
  readonly tasks: TaskRepository;
  readonly artifacts: ArtifactRepository;
  readonly messages: AgentMessageRepository;
  readonly collaborations: CollaborationRepository;
  readonly uptime: UptimeRepository;
  readonly deliveries: DeliveryRepository;
  readonly endpoints: EndpointRepository;
  readonly webhookSecrets: WebhookSecretRepository;
  readonly pushes: PushRepository;
  readonly trusts: TrustRepository;
  readonly workflows: WorkflowRepository;
  readonly runs: WorkflowRunRepository;
  readonly history: HistoryRepository;
  /** The transitions that this process writes. */
  readonly changes: Pick<Changes, 'listen'>;
}

export const agents: Area<AgentTables, AgentStorage> = {
  tables: agentTables,
  open: (area) => {
    const changes = new Changes();
    const context = { ...area, upSinceMs: area.clock.now(), changes, write: changes.over(area.write) };
    const statements = taskStatements(context.tables);
    return {
      registry: createAgentRepository(context),
      artifacts: createArtifactRepository(context),
      tasks: createTaskRepository(context, statements),
      messages: createAgentMessageRepository(context),
      collaborations: createCollaborationRepository(context),
      uptime: createUptimeRepository(context),
      deliveries: createDeliveryRepository(context, {
        'message.received': (delivery) => messageDelivered(context, delivery),
        'task.assigned': reservationAnswered(context, statements),
        'a2a.task': pushDelivered(context, statements),
      }),
      endpoints: createEndpointRepository(context),
      webhookSecrets: createWebhookSecretRepository(context),
      pushes: createPushRepository(context, statements),
      trusts: createTrustRepository(context),
      workflows: createWorkflowRepository(context),
      runs: createRunRepository(context, statements),
      history: createHistoryRepository(context),
      changes,
    };
  },
};

export * from './agents.ts';
export type * from './artifacts/artifacts.ts';
export type { ChangeListener, TaskChange } from './changes.ts';
export * from './collaborations/collaborations.ts';
export type * from './collaborations/rows.ts';
export type * from './collaborations/values.ts';
export type * from './deliveries/index.ts';
export { DELIVERY_STATES, DELIVERY_TYPES, deliverySubject } from './deliveries/index.ts';
export type { HistoryRepository } from './history/history-repository.ts';
export * from './messages/messages.ts';
export type * from './messages/rows.ts';
export type * from './messages/values.ts';
export type * from './pushes/pushes.ts';
export * from './rows.ts';
export * from './takers/takers.ts';
export * from './tasks.ts';
export type * from './uptime/uptime.ts';
export * from './values.ts';
export type * from './workflows/definition.ts';
export type * from './workflows/rows.ts';
export * from './workflows/workflows.ts';
