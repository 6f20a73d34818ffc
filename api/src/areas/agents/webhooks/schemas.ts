import {
  DELIVERY_STATES,
  DELIVERY_TYPES,
  type DeliveryHead,
  type DeliveryRow,
  type DeliveryType,
  type EndpointRow,
} from '@causeway/storage';
import Type, { type Static } from 'typebox';
import { iso, isoOrNull } from '../../../http/requests/times.ts';
import { named, nullable } from '../../../http/schema/schema.ts';
import { AGENT_ID, TIME, time } from '../schemas.ts';

const WEBHOOK_ID = '0198c5b2-7b2f-7d4e-8a21-3c9b5e6f7a81';
const DELIVERY_ID = '0198c5b2-8c30-7e5f-9b32-4dac6f708b92';
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

const id = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 100, description, examples: [example] });
const webhookId = () => id('The webhook’s id; an agent’s own has the agent’s.', WEBHOOK_ID);
const deliveryId = () => id('The delivery’s id, which is its `webhook-id`.', DELIVERY_ID);

export const webhookParams = Type.Object({ webhookId: webhookId() });
export const deliveryParams = Type.Object({ deliveryId: deliveryId() });

export const WEBHOOK_URL = 'An https URL at a public address; others as the service allows.';

/** Body of POST /webhooks. */
export const addWebhookRequest = named(
  'AddWebhookRequest',
  Type.Object(
    { url: Type.String({ format: 'uri', maxLength: 500, description: WEBHOOK_URL }) },
    { examples: [{ url: 'https://receiver.example/hook' }] },
  ),
);

const members = {
  webhookId: webhookId(),
  kind: Type.String({
    enum: ['agent', 'callback'],
    description: '`agent`: tasks for the agent; `callback`: ends of tasks that you submitted.',
  }),
  url: Type.String(),
  enabled: Type.Boolean(),
  disabledAt: nullable(time('Since when nothing is sent.')),
  disabledReason: nullable(
    Type.String({
      enum: ['gone', 'failing', 'owner'],
      description: '`gone`: the receiver answered 410; `failing`: every attempt failed for too long.',
    }),
  ),
  failingSince: nullable(time('Since when every attempt has failed; null after one that was delivered.')),
  createdAt: time('When it was added.'),
  updatedAt: time('When it last changed.'),
};
const example = {
  ...{ webhookId: WEBHOOK_ID, kind: 'callback', url: 'https://receiver.example/hook', enabled: true },
  ...{ disabledAt: null, disabledReason: null, failingSince: null, createdAt: TIME, updatedAt: TIME },
};
export const webhook = named('Webhook', Type.Object(members, { examples: [example] }));

/** A secret in the answer that shows it. */
export const shownSecret = nullable(
  Type.String({ description: 'The secret that signs your webhooks, in this answer alone; null when you have it.' }),
);

export const addedWebhook = named(
  'AddedWebhook',
  Type.Object({ ...members, webhookSecret: shownSecret }, { examples: [{ ...example, webhookSecret: SECRET }] }),
);

/** Longest time for which an old secret signs too, seconds. */
const MAX_OVERLAP = 7 * 86_400;
export const DEFAULT_OVERLAP = 86_400;

/** Body of POST /webhooks/secret. */
export const rotateRequest = named(
  'RotateWebhookSecretRequest',
  Type.Object(
    {
      secret: Type.Optional(
        Type.String({ maxLength: 200, description: '`whsec_` and 24 to 64 bytes in base64; a new one when absent.' }),
      ),
      overlapSeconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: MAX_OVERLAP,
          default: DEFAULT_OVERLAP,
          description: 'How long the secret before it signs too.',
        }),
      ),
    },
    { examples: [{ overlapSeconds: 3_600 }] },
  ),
);

export const rotatedSecret = named(
  'RotatedWebhookSecret',
  Type.Object(
    {
      webhookSecret: Type.String({ description: 'The secret, in this answer alone.' }),
      previousUntil: nullable(time('Until when the secret before it signs too; null when there was none.')),
    },
    { examples: [{ webhookSecret: SECRET, previousUntil: TIME }] },
  ),
);

const deliveryMembers = {
  deliveryId: deliveryId(),
  webhookId: webhookId(),
  type: Type.String({ enum: [...DELIVERY_TYPES] }),
  subject: Type.String({ description: 'What it tells of, such as `task:<id>`.', examples: ['task:task-1'] }),
  status: Type.String({
    enum: [...DELIVERY_STATES],
    description:
      '`failed`: no attempt is left; `dropped`: the webhook was disabled, or the fact is of no use any more.',
  }),
  attempts: Type.Integer({ minimum: 0 }),
  lastStatus: nullable(Type.Integer({ description: 'Of the receiver’s last answer; null without one.' })),
  lastError: nullable(Type.String({ description: 'Why the last attempt failed.' })),
  nextAttemptAt: nullable(time('When the next attempt is due; null when there is none.')),
  attemptedAt: nullable(time('When the last attempt began.')),
  createdAt: time('When the fact happened.'),
  endedAt: nullable(time('When it was delivered or given up.')),
};
const deliveryExample = {
  ...{ deliveryId: DELIVERY_ID, webhookId: AGENT_ID, type: 'task.completed', subject: 'task:task-1' },
  ...{ status: 'delivered', attempts: 1, lastStatus: 204, lastError: null, nextAttemptAt: null },
  ...{ attemptedAt: TIME, createdAt: TIME, endedAt: TIME },
};
export const delivery = named('WebhookDelivery', Type.Object(deliveryMembers, { examples: [deliveryExample] }));

export const wholeDelivery = named(
  'WholeWebhookDelivery',
  Type.Object(
    {
      ...deliveryMembers,
      payload: Type.Unsafe<unknown>({
        description:
          'The body: `{type, timestamp, data}`; that of `task.assigned` without input and questions. The owner of an agent ' +
          'sees no input of a `message.received` and no data of an `event.broadcast`: they are for the agent alone.',
      }),
    },
    { examples: [{ ...deliveryExample, payload: { type: 'task.completed', timestamp: TIME, data: {} } }] },
  ),
);

/** Of whom a list of webhooks or deliveries is. */
export const ofAgent = {
  agentId: Type.Optional(id('An agent of yours, instead of yourself.', AGENT_ID)),
};

/** Filters of GET /webhooks/deliveries. */
export const deliveryFilter = {
  ...ofAgent,
  webhookId: Type.Optional(webhookId()),
  status: Type.Optional(Type.String({ enum: [...DELIVERY_STATES] })),
  type: Type.Optional(Type.String({ enum: [...DELIVERY_TYPES] })),
};

export const webhookView = (row: EndpointRow): Static<typeof webhook> => ({
  webhookId: row.id,
  kind: row.kind,
  url: row.url,
  enabled: row.disabledAtMs === null,
  disabledAt: isoOrNull(row.disabledAtMs),
  disabledReason: row.disabledReason,
  failingSince: isoOrNull(row.failingSinceMs),
  createdAt: iso(row.createdAtMs),
  updatedAt: iso(row.updatedAtMs),
});

/** Members of a body that are not shown, by type: to nobody, and to the owner of the agent that got it. */
const HIDDEN: Partial<Record<DeliveryType, readonly string[]>> = {
  // Older versions stored the content of tasks. The holder reads it at the task.
  'task.assigned': ['input', 'questions'],
};
const HIDDEN_FROM_OWNERS: Partial<Record<DeliveryType, readonly string[]>> = {
  'message.received': ['input'],
  'event.broadcast': ['data'],
};

/** The body of a delivery as it is stored, for its addressee or for the owner of the agent that got it. */
export function payloadView({ type, payload }: DeliveryRow, isAddressee: boolean): unknown {
  const body = JSON.parse(payload);
  const hidden = [...(HIDDEN[type] ?? []), ...(isAddressee ? [] : (HIDDEN_FROM_OWNERS[type] ?? []))];
  if (hidden.length === 0) return body;
  const shown = Object.entries(body.data).filter(([name]) => !hidden.includes(name));
  return { ...body, data: Object.fromEntries(shown) };
}

export const deliveryView = (row: DeliveryHead): Static<typeof delivery> => ({
  deliveryId: row.id,
  webhookId: row.endpointId,
  type: row.type,
  subject: row.subject,
  status: row.state,
  attempts: row.attempts,
  lastStatus: row.lastStatus,
  lastError: row.lastError,
  nextAttemptAt: isoOrNull(row.wakeAtMs),
  attemptedAt: isoOrNull(row.attemptedAtMs),
  createdAt: iso(row.createdAtMs),
  endedAt: isoOrNull(row.endedAtMs),
});
