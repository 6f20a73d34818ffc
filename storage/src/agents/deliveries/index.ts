export * from './deliveries.ts';
export { createEndpointRepository, createWebhookSecretRepository, writeAgentEndpoint } from './endpoint-repository.ts';
export { createDeliveryReading } from './reading.ts';
export * from './rows.ts';
export * from './values.ts';
