import type { AgentStorage, DeliveryForm, HistoryRetention, ServicePresence, WebhookSender } from '@causeway/agents';
import type { Clock } from '@causeway/runtime';
import type { DeliveryType } from '@causeway/storage';
import type { ShownNames } from '../avatars/index.ts';
import type { CollaborationService } from './collaborations/service.ts';
import type { AgentMessageService } from './messages/service.ts';
import type { AgentRegistry } from './registry.ts';
import type { TakerPolicy } from './takers/policy.ts';
import type { TrustService } from './takers/trust-service.ts';
import type { TaskService } from './tasks/service.ts';
import type { WebhookService } from './webhooks/service.ts';
import type { WorkflowService } from './workflows/service.ts';

/** Agents and their tasks. */
export interface Agents {
  readonly registry: AgentRegistry;
  /** The names of owners. */
  readonly names: ShownNames;
  readonly takers: TakerPolicy;
  readonly trust: TrustService;
  readonly tasks: TaskService;
  readonly workflows: WorkflowService;
  readonly messages: AgentMessageService;
  readonly webhooks: WebhookService;
  readonly sender: WebhookSender;
  readonly collaborations: CollaborationService;
  /** Bodies of webhooks that other areas make when they are sent. */
  readonly forms: Map<DeliveryType, DeliveryForm>;
  readonly presence: ServicePresence;
  readonly history: HistoryRetention;
  readonly changes: AgentStorage['changes'];
  readonly deliveries: AgentStorage['deliveries'];
  readonly clock: Clock;
}
