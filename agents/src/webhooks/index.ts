export { type NetworkPolicy, PermittedAddresses, parseNetwork } from './addresses.ts';
export { assignmentForm } from './assignment.ts';
export { type Resolve, systemResolve } from './post.ts';
export {
  ANSWER_TIMEOUT_MS,
  type AttemptCounts,
  type DeliveryForm,
  type SenderOptions,
  WebhookSender,
} from './sender.ts';
export { isWebhookSecret, newWebhookSecret } from './signature.ts';
