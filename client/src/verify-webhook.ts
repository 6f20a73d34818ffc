import { Webhook as Verifier } from 'standardwebhooks';
import type { components } from './schema.ts';

// A module of its own, because most programs send requests and receive no webhooks: their bundles leave it out.

/** The body of a webhook. */
export interface WebhookEvent {
  readonly type: components['schemas']['WebhookDelivery']['type'];
  /** When the fact happened, ISO 8601. */
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Headers of a request, as `fetch` or Node has them. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The event of a webhook that a receiver got, when its signature is one by `secret` and it was sent at most five
 * minutes ago; throws WebhookVerificationError otherwise. `body` is the body as it came, not parsed. The same event can
 * come more than once: its header `webhook-id` tells.
 */
export function verifyWebhook(secret: string, headers: WebhookHeaders, body: string): WebhookEvent {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  const texts = entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));
  return new Verifier(secret).verify(body, Object.fromEntries(texts)) as WebhookEvent;
}
