import { ok } from '@causeway/protocol';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { lockOf } from '../../core/locks.ts';
import { pageOf } from '../../core/page.ts';
import { all, first, lock, run, type TxScript } from '../../core/steps.ts';
import { usageSteps } from '../../usage/index.ts';
import type { AgentContext } from '../context.ts';
import type { EndpointRepository, WebhookSecretRepository } from './deliveries.ts';
import type { EndpointRow } from './rows.ts';
import { addCallback, callbackOf, deliveryStatements, endpointLock, recipientLock } from './steps.ts';

/** An endpoint that gets everything, and of which nothing bad is known. */
const ENABLED = { disabledAtMs: null, disabledReason: null, failingSinceMs: null } as const;

/** Drops the open deliveries of an endpoint that gets nothing any more. Attempts under way do not count. */
export function* dropDeliveries(
  { tables }: AgentContext,
  endpointId: string,
  lastError: string,
  nowMs: number,
): TxScript<void> {
  const { agentDeliveries: deliveries, agentEndpoints: endpoints } = tables;
  const ended = { state: 'dropped', wakeAtMs: null, leaseEndsAtMs: null, lastError, endedAtMs: nowMs } as const;
  yield* run((db) =>
    db
      .update(deliveries)
      .set(ended)
      .where(and(eq(deliveries.endpointId, endpointId), sql`${deliveries.wakeAtMs} is not null`)),
  );
  yield* run((db) => db.update(endpoints).set({ wakeAtMs: null }).where(eq(endpoints.id, endpointId)));
}

/** Makes the agent's endpoint have the URL of its profile; a new URL is enabled. Without one, it has no endpoint. */
export function* writeAgentEndpoint(context: AgentContext, agentId: string, url: string | undefined): TxScript<void> {
  const { tables, clock } = context;
  const { agentEndpoints: endpoints } = tables;
  const before = yield* first(deliveryStatements(tables).endpointById, { id: agentId });
  if (before?.url === url) return;
  const nowMs = clock.now();
  if (url === undefined) {
    yield* removeEndpoint(context, agentId, nowMs);
    return;
  }
  const set = { url, ...ENABLED, updatedAtMs: nowMs };
  const row: EndpointRow = {
    ...{ id: agentId, avatarId: agentId, kind: 'agent', wakeAtMs: null, createdAtMs: nowMs },
    ...set,
  };
  yield* run((db) => db.insert(endpoints).values(row).onConflictDoUpdate({ target: endpoints.id, set }));
}

/** Marks in the index of capabilities whether the agent gets tasks by its webhook now. */
export function* writePush({ tables }: AgentContext, agentId: string): TxScript<void> {
  const { agentCapabilities: index } = tables;
  const endpoint = yield* first(deliveryStatements(tables).endpointById, { id: agentId });
  const push = endpoint !== undefined && endpoint.disabledAtMs === null;
  yield* run((db) => db.update(index).set({ push }).where(eq(index.agentId, agentId)));
}

function* removeEndpoint(context: AgentContext, id: string, nowMs: number): TxScript<void> {
  const { agentEndpoints: endpoints } = context.tables;
  yield* dropDeliveries(context, id, 'the endpoint was removed', nowMs);
  const row = yield* first(deliveryStatements(context.tables).endpointById, { id });
  if (row?.kind === 'callback') {
    const { avatarId, url } = row;
    yield* usageSteps(context).give(avatarId, 'webhooks', { items: 1, bytes: Buffer.byteLength(url) });
  }
  yield* run((db) => db.delete(endpoints).where(eq(endpoints.id, id)));
}

/** EndpointRepository over its tables. */
export function createEndpointRepository(context: AgentContext): EndpointRepository {
  const { read, write, clock } = context;
  const { agentEndpoints: endpoints } = context.tables;
  const statements = deliveryStatements(context.tables);
  const usage = usageSteps(context);
  const find = (id: string): TxScript<EndpointRow | undefined> => first(statements.endpointById, { id });

  /** The endpoint, which is locked after it was found, with the agent whose index of capabilities names it. */
  function* findLocked(id: string): TxScript<EndpointRow | undefined> {
    const row = yield* find(id);
    if (row === undefined) return undefined;
    yield* lock(endpointLock(row), ...(row.kind === 'agent' ? [lockOf('agent', id)] : []));
    return yield* find(id);
  }

  return {
    get: (id) => read(() => find(id)),

    list: (avatarId, cursor, limit, skip = 0) =>
      read(function* () {
        const rows = yield* all((db) =>
          db
            .select()
            .from(endpoints)
            .where(and(eq(endpoints.avatarId, avatarId), cursor === null ? undefined : gt(endpoints.id, cursor)))
            .orderBy(asc(endpoints.id))
            .limit(limit + 1)
            .offset(skip),
        );
        return pageOf(rows, limit);
      }),

    addCallback: (avatarId, callbackUrl) =>
      write(
        'full',
        function* () {
          const known = yield* callbackOf(context, avatarId, callbackUrl);
          if (known !== undefined) return ok(known);
          const within = yield* usage.take(avatarId, 'webhooks', { items: 1, bytes: Buffer.byteLength(callbackUrl) });
          return within.ok ? ok(yield* addCallback(context, avatarId, callbackUrl, clock.now())) : within;
        },
        { locks: [recipientLock(avatarId, callbackUrl)] },
      ),

    setEnabled: (id, enabled) =>
      write(
        'full',
        function* () {
          const row = yield* findLocked(id);
          if (row === undefined) return undefined;
          if ((row.disabledAtMs === null) === enabled) return row;
          const nowMs = clock.now();
          const set = enabled
            ? ({ ...ENABLED, updatedAtMs: nowMs } as const)
            : ({ disabledAtMs: nowMs, disabledReason: 'owner', updatedAtMs: nowMs } as const);
          yield* run((db) => db.update(endpoints).set(set).where(eq(endpoints.id, id)));
          if (row.kind === 'agent') yield* writePush(context, id);
          if (!enabled) yield* dropDeliveries(context, id, 'the endpoint was disabled', nowMs);
          return { ...row, ...set };
        },
        { locks: [] },
      ),

    remove: (id) =>
      write(
        'full',
        function* () {
          const row = yield* findLocked(id);
          if (row === undefined) return undefined;
          yield* removeEndpoint(context, id, clock.now());
          if (row.kind === 'agent') yield* writePush(context, id);
          return row;
        },
        { locks: [] },
      ),
  };
}

/** WebhookSecretRepository over its table. */
export function createWebhookSecretRepository({ read, write, clock, tables }: AgentContext): WebhookSecretRepository {
  const { agentWebhookSecrets: secrets } = tables;
  const find = (avatarId: string) => first((db) => db.select().from(secrets).where(eq(secrets.avatarId, avatarId)));

  return {
    get: (avatarId) => read(() => find(avatarId)),

    create: (avatarId, sealed) =>
      write(
        'full',
        function* () {
          if (yield* find(avatarId)) return false;
          const row = { avatarId, sealed, previousSealed: null, previousUntilMs: null, createdAtMs: clock.now() };
          yield* run((db) => db.insert(secrets).values(row));
          return true;
        },
        { locks: [lockOf('endpoint', avatarId)] },
      ),

    rotate: (avatarId, sealed, previousUntilMs) =>
      write(
        'full',
        function* () {
          const before = yield* find(avatarId);
          const row = {
            ...{ avatarId, sealed, createdAtMs: clock.now() },
            previousSealed: before?.sealed ?? null,
            previousUntilMs: before ? previousUntilMs : null,
          };
          yield* run((db) => db.insert(secrets).values(row).onConflictDoUpdate({ target: secrets.avatarId, set: row }));
          return row;
        },
        { locks: [lockOf('endpoint', avatarId)] },
      ),

    list: () => read(() => all((db) => db.select().from(secrets).orderBy(asc(secrets.avatarId)))),

    reseal: (avatarId, before, after) =>
      write(
        'full',
        function* () {
          const row = yield* find(avatarId);
          if (row?.sealed !== before && row?.previousSealed !== before) return false;
          const set = row.sealed === before ? { sealed: after } : { previousSealed: after };
          return (yield* run((db) => db.update(secrets).set(set).where(eq(secrets.avatarId, avatarId)))) === 1;
        },
        { locks: [lockOf('endpoint', avatarId)] },
      ),
  };
}
