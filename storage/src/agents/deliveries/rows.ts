import type { Row } from '../../core/dialect.ts';
import type { DeliveryTables } from './schema.ts';

/** A URL that an avatar's webhooks go to. An agent has at most one of kind `agent`, whose id is the agent's. */
export type EndpointRow = Row<DeliveryTables['agentEndpoints']>;

/** A delivery of one fact to one endpoint, over all its attempts. Times are Unix milliseconds. */
export type DeliveryRow = Row<DeliveryTables['agentDeliveries']>;

/** A delivery in a list. */
export type DeliveryHead = Omit<DeliveryRow, 'payload'>;

/** The secret with which an avatar's webhooks are signed, sealed by the API. */
export type WebhookSecretRow = Row<DeliveryTables['agentWebhookSecrets']>;
