import type { DeliveryForm, HistoryKeeper, ServicePresence, WebhookSender } from '@causeway/agents';
import type { Clock } from '@causeway/runtime';
import type { AgentStorage, DeliveryType } from '@causeway/storage';
import type { ShownNames } from '../avatars/index.ts';
import type { CollaborationService } from './collaboration-service.ts';
import type { MessageService } from './message-service.ts';
import type { AgentRegistry } from './registry.ts';
import type { TakerPolicy } from './taker-policy.ts';
import type { TaskService } from './task-service.ts';
import type { TrustService } from './trust-service.ts';
import type { WebhookService } from './webhook-service.ts';
import type { WorkflowService } from './workflow-service.ts';

/** Agents and their tasks. */
export interface Agents {
  readonly registry: AgentRegistry;
  /** The names of owners. */
  readonly names: ShownNames;
  readonly takers: TakerPolicy;
  readonly trust: TrustService;
  readonly tasks: TaskService;
  readonly workflows: WorkflowService;
  readonly messages: MessageService;
  readonly webhooks: WebhookService;
  readonly sender: WebhookSender;
  readonly collaborations: CollaborationService;
  /** Bodies of webhooks that other areas make when they are sent. */
  readonly forms: Map<DeliveryType, DeliveryForm>;
  readonly presence: ServicePresence;
  readonly history: HistoryKeeper;
  readonly changes: AgentStorage['changes'];
  readonly deliveries: AgentStorage['deliveries'];
  readonly clock: Clock;
}
