import { ok, type Result } from '@causeway/protocol';
import { and, asc, desc, eq, lt, lte, sql } from 'drizzle-orm';
import { pageOf } from '../../core/page.ts';
import { columnsWithout, given, prepared } from '../../core/statements.ts';
import { all, first, run, type Steps } from '../../core/steps.ts';
import { AGENTS_TOPIC } from '../agent-events.ts';
import type { AgentContext } from '../context.ts';
import {
  type DeliveryOutcome,
  type DeliveryRepository,
  deliverySubject,
  endpointSubject,
  type ReplayRefused,
  type Take,
  type TakenDelivery,
} from './deliveries.ts';
import { dropDeliveries, writePush } from './endpoint-repository.ts';
import { deliveryStatements, wakeEndpoint } from './queue.ts';
import type { DeliveryRow, EndpointRow } from './rows.ts';
import type { DeliveryType } from './values.ts';

/** What follows, in the same transaction, when a delivery of a type has ended; `answer` is the receiver's, if any. */
export type DeliveryEnds = Partial<Record<DeliveryType, (delivery: DeliveryRow, answer: unknown) => Steps<void>>>;

/** A delivery that has ended. */
const ENDED = { wakeAtMs: null, leaseEndsAtMs: null } as const;

/** Why the service disables an endpoint, as its dropped deliveries say it. */
const DISABLED = { gone: 'the receiver answered 410', failing: 'the receiver failed for too long' } as const;

/** Why an attempt's result disables its endpoint; undefined when it does not. */
function disabling(
  { failingSinceMs }: EndpointRow,
  outcome: DeliveryOutcome,
  nowMs: number,
): keyof typeof DISABLED | undefined {
  if (outcome.kind === 'delivered') return undefined;
  if (outcome.gone) return 'gone';
  const { disableAfterMs = Number.POSITIVE_INFINITY } = outcome;
  return failingSinceMs !== null && nowMs - failingSinceMs >= disableAfterMs ? 'failing' : undefined;
}

/** DeliveryRepository over its tables. */
export function createDeliveryRepository(context: AgentContext, ends: DeliveryEnds): DeliveryRepository {
  const { read, write, clock, appendEvent } = context;
  const { agentEndpoints: endpoints, agentDeliveries: deliveries, agents } = context.tables;
  const statements = deliveryStatements(context.tables);
  const open = sql`${deliveries.wakeAtMs} is not null`;
  const leased = sql`${deliveries.leaseEndsAtMs} is not null`;
  const byId = prepared('deliveryById', (db) => db.select().from(deliveries).where(given(deliveries.id, 'id')));
  const dueEndpoints = prepared('dueEndpoints', (db) =>
    db
      .select()
      .from(endpoints)
      .where(
        and(
          sql`${endpoints.wakeAtMs} is not null`,
          lte(endpoints.wakeAtMs, sql.param(sql.placeholder('nowMs'), endpoints.wakeAtMs)),
        ),
      )
      .orderBy(asc(endpoints.wakeAtMs))
      .limit(sql.placeholder('limit')),
  );
  const find = (id: string): Steps<DeliveryRow | undefined> => first(byId, { id });
  const endpointOf = (id: string): Steps<EndpointRow | undefined> => first(statements.endpointById, { id });

  function* change(row: DeliveryRow, set: Partial<DeliveryRow>): Steps<DeliveryRow> {
    yield* run((db) => db.update(deliveries).set(set).where(eq(deliveries.id, row.id)));
    return { ...row, ...set };
  }

  function* ended(row: DeliveryRow, answer: unknown): Steps<void> {
    const { id, state, type, endpointId, attempts, lastStatus } = row;
    yield* appendEvent({
      subject: deliverySubject(id),
      type: `delivery.${state}`,
      data: { deliveryId: id, type, endpointId, attempts, lastStatus },
      createdAtMs: row.endedAtMs ?? 0,
    });
    const end = ends[type];
    if (end) yield* end(row, answer);
  }

  /** The earliest time at which the endpoint has something to do. */
  function* nextWake(endpointId: string): Steps<number | null> {
    const next = yield* first((db) =>
      db
        .select({ wakeAtMs: deliveries.wakeAtMs })
        .from(deliveries)
        .where(and(eq(deliveries.endpointId, endpointId), open))
        .orderBy(asc(deliveries.wakeAtMs))
        .limit(1),
    );
    return next?.wakeAtMs ?? null;
  }

  function* takeOf(endpoint: EndpointRow, { perEndpoint, leaseMs }: Take, left: number): Steps<DeliveryRow[]> {
    const nowMs = clock.now();
    const underWay = yield* all((db) =>
      db
        .select({ leaseEndsAtMs: deliveries.leaseEndsAtMs })
        .from(deliveries)
        .where(and(eq(deliveries.endpointId, endpoint.id), leased))
        .orderBy(asc(deliveries.leaseEndsAtMs))
        .limit(perEndpoint),
    );
    const lost = underWay.filter(({ leaseEndsAtMs }) => (leaseEndsAtMs ?? 0) <= nowMs).length;
    const places = perEndpoint - underWay.length + lost;
    const due = yield* all((db) =>
      db
        .select()
        .from(deliveries)
        .where(and(eq(deliveries.endpointId, endpoint.id), open, lte(deliveries.wakeAtMs, nowMs)))
        .orderBy(asc(deliveries.wakeAtMs))
        .limit(Math.max(Math.min(places, left), 0)),
    );
    const taken: DeliveryRow[] = [];
    for (const row of due) {
      if (row.untilMs !== null && row.untilMs <= nowMs) {
        const lastError = row.lastError ?? 'its time was over';
        yield* ended(yield* change(row, { ...ENDED, state: 'dropped', lastError, endedAtMs: nowMs }), undefined);
        continue;
      }
      const lease = { wakeAtMs: nowMs + leaseMs, leaseEndsAtMs: nowMs + leaseMs };
      taken.push(yield* change(row, { ...lease, attempts: row.attempts + 1, attemptedAtMs: nowMs }));
    }
    // Without a free place, the endpoint waits for a report, or for the end of a lease.
    const firstEnd = underWay.at(lost)?.leaseEndsAtMs ?? nowMs + leaseMs;
    const wakeAtMs = taken.length >= places ? firstEnd : yield* nextWake(endpoint.id);
    yield* run((db) => db.update(endpoints).set({ wakeAtMs }).where(eq(endpoints.id, endpoint.id)));
    return taken;
  }

  /** The members of a delivery after an attempt. */
  function after(row: DeliveryRow, outcome: DeliveryOutcome, nowMs: number): Partial<DeliveryRow> {
    const end = { ...ENDED, lastStatus: outcome.status, endedAtMs: nowMs };
    if (outcome.kind === 'delivered') return { ...end, state: 'delivered', lastError: null };
    const lastError = outcome.error;
    const wakeAtMs = outcome.gone ? null : outcome.retryAt(row.attempts - row.replayedFrom, nowMs);
    if (wakeAtMs === null) return { ...end, state: 'failed', lastError };
    if (row.untilMs !== null && row.untilMs <= wakeAtMs) return { ...end, state: 'dropped', lastError };
    return { wakeAtMs, leaseEndsAtMs: null, lastStatus: outcome.status, lastError };
  }

  /** Remembers since when the endpoint fails. */
  function* noteFailure({ id, failingSinceMs: before }: EndpointRow, outcome: DeliveryOutcome, nowMs: number) {
    const counts = outcome.kind === 'delivered' || outcome.disableAfterMs !== undefined;
    const failingSinceMs = outcome.kind === 'delivered' ? null : (before ?? nowMs);
    if (!counts || failingSinceMs === before) return;
    yield* run((db) => db.update(endpoints).set({ failingSinceMs }).where(eq(endpoints.id, id)));
  }

  /** Disables an endpoint, and tells its owner; of an agent's, the agent and its owner. */
  function* disable(endpoint: EndpointRow, reason: keyof typeof DISABLED, nowMs: number): Steps<void> {
    const { id, avatarId, kind, failingSinceMs } = endpoint;
    const set = { disabledAtMs: nowMs, disabledReason: reason, updatedAtMs: nowMs };
    yield* run((db) => db.update(endpoints).set(set).where(eq(endpoints.id, id)));
    yield* dropDeliveries(context, id, DISABLED[reason], nowMs);
    const owners = new Set([avatarId]);
    if (kind === 'agent') {
      yield* writePush(context, id);
      const agent = yield* first((db) => db.select({ ownerId: agents.ownerId }).from(agents).where(eq(agents.id, id)));
      if (agent) owners.add(agent.ownerId);
    }
    const data = {
      webhookId: id,
      kind,
      reason,
      failingSince: failingSinceMs && new Date(failingSinceMs).toISOString(),
    };
    for (const owner of owners) {
      const audience = { avatarId: owner, topic: AGENTS_TOPIC };
      yield* appendEvent({
        subject: endpointSubject(id),
        type: 'webhook.disabled',
        data,
        audience,
        createdAtMs: nowMs,
      });
    }
  }

  return {
    async take(order) {
      const due = () => all(dueEndpoints, { nowMs: clock.now(), limit: order.limit });
      if (order.limit <= 0 || (await read(due)).length === 0) return [];
      return write('normal', function* () {
        const taken: TakenDelivery[] = [];
        for (const endpoint of yield* due()) {
          const rows = yield* takeOf(endpoint, order, order.limit - taken.length);
          taken.push(...rows.map((delivery) => ({ delivery, endpoint })));
        }
        return taken;
      });
    },

    settle: ({ delivery }, outcome) =>
      write('full', function* () {
        const row = yield* find(delivery.id);
        if (row?.leaseEndsAtMs == null || row.attempts !== delivery.attempts) return undefined;
        const nowMs = clock.now();
        const settled = yield* change(row, after(row, outcome, nowMs));
        const endpoint = yield* endpointOf(row.endpointId);
        const reason = endpoint && disabling(endpoint, outcome, nowMs);
        if (endpoint && reason) yield* disable(endpoint, reason, nowMs);
        else if (endpoint) {
          yield* noteFailure(endpoint, outcome, nowMs);
          const wakeAtMs = yield* nextWake(endpoint.id);
          if (wakeAtMs !== null) yield* wakeEndpoint(context, endpoint, wakeAtMs);
        }
        const answer = outcome.kind === 'delivered' ? outcome.answer : undefined;
        if (settled.state !== 'pending') yield* ended(settled, answer);
        return settled;
      }),

    get: (id) => read(() => find(id)),

    list: ({ avatarId, endpointId, state, type }, cursor, limit, skip = 0) =>
      read(function* () {
        const wanted = [
          eq(deliveries.avatarId, avatarId),
          endpointId === undefined ? undefined : eq(deliveries.endpointId, endpointId),
          state === undefined ? undefined : eq(deliveries.state, state),
          type === undefined ? undefined : eq(deliveries.type, type),
          cursor === null ? undefined : lt(deliveries.id, cursor),
        ];
        const rows = yield* all((db) =>
          db
            .select(columnsWithout(deliveries, 'payload'))
            .from(deliveries)
            .where(and(...wanted))
            .orderBy(desc(deliveries.id))
            .limit(limit + 1)
            .offset(skip),
        );
        return pageOf(rows, limit);
      }),

    replay: (id) =>
      write('full', function* (): Steps<Result<DeliveryRow, ReplayRefused>> {
        const refuse = (code: ReplayRefused['code']) => ({ ok: false, error: { code } }) as const;
        const row = yield* find(id);
        if (row === undefined) return refuse('DELIVERY_NOT_FOUND');
        if (row.state === 'pending') return refuse('DELIVERY_PENDING');
        const endpoint = yield* endpointOf(row.endpointId);
        if (endpoint === undefined) return refuse('ENDPOINT_NOT_FOUND');
        if (endpoint.disabledAtMs !== null) return refuse('ENDPOINT_DISABLED');
        const nowMs = clock.now();
        const anew = { replayedFrom: row.attempts, untilMs: null, endedAtMs: null };
        const again = yield* change(row, { state: 'pending', wakeAtMs: nowMs, ...anew });
        yield* wakeEndpoint(context, endpoint, nowMs);
        return ok(again);
      }),

    open: (limit) =>
      read(function* () {
        const counted = yield* first((db) => {
          const some = db
            .select({ one: sql<number>`1`.as('one') })
            .from(deliveries)
            .where(open)
            .limit(limit)
            .as('some');
          return db.select({ open: sql<number>`count(*)`.mapWith(Number) }).from(some);
        });
        return counted?.open ?? 0;
      }),
  };
}
