import type { DeliveryRow, DeliveryType, EndpointRow } from '@causeway/storage';
import { addCallback, callbackOf, deliveryStatements, recipientLock, updateEndpoint } from '@causeway/storage/agents';
import { first, lock, send, type TxScript, usageSteps } from '@causeway/storage/jobs';
import type { AgentJobs } from '../context.ts';

/** Whom a webhook is for: the endpoint of an agent, or the URL of an avatar's callback. */
export interface Recipient {
  readonly avatarId: string;
  /** A URL that the API has accepted; absent for the agent's own webhook. */
  readonly callbackUrl?: string;
}

/** A fact to tell. */
export interface NewDelivery {
  readonly endpoint: Recipient;
  readonly type: DeliveryType;
  /** The fact's own subject, such as `task:<id>`. */
  readonly subject: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly nowMs: number;
  /** The fact is of no use afterwards, so that attempts end. */
  readonly untilMs?: number;
}

/** The endpoint of a recipient; an avatar's callback gets one when it has none. Undefined for an agent without one. */
function* endpointOf(
  context: AgentJobs,
  { avatarId, callbackUrl }: Recipient,
  nowMs: number,
): TxScript<EndpointRow | undefined> {
  const { endpointById } = deliveryStatements(context.tables);
  yield* lock(recipientLock(avatarId, callbackUrl));
  if (callbackUrl === undefined) return yield* first(endpointById, { id: avatarId });
  const known = yield* callbackOf(context, avatarId, callbackUrl);
  if (known !== undefined) return known;
  // It was there at the submission, and the fact must be delivered, so that it counts whatever the quota is.
  yield* usageSteps(context).count(avatarId, 'webhooks', { items: 1, bytes: Buffer.byteLength(callbackUrl) });
  return yield* addCallback(context, avatarId, callbackUrl, nowMs);
}

/** Makes the sender take an endpoint up at `atMs`, unless it does so before that anyway. */
export function* wakeEndpoint({ tables }: AgentJobs, { id, wakeAtMs }: EndpointRow, atMs: number): TxScript<void> {
  if (wakeAtMs === null || wakeAtMs > atMs) yield* updateEndpoint(tables, id, { wakeAtMs: atMs });
}

/**
 * Writes a webhook within the caller's job, so that it exists exactly when its fact does; the sender delivers it after
 * the commit. Undefined when the recipient is an agent without a webhook. To a disabled endpoint it is dropped at once,
 * and can be replayed later. Deliveries to one endpoint have no order. The body is `{type, timestamp, data}`.
 */
export function* queueDelivery(context: AgentJobs, delivery: NewDelivery): TxScript<DeliveryRow | undefined> {
  const { type, subject, data, nowMs, untilMs = null } = delivery;
  const endpoint = yield* endpointOf(context, delivery.endpoint, nowMs);
  if (endpoint === undefined) return undefined;
  const disabled = endpoint.disabledAtMs !== null;
  const row: DeliveryRow = {
    id: context.newId(),
    endpointId: endpoint.id,
    avatarId: endpoint.avatarId,
    ...{ type, subject },
    payload: JSON.stringify({ type, timestamp: new Date(nowMs).toISOString(), data }),
    state: disabled ? 'dropped' : 'pending',
    ...{ attempts: 0, replayedFrom: 0, leaseEndsAtMs: null, untilMs, lastStatus: null, attemptedAtMs: null },
    wakeAtMs: disabled ? null : nowMs,
    lastError: disabled ? 'the endpoint is disabled' : null,
    createdAtMs: nowMs,
    endedAtMs: disabled ? nowMs : null,
  };
  yield* send(deliveryStatements(context.tables).insertDelivery, { ...row });
  if (!disabled) yield* wakeEndpoint(context, endpoint, nowMs);
  return row;
}
