export * from './deliveries.ts';
export { createDeliveryRepository, type DeliveryEnds } from './delivery-repository.ts';
export { createEndpointRepository, createWebhookSecretRepository, writeAgentEndpoint } from './endpoint-repository.ts';
export { type NewDelivery, queueDelivery, type Recipient } from './queue.ts';
export * from './rows.ts';
export * from './values.ts';
