import { ok, type Result } from '@causeway/protocol';
import type { DeliveryReading, DeliveryRow, DeliveryType, EndpointRow } from '@causeway/storage';
import {
  AGENTS_TOPIC,
  deliveryStatements,
  deliverySubject,
  dropDeliveries,
  dueDeliveries,
  endpointSubject,
  leasesOf,
  nextWake,
  taskStatements,
  updateDelivery,
  updateEndpoint,
  writePush,
} from '@causeway/storage/agents';
import { all, first, type TxScript } from '@causeway/storage/jobs';
import type { AgentJobs } from '../context.ts';
import { messageDelivered } from '../messages/change.ts';
import { pushDelivered } from '../tasks/push-repository.ts';
import { reservationAnswered } from '../tasks/reservation.ts';
import type { DeliveryOutcome, DeliveryRepository, ReplayRefused, Retry, Take, TakenDelivery } from './deliveries.ts';
import { wakeEndpoint } from './queue.ts';
import { deliverAtMs } from './schedule.ts';

/** What follows, in the same transaction, when a delivery of a type has ended; `answer` is the receiver's, if any. */
const ENDS: Partial<Record<DeliveryType, (jobs: AgentJobs, delivery: DeliveryRow, answer: unknown) => TxScript<void>>> =
  {
    'message.received': messageDelivered,
    'task.assigned': reservationAnswered,
    'a2a.task': pushDelivered,
  };

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

/** When the next attempt follows a failed one, Unix milliseconds; null when none does. */
function retryAtMs(retry: Retry, { attempts, replayedFrom }: DeliveryRow, nowMs: number): number | null {
  switch (retry.kind) {
    case 'scheduled':
      return deliverAtMs(attempts - replayedFrom, nowMs, retry.random);
    case 'atOnce':
      return nowMs;
    case 'never':
      return null;
  }
}

/** The members of a delivery after an attempt. */
function afterAttempt(row: DeliveryRow, outcome: DeliveryOutcome, nowMs: number): Partial<DeliveryRow> {
  const end = { ...ENDED, lastStatus: outcome.status, endedAtMs: nowMs };
  if (outcome.kind === 'delivered') return { ...end, state: 'delivered', lastError: null };
  const lastError = outcome.error;
  const wakeAtMs = outcome.gone ? null : retryAtMs(outcome.retry, row, nowMs);
  if (wakeAtMs === null) return { ...end, state: 'failed', lastError };
  if (row.untilMs !== null && row.untilMs <= wakeAtMs) return { ...end, state: 'dropped', lastError };
  return { wakeAtMs, leaseEndsAtMs: null, lastStatus: outcome.status, lastError };
}

/** The event of a delivery that has ended, and what follows for its fact. */
function* ended(context: AgentJobs, row: DeliveryRow, answer: unknown): TxScript<void> {
  const { id, state, type, endpointId, attempts, lastStatus } = row;
  yield* context.appendEvent({
    subject: deliverySubject(id),
    type: `delivery.${state}`,
    data: { deliveryId: id, type, endpointId, attempts, lastStatus },
    createdAtMs: row.endedAtMs ?? 0,
  });
  const end = ENDS[type];
  if (end) yield* end(context, row, answer);
}

/** Takes deliveries of an endpoint, `left` at most, as many as it has free places. */
function* takeOf(
  context: AgentJobs,
  endpoint: EndpointRow,
  { perEndpoint, leaseMs }: Take,
  left: number,
): TxScript<DeliveryRow[]> {
  const { tables, clock } = context;
  const nowMs = clock.now();
  const leases = yield* leasesOf(tables, endpoint.id, perEndpoint);
  const lost = leases.filter((endsAtMs) => endsAtMs <= nowMs).length;
  const places = perEndpoint - leases.length + lost;
  const taken: DeliveryRow[] = [];
  for (const row of yield* dueDeliveries(tables, endpoint.id, nowMs, Math.max(Math.min(places, left), 0))) {
    if (row.untilMs !== null && row.untilMs <= nowMs) {
      const lastError = row.lastError ?? 'its time was over';
      const dropped = { ...ENDED, state: 'dropped', lastError, endedAtMs: nowMs } as const;
      yield* ended(context, yield* updateDelivery(tables, row, dropped), undefined);
      continue;
    }
    const lease = { wakeAtMs: nowMs + leaseMs, leaseEndsAtMs: nowMs + leaseMs };
    taken.push(yield* updateDelivery(tables, row, { ...lease, attempts: row.attempts + 1, attemptedAtMs: nowMs }));
  }
  // Without a free place, the endpoint waits for a report, or for the end of a lease.
  const firstEnd = leases.at(lost) ?? nowMs + leaseMs;
  const wakeAtMs = taken.length >= places ? firstEnd : yield* nextWake(tables, endpoint.id);
  yield* updateEndpoint(tables, endpoint.id, { wakeAtMs });
  return taken;
}

/** Remembers since when the endpoint fails. */
function* noteFailure(
  { tables }: AgentJobs,
  { id, failingSinceMs: before }: EndpointRow,
  outcome: DeliveryOutcome,
  nowMs: number,
): TxScript<void> {
  const counts = outcome.kind === 'delivered' || outcome.disableAfterMs !== undefined;
  const failingSinceMs = outcome.kind === 'delivered' ? null : (before ?? nowMs);
  if (counts && failingSinceMs !== before) yield* updateEndpoint(tables, id, { failingSinceMs });
}

/** Disables an endpoint, and tells its owner; of an agent's, the agent and its owner. */
function* disable(
  context: AgentJobs,
  { id, avatarId, kind, failingSinceMs }: EndpointRow,
  reason: keyof typeof DISABLED,
  nowMs: number,
): TxScript<void> {
  const { tables, appendEvent } = context;
  yield* updateEndpoint(tables, id, { disabledAtMs: nowMs, disabledReason: reason, updatedAtMs: nowMs });
  yield* dropDeliveries(context, id, DISABLED[reason], nowMs);
  const owners = new Set([avatarId]);
  if (kind === 'agent') {
    yield* writePush(context, id);
    const agent = yield* first(taskStatements(tables).agentById, { id });
    if (agent) owners.add(agent.ownerId);
  }
  const failingSince = failingSinceMs && new Date(failingSinceMs).toISOString();
  const data = { webhookId: id, kind, reason, failingSince };
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

/** The jobs of a DeliveryRepository. */
export function createDeliveryRepository(context: AgentJobs): Omit<DeliveryRepository, keyof DeliveryReading> {
  const { read, write, clock, tables } = context;
  const { deliveryById, endpointById, dueEndpoints } = deliveryStatements(tables);

  return {
    async take(order) {
      const due = () => all(dueEndpoints, { nowMs: clock.now(), limit: order.limit });
      if (order.limit <= 0 || (await read(due)).length === 0) return [];
      return write('normal', function* () {
        const taken: TakenDelivery[] = [];
        for (const endpoint of yield* due()) {
          const rows = yield* takeOf(context, endpoint, order, order.limit - taken.length);
          taken.push(...rows.map((delivery) => ({ delivery, endpoint })));
        }
        return taken;
      });
    },

    settle: ({ delivery }, outcome) =>
      write('full', function* () {
        const row = yield* first(deliveryById, { id: delivery.id });
        if (row?.leaseEndsAtMs == null || row.attempts !== delivery.attempts) return undefined;
        const nowMs = clock.now();
        const settled = yield* updateDelivery(tables, row, afterAttempt(row, outcome, nowMs));
        const endpoint = yield* first(endpointById, { id: row.endpointId });
        const reason = endpoint && disabling(endpoint, outcome, nowMs);
        if (endpoint && reason) yield* disable(context, endpoint, reason, nowMs);
        else if (endpoint) {
          yield* noteFailure(context, endpoint, outcome, nowMs);
          const wakeAtMs = yield* nextWake(tables, endpoint.id);
          if (wakeAtMs !== null) yield* wakeEndpoint(context, endpoint, wakeAtMs);
        }
        const answer = outcome.kind === 'delivered' ? outcome.answer : undefined;
        if (settled.state !== 'pending') yield* ended(context, settled, answer);
        return settled;
      }),

    replay: (id) =>
      write('full', function* (): TxScript<Result<DeliveryRow, ReplayRefused>> {
        const refuse = (code: ReplayRefused['code']) => ({ ok: false, error: { code } }) as const;
        const row = yield* first(deliveryById, { id });
        if (row === undefined) return refuse('DELIVERY_NOT_FOUND');
        if (row.state === 'pending') return refuse('DELIVERY_PENDING');
        const endpoint = yield* first(endpointById, { id: row.endpointId });
        if (endpoint === undefined) return refuse('ENDPOINT_NOT_FOUND');
        if (endpoint.disabledAtMs !== null) return refuse('ENDPOINT_DISABLED');
        const nowMs = clock.now();
        const anew = { replayedFrom: row.attempts, untilMs: null, endedAtMs: null };
        const again = yield* updateDelivery(tables, row, { state: 'pending', wakeAtMs: nowMs, ...anew });
        yield* wakeEndpoint(context, endpoint, nowMs);
        return ok(again);
      }),
  };
}
