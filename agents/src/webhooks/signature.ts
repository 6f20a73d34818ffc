import { Webhook } from 'standardwebhooks';

/** Bytes of a new secret, within the 24 to 64 of Standard Webhooks. */
const SECRET_BYTES = 32;

/** A new secret in the form `whsec_` and base64. */
export const newWebhookSecret = (random: (length: number) => Uint8Array): string =>
  `whsec_${Buffer.from(random(SECRET_BYTES)).toString('base64')}`;

/** True for a secret of 24 to 64 bytes in the form `whsec_` and base64. */
export function isWebhookSecret(text: string): boolean {
  const [, encoded] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  if (encoded === undefined) return false;
  const bytes = Buffer.from(encoded, 'base64');
  return bytes.toString('base64') === encoded && bytes.length >= 24 && bytes.length <= 64;
}

/** The headers of a webhook, per Standard Webhooks 1.0: a signature by each secret, the newest first. */
export function signedHeaders(id: string, body: string, secrets: readonly string[], nowMs: number) {
  const time = new Date(nowMs);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(nowMs / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, time, body)).join(' '),
  };
}
