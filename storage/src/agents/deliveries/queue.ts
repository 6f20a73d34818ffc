import { and, eq } from 'drizzle-orm';
import { given, memoize, placeholders, prepared } from '../../core/statements.ts';
import { first, run, type Steps } from '../../core/steps.ts';
import { usageSteps } from '../../usage/index.ts';
import type { AgentContext } from '../context.ts';
import type { AgentTables } from '../schema.ts';
import type { DeliveryRow, EndpointRow } from './rows.ts';
import type { DeliveryType } from './values.ts';

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

/** Compiled queries that other jobs run. */
export const deliveryStatements = memoize(
  ({ agentEndpoints: endpoints, agentDeliveries: deliveries }: AgentTables) => ({
    endpointById: prepared('endpointById', (db) => db.select().from(endpoints).where(given(endpoints.id, 'id'))),
    callback: prepared('callbackEndpoint', (db) =>
      db
        .select()
        .from(endpoints)
        .where(and(given(endpoints.avatarId, 'avatarId'), eq(endpoints.kind, 'callback'), given(endpoints.url, 'url'))),
    ),
    insertDelivery: prepared('insertDelivery', (db) => db.insert(deliveries).values(placeholders(deliveries))),
  }),
);

/** The endpoint of a recipient; an avatar's callback gets one when it has none. Undefined for an agent without one. */
export function* endpointOf(
  context: AgentContext,
  { avatarId, callbackUrl }: Recipient,
  nowMs: number,
): Steps<EndpointRow | undefined> {
  const { tables } = context;
  if (callbackUrl === undefined) return yield* first(deliveryStatements(tables).endpointById, { id: avatarId });
  const known = yield* callbackOf(context, avatarId, callbackUrl);
  if (known !== undefined) return known;
  // It was there at the submission, and the fact must be told, so that it counts whatever the quota is.
  yield* usageSteps(context).count(avatarId, 'webhooks', { items: 1, bytes: Buffer.byteLength(callbackUrl) });
  return yield* addCallback(context, avatarId, callbackUrl, nowMs);
}

/** The endpoint of an avatar's callback, if it has one. */
export const callbackOf = ({ tables }: AgentContext, avatarId: string, url: string): Steps<EndpointRow | undefined> =>
  first(deliveryStatements(tables).callback, { avatarId, url });

/** Adds the endpoint of an avatar's callback, which is counted already. */
export function* addCallback(
  { tables, newId }: AgentContext,
  avatarId: string,
  url: string,
  nowMs: number,
): Steps<EndpointRow> {
  const added: EndpointRow = {
    ...{ id: newId(), avatarId, kind: 'callback', url, wakeAtMs: null },
    ...{ disabledAtMs: null, disabledReason: null, failingSinceMs: null, createdAtMs: nowMs, updatedAtMs: nowMs },
  };
  yield* run((db) => db.insert(tables.agentEndpoints).values(added));
  return added;
}

/** Makes the sender look at an endpoint at `atMs`, or before, when it had to anyway. */
export function* wakeEndpoint({ tables }: AgentContext, endpoint: EndpointRow, atMs: number): Steps<void> {
  if (endpoint.wakeAtMs !== null && endpoint.wakeAtMs <= atMs) return;
  const { agentEndpoints: endpoints } = tables;
  yield* run((db) => db.update(endpoints).set({ wakeAtMs: atMs }).where(eq(endpoints.id, endpoint.id)));
}

/**
 * Writes a webhook within the caller's job, so that it exists exactly when its fact does; the sender delivers it after
 * the commit. Undefined when the recipient is an agent without a webhook. To a disabled endpoint it is dropped at once,
 * and can be replayed later. Deliveries to one endpoint have no order. The body is `{type, timestamp, data}`.
 */
export function* queueDelivery(context: AgentContext, delivery: NewDelivery): Steps<DeliveryRow | undefined> {
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
  yield* run(deliveryStatements(context.tables).insertDelivery, { ...row });
  if (!disabled) yield* wakeEndpoint(context, endpoint, nowMs);
  return row;
}
