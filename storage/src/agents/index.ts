import type { Area } from '../core/area.ts';
import { createAgentRepository } from './agent-repository.ts';
import type { AgentRepository } from './agents.ts';
import { createArtifactRepository } from './artifacts/artifact-repository.ts';
import type { ArtifactRepository } from './artifacts/artifacts.ts';
import {
  createDeliveryRepository,
  createEndpointRepository,
  createWebhookSecretRepository,
  type DeliveryRepository,
  type EndpointRepository,
  type WebhookSecretRepository,
} from './deliveries/index.ts';
import { type AgentTables, agentTables } from './schema.ts';
import { createTaskRepository } from './task-repository.ts';
import type { TaskRepository } from './tasks.ts';
import type { UptimeRepository } from './uptime/uptime.ts';
import { createUptimeRepository } from './uptime/uptime-repository.ts';

/** Agents, their tasks, and webhooks. */
export interface AgentStorage {
  readonly registry: AgentRepository;
  readonly tasks: TaskRepository;
  readonly artifacts: ArtifactRepository;
  readonly uptime: UptimeRepository;
  readonly deliveries: DeliveryRepository;
  readonly endpoints: EndpointRepository;
  readonly webhookSecrets: WebhookSecretRepository;
}

export const agents: Area<AgentTables, AgentStorage> = {
  tables: agentTables,
  open: (area) => {
    const context = { ...area, upSinceMs: area.clock() };
    return {
      registry: createAgentRepository(context),
      tasks: createTaskRepository(context),
      artifacts: createArtifactRepository(context),
      uptime: createUptimeRepository(context),
      deliveries: createDeliveryRepository(context, {}),
      endpoints: createEndpointRepository(context),
      webhookSecrets: createWebhookSecretRepository(context),
    };
  },
};

export type * from './agents.ts';
export type * from './artifacts/artifacts.ts';
export {
  DELIVERY_STATES,
  DELIVERY_TYPES,
  type DeliveryFilter,
  type DeliveryOutcome,
  type DeliveryRepository,
  type DeliveryRow,
  type DeliveryState,
  type DeliveryType,
  deliverySubject,
  type EndpointRepository,
  type EndpointRow,
  type ReplayRefused,
  type TakenDelivery,
  type WebhookSecretRepository,
  type WebhookSecretRow,
} from './deliveries/index.ts';
export * from './rows.ts';
export * from './tasks.ts';
export type * from './uptime/uptime.ts';
