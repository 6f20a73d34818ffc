import { sql } from 'drizzle-orm';
import type { Dialect } from '../../core/dialect.ts';
import type { DeliveryState, DeliveryType, DisabledReason, EndpointKind } from './values.ts';

/** Tables of webhooks. */
export const deliveryTables = ({ table, index, uniqueIndex, text, integer }: Dialect) => ({
  agentEndpoints: table(
    'agent_endpoints',
    {
      id: text().primaryKey(),
      avatarId: text().notNull(),
      kind: text<EndpointKind>().notNull(),
      url: text().notNull(),
      /** When the sender must look at its deliveries; null while none is open. */
      wakeAtMs: integer(),
      disabledAtMs: integer(),
      disabledReason: text<DisabledReason>(),
      /** Since when every attempt has failed; null after one that was delivered. */
      failingSinceMs: integer(),
      createdAtMs: integer().notNull(),
      updatedAtMs: integer().notNull(),
    },
    (row) => [
      uniqueIndex('agent_endpoints_avatar').on(row.avatarId, row.kind, row.url),
      index('agent_endpoints_wake').on(row.wakeAtMs).where(sql`${row.wakeAtMs} is not null`),
    ],
  ),

  agentDeliveries: table(
    'agent_deliveries',
    {
      /** The `webhook-id` of every attempt; a UUID v7, by which lists are sorted. */
      id: text().primaryKey(),
      endpointId: text().notNull(),
      /** The owner of the endpoint. */
      avatarId: text().notNull(),
      type: text<DeliveryType>().notNull(),
      /** The fact's own subject, such as `task:<id>`. */
      subject: text().notNull(),
      /** The body: JSON text of `{type, timestamp, data}`. */
      payload: text().notNull(),
      state: text<DeliveryState>().notNull(),
      /** Attempts so far. The sender's report names its attempt, and only the newest counts. */
      attempts: integer().notNull(),
      /** Number of attempts before the last replay, at which the schedule of retries began anew. */
      replayedFrom: integer().notNull(),
      /** When the next attempt is due; null when the delivery has ended. */
      wakeAtMs: integer(),
      /** Until when an attempt is under way; null between attempts. */
      leaseEndsAtMs: integer(),
      /** The fact is of no use afterwards; null for always. */
      untilMs: integer(),
      lastStatus: integer(),
      lastError: text(),
      attemptedAtMs: integer(),
      createdAtMs: integer().notNull(),
      endedAtMs: integer(),
    },
    (row) => [
      index('agent_deliveries_due').on(row.endpointId, row.wakeAtMs).where(sql`${row.wakeAtMs} is not null`),
      index('agent_deliveries_leased')
        .on(row.endpointId, row.leaseEndsAtMs)
        .where(sql`${row.leaseEndsAtMs} is not null`),
      index('agent_deliveries_avatar').on(row.avatarId, row.id),
    ],
  ),

  agentWebhookSecrets: table('agent_webhook_secrets', {
    avatarId: text().primaryKey(),
    sealed: text().notNull(),
    /** The secret before it, which signs too until `previousUntilMs`. */
    previousSealed: text(),
    previousUntilMs: integer(),
    createdAtMs: integer().notNull(),
  }),
});
export type DeliveryTables = ReturnType<typeof deliveryTables>;
