import { sql } from 'drizzle-orm';
import type { Kit } from '../../core/kit.ts';
import type { DeliveryRow, EndpointRow } from './rows.ts';

/** Tables of webhooks. */
export const deliveryTables = ({ table, index, uniqueIndex, text, integer }: Kit) => ({
  agentEndpoints: table(
    'agent_endpoints',
    {
      id: text().primaryKey(),
      avatarId: text().notNull(),
      kind: text<EndpointRow['kind']>().notNull(),
      url: text().notNull(),
      wakeAtMs: integer(),
      disabledAtMs: integer(),
      disabledReason: text<NonNullable<EndpointRow['disabledReason']>>(),
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
      id: text().primaryKey(),
      endpointId: text().notNull(),
      avatarId: text().notNull(),
      type: text<DeliveryRow['type']>().notNull(),
      subject: text().notNull(),
      payload: text().notNull(),
      state: text<DeliveryRow['state']>().notNull(),
      attempts: integer().notNull(),
      replayedFrom: integer().notNull(),
      wakeAtMs: integer(),
      leaseEndsAtMs: integer(),
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
    previousSealed: text(),
    previousUntilMs: integer(),
    createdAtMs: integer().notNull(),
  }),
});
