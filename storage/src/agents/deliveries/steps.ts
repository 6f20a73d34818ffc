import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { type Lock, lockOf } from '../../core/locks.ts';
import { given, givenAs, memoize, placeholders, prepared, unlocked, updatesOf } from '../../core/statements.ts';
import { first, run, send, type TxScript } from '../../core/steps.ts';
import type { AgentContext } from '../context.ts';
import type { AgentTables } from '../schema.ts';
import type { DeliveryRow, EndpointRow } from './rows.ts';

/** Compiled queries over endpoints and deliveries. */
export const deliveryStatements = memoize(({ agentEndpoints: endpoints, agentDeliveries: deliveries }: AgentTables) => {
  const ofEndpoint = given(deliveries.endpointId, 'endpointId');
  /** Literal, so that the partial indexes are taken. */
  const isDue = (wakeAtMs: SQLiteColumn) =>
    and(sql`${wakeAtMs} is not null`, lte(wakeAtMs, givenAs(wakeAtMs, 'nowMs')));
  return {
    endpointById: prepared('endpointById', (db) => db.select().from(endpoints).where(given(endpoints.id, 'id'))),
    callback: prepared('callbackEndpoint', (db) =>
      db
        .select()
        .from(endpoints)
        .where(and(given(endpoints.avatarId, 'avatarId'), eq(endpoints.kind, 'callback'), given(endpoints.url, 'url'))),
    ),
    /** Whether an endpoint has something to do. */
    someDueEndpoint: prepared('someDueEndpoint', (db) =>
      db.select({ id: endpoints.id }).from(endpoints).where(isDue(endpoints.wakeAtMs)).limit(1),
    ),
    /** Endpoints with something to do that nobody else serves now, the longest due first. */
    dueEndpoints: prepared('dueEndpoints', (db) =>
      unlocked(
        db
          .select()
          .from(endpoints)
          .where(isDue(endpoints.wakeAtMs))
          .orderBy(asc(endpoints.wakeAtMs))
          .limit(sql.placeholder('limit')),
      ),
    ),
    updateEndpoint: updatesOf('updateEndpoint', endpoints, given(endpoints.id, 'id')),
    deliveryById: prepared('deliveryById', (db) => db.select().from(deliveries).where(given(deliveries.id, 'id'))),
    insertDelivery: prepared('insertDelivery', (db) => db.insert(deliveries).values(placeholders(deliveries))),
    updateDelivery: updatesOf('updateDelivery', deliveries, given(deliveries.id, 'id')),
    /** The time at which the first open delivery of an endpoint is due; no row when none is open. */
    nextWake: prepared('nextDelivery', (db) =>
      db
        .select({ wakeAtMs: deliveries.wakeAtMs })
        .from(deliveries)
        .where(and(ofEndpoint, sql`${deliveries.wakeAtMs} is not null`))
        .orderBy(asc(deliveries.wakeAtMs))
        .limit(1),
    ),
    /** When the leases of an endpoint's attempts under way end, the earliest first. */
    leases: prepared('deliveryLeases', (db) =>
      db
        .select({ endsAtMs: sql<number>`${deliveries.leaseEndsAtMs}`.mapWith(deliveries.leaseEndsAtMs) })
        .from(deliveries)
        .where(and(ofEndpoint, sql`${deliveries.leaseEndsAtMs} is not null`))
        .orderBy(asc(deliveries.leaseEndsAtMs))
        .limit(sql.placeholder('limit')),
    ),
    /** Open deliveries of an endpoint that are due, the longest due first. */
    dueDeliveries: prepared('dueDeliveries', (db) =>
      db
        .select()
        .from(deliveries)
        .where(and(ofEndpoint, isDue(deliveries.wakeAtMs)))
        .orderBy(asc(deliveries.wakeAtMs))
        .limit(sql.placeholder('limit')),
    ),
  };
});

/** The lock of an agent's endpoint, or of an avatar's callback, with all of its deliveries. */
export const recipientLock = (avatarId: string, callbackUrl: string | undefined): Lock =>
  lockOf('endpoint', callbackUrl === undefined ? avatarId : `${avatarId} ${callbackUrl}`);

/** The lock of an endpoint with all of its deliveries. */
export const endpointLock = ({ avatarId, kind, url }: EndpointRow): Lock =>
  recipientLock(avatarId, kind === 'agent' ? undefined : url);

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
export function* updateEndpoint(tables: AgentTables, id: string, set: Partial<EndpointRow>): TxScript<void> {
  const columns = Object.keys(set) as (keyof EndpointRow)[];
  yield* send(deliveryStatements(tables).updateEndpoint(columns), { ...set, id });
}

/** Writes columns of a delivery. Returns the row with them. */
export function* updateDelivery(
  tables: AgentTables,
  row: DeliveryRow,
  set: Partial<DeliveryRow>,
): TxScript<DeliveryRow> {
  const columns = Object.keys(set) as (keyof DeliveryRow)[];
  yield* send(deliveryStatements(tables).updateDelivery(columns), { ...set, id: row.id });
  return { ...row, ...set };
}
