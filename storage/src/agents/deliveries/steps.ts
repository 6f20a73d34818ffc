import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { given, givenAs, memoize, placeholders, prepared } from '../../core/statements.ts';
import { all, first, run, type TxScript } from '../../core/steps.ts';
import type { AgentContext } from '../context.ts';
import type { AgentTables } from '../schema.ts';
import type { DeliveryRow, EndpointRow } from './rows.ts';

/** Compiled queries over endpoints and deliveries. */
export const deliveryStatements = memoize(
  ({ agentEndpoints: endpoints, agentDeliveries: deliveries }: AgentTables) => ({
    endpointById: prepared('endpointById', (db) => db.select().from(endpoints).where(given(endpoints.id, 'id'))),
    callback: prepared('callbackEndpoint', (db) =>
      db
        .select()
        .from(endpoints)
        .where(and(given(endpoints.avatarId, 'avatarId'), eq(endpoints.kind, 'callback'), given(endpoints.url, 'url'))),
    ),
    /** Endpoints with something to do, the longest due first. */
    dueEndpoints: prepared('dueEndpoints', (db) =>
      db
        .select()
        .from(endpoints)
        .where(
          and(sql`${endpoints.wakeAtMs} is not null`, lte(endpoints.wakeAtMs, givenAs(endpoints.wakeAtMs, 'nowMs'))),
        )
        .orderBy(asc(endpoints.wakeAtMs))
        .limit(sql.placeholder('limit')),
    ),
    deliveryById: prepared('deliveryById', (db) => db.select().from(deliveries).where(given(deliveries.id, 'id'))),
    insertDelivery: prepared('insertDelivery', (db) => db.insert(deliveries).values(placeholders(deliveries))),
  }),
);

/** The endpoint of an avatar's callback, if it has one. */
export const callbackOf = (
  { tables }: AgentContext,
  avatarId: string,
  url: string,
): TxScript<EndpointRow | undefined> => first(deliveryStatements(tables).callback, { avatarId, url });

/** Adds the endpoint of an avatar's callback, which is counted already. */
export function* addCallback(
  { tables, newId }: AgentContext,
  avatarId: string,
  url: string,
  nowMs: number,
): TxScript<EndpointRow> {
  const added: EndpointRow = {
    ...{ id: newId(), avatarId, kind: 'callback', url, wakeAtMs: null },
    ...{ disabledAtMs: null, disabledReason: null, failingSinceMs: null, createdAtMs: nowMs, updatedAtMs: nowMs },
  };
  yield* run((db) => db.insert(tables.agentEndpoints).values(added));
  return added;
}

/** Writes columns of an endpoint. */
export function* updateEndpoint(
  { agentEndpoints: endpoints }: AgentTables,
  id: string,
  set: Partial<EndpointRow>,
): TxScript<void> {
  yield* run((db) => db.update(endpoints).set(set).where(eq(endpoints.id, id)));
}

/** Writes columns of a delivery. Returns the row with them. */
export function* updateDelivery(
  { agentDeliveries: deliveries }: AgentTables,
  row: DeliveryRow,
  set: Partial<DeliveryRow>,
): TxScript<DeliveryRow> {
  yield* run((db) => db.update(deliveries).set(set).where(eq(deliveries.id, row.id)));
  return { ...row, ...set };
}

/** The time at which the first open delivery of an endpoint is due; null when none is open. */
export function* nextWake({ agentDeliveries: deliveries }: AgentTables, endpointId: string): TxScript<number | null> {
  const next = yield* first((db) =>
    db
      .select({ wakeAtMs: deliveries.wakeAtMs })
      .from(deliveries)
      .where(and(eq(deliveries.endpointId, endpointId), sql`${deliveries.wakeAtMs} is not null`))
      .orderBy(asc(deliveries.wakeAtMs))
      .limit(1),
  );
  return next?.wakeAtMs ?? null;
}

/** When the leases of an endpoint's attempts under way end, the earliest first, at most `limit`. */
export function* leasesOf(
  { agentDeliveries: deliveries }: AgentTables,
  endpointId: string,
  limit: number,
): TxScript<readonly number[]> {
  const rows = yield* all((db) =>
    db
      .select({ leaseEndsAtMs: deliveries.leaseEndsAtMs })
      .from(deliveries)
      .where(and(eq(deliveries.endpointId, endpointId), sql`${deliveries.leaseEndsAtMs} is not null`))
      .orderBy(asc(deliveries.leaseEndsAtMs))
      .limit(limit),
  );
  return rows.map(({ leaseEndsAtMs }) => leaseEndsAtMs ?? 0);
}

/** Open deliveries of an endpoint that are due, the longest due first, at most `limit`. */
export const dueDeliveries = (
  { agentDeliveries: deliveries }: AgentTables,
  endpointId: string,
  nowMs: number,
  limit: number,
): TxScript<DeliveryRow[]> =>
  all((db) =>
    db
      .select()
      .from(deliveries)
      .where(
        and(
          eq(deliveries.endpointId, endpointId),
          sql`${deliveries.wakeAtMs} is not null`,
          lte(deliveries.wakeAtMs, nowMs),
        ),
      )
      .orderBy(asc(deliveries.wakeAtMs))
      .limit(limit),
  );
