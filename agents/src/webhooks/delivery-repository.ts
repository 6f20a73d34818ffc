import { ok, type Result } from '@causeway/protocol';
import type { DeliveryReading, DeliveryRow, DeliveryType, EndpointRow } from '@causeway/storage';
import {
  AGENTS_TOPIC,
  deliveryStatements,
  deliverySubject,
  dropDeliveries,
  endpointLock,
  endpointSubject,
  taskStatements,
  updateDelivery,
  updateEndpoint,
  writePush,
} from '@causeway/storage/agents';
import { all, allOfEach, first, lock, lockOf, type TxScript } from '@causeway/storage/jobs';
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

/** Takes due deliveries of endpoints that nobody else serves now: of each, as many as it has free places. */
function* takeDue(context: AgentJobs, { limit, perEndpoint, leaseMs }: Take): TxScript<readonly TakenDelivery[]> {
  const { tables, clock } = context;
  const statements = deliveryStatements(tables);
  const nowMs = clock.now();
  const endpoints = yield* all(statements.dueEndpoints, { nowMs, limit });
  yield* lock(...endpoints.map(endpointLock));
  const ofEach = endpoints.map(({ id: endpointId }) => ({ endpointId, nowMs, limit: perEndpoint }));
  const [leases, due] = yield* allOfEach([statements.leases, ofEach], [statements.dueDeliveries, ofEach]);
  const taken: TakenDelivery[] = [];
  /** When a lease ends, of each endpoint without a free place. */
  const fullUntilMs: (number | undefined)[] = [];
  for (const [index, endpoint] of endpoints.entries()) {
    const ends = (leases[index] ?? []).map(({ endsAtMs }) => endsAtMs);
    const lost = ends.filter((endsAtMs) => endsAtMs <= nowMs).length;
    const places = perEndpoint - ends.length + lost;
    const before = taken.length;
    for (const row of (due[index] ?? []).slice(0, Math.max(Math.min(places, limit - before), 0))) {
      if (row.untilMs !== null && row.untilMs <= nowMs) {
        const lastError = row.lastError ?? 'its time was over';
        const dropped = { ...ENDED, state: 'dropped', lastError, endedAtMs: nowMs } as const;
        yield* ended(context, yield* updateDelivery(tables, row, dropped), undefined);
        continue;
      }
      const lease = { wakeAtMs: nowMs + leaseMs, leaseEndsAtMs: nowMs + leaseMs };
      const set = { ...lease, attempts: row.attempts + 1, attemptedAtMs: nowMs };
      taken.push({ delivery: yield* updateDelivery(tables, row, set), endpoint });
    }
    fullUntilMs.push(taken.length - before >= places ? (ends.at(lost) ?? nowMs + leaseMs) : undefined);
  }
  const [next] = yield* allOfEach([statements.nextWake, ofEach]);
  for (const [index, { id }] of endpoints.entries()) {
    // Without a free place, the endpoint waits for a report, or for the end of a lease.
    const wakeAtMs = fullUntilMs[index] ?? next[index]?.[0]?.wakeAtMs ?? null;
    yield* updateEndpoint(tables, id, { wakeAtMs });
  }
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
    yield* lock(lockOf('agent', id));
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
  const { deliveryById, endpointById, nextWake, someDueEndpoint } = deliveryStatements(tables);

  function* settle({ delivery }: TakenDelivery, outcome: DeliveryOutcome): TxScript<DeliveryRow | undefined> {
    const { id, endpointId } = delivery;
    const [[rows], [found]] = yield* allOfEach([deliveryById, [{ id }]], [endpointById, [{ id: endpointId }]]);
    const row = rows?.[0];
    if (row?.leaseEndsAtMs == null || row.attempts !== delivery.attempts) return undefined;
    const nowMs = clock.now();
    const settled = yield* updateDelivery(tables, row, afterAttempt(row, outcome, nowMs));
    const endpoint = found?.[0];
    const reason = endpoint && disabling(endpoint, outcome, nowMs);
    if (endpoint && reason) yield* disable(context, endpoint, reason, nowMs);
    else if (endpoint) {
      yield* noteFailure(context, endpoint, outcome, nowMs);
      const wakeAtMs = (yield* first(nextWake, { endpointId }))?.wakeAtMs ?? null;
      if (wakeAtMs !== null) yield* wakeEndpoint(context, endpoint, wakeAtMs);
    }
    const answer = outcome.kind === 'delivered' ? outcome.answer : undefined;
    if (settled.state !== 'pending') yield* ended(context, settled, answer);
    return settled;
  }

  function* replay(id: string): TxScript<Result<DeliveryRow, ReplayRefused>> {
    const refuse = (code: ReplayRefused['code']) => ({ ok: false, error: { code } }) as const;
    const known = yield* first(deliveryById, { id });
    if (known === undefined) return refuse('DELIVERY_NOT_FOUND');
    if (known.state === 'pending') return refuse('DELIVERY_PENDING');
    const { endpointId } = known;
    const at = yield* first(endpointById, { id: endpointId });
    if (at === undefined) return refuse('ENDPOINT_NOT_FOUND');
    yield* lock(endpointLock(at));
    const [[rows], [found]] = yield* allOfEach([deliveryById, [{ id }]], [endpointById, [{ id: endpointId }]]);
    const [row, endpoint] = [rows?.[0], found?.[0]];
    if (row?.state === 'pending') return refuse('DELIVERY_PENDING');
    if (row === undefined || endpoint === undefined) return refuse('ENDPOINT_NOT_FOUND');
    if (endpoint.disabledAtMs !== null) return refuse('ENDPOINT_DISABLED');
    const nowMs = clock.now();
    const anew = { replayedFrom: row.attempts, untilMs: null, endedAtMs: null };
    const again = yield* updateDelivery(tables, row, { state: 'pending', wakeAtMs: nowMs, ...anew });
    yield* wakeEndpoint(context, endpoint, nowMs);
    return ok(again);
  }

  return {
    async take(order) {
      const nowMs = clock.now();
      if (order.limit <= 0 || (await read(() => all(someDueEndpoint, { nowMs }))).length === 0) return [];
      // Which endpoints it locks is known after it has chosen.
      return write('normal', () => takeDue(context, order), { locks: [] });
    },

    settle: (taken, outcome) => write('full', () => settle(taken, outcome), { locks: [endpointLock(taken.endpoint)] }),

    // The endpoint of a delivery is known after a read.
    replay: (id) => write('full', () => replay(id), { locks: [] }),
  };
}
