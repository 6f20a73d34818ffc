import type { LaneState, OracleCall } from '@causeway/chains';
import { type Domain, executionOf, type Failure, fail, KIND, ok, type Result } from '@causeway/protocol';
import type { ChainViewRepository, MessageRow, OrderRow } from '@causeway/storage';
import type { Logger } from 'pino';
import { type Bridge, type Bridges, laneOf } from './bridges.ts';
import type { Clock } from './clock.ts';
import { Deferrals } from './deferrals.ts';
import { judge } from './delivery.ts';
import type { Metrics } from './metrics.ts';
import type { OrderTracker } from './orders.ts';
import type { Action, Proposal } from './proposal.ts';
import {
  cancelCall,
  commitCall,
  contiguousFrom,
  executeCall,
  intervalKey,
  type ProvenInterval,
  proveInterval,
  proveRows,
} from './prover.ts';
import { type CancelAfter, cancelAfterMs, isLate } from './refunds.ts';

/** One message's delivery or cancellation within a plan. */
export interface PlannedItem {
  readonly kind: 'execute' | 'cancel';
  readonly row: MessageRow;
  readonly order: OrderRow | undefined;
  readonly interval: ProvenInterval;
}

/** The members that a destination's oracle had when the plan was made, and how many of them must sign. */
export interface Oracle {
  readonly members: readonly string[];
  readonly threshold: number;
}

/** Calls that succeeded together in a simulation on the destination, and the proposal that stands for them. */
export interface Plan {
  readonly proposal: Proposal;
  readonly calls: readonly OracleCall[];
  /** Item of each action; undefined for a commitment. */
  readonly items: readonly (PlannedItem | undefined)[];
  readonly oracle: Oracle;
}

/** Settings of the planner, see the relayer section of the configuration. */
export interface PlannerRules {
  readonly maxBatchOrders: number;
  readonly maxCommitMessages: number;
  readonly cancelAfter: CancelAfter;
}

export interface PlannerDeps {
  readonly bridge: Bridge;
  readonly bridges: Bridges;
  readonly view: ChainViewRepository;
  readonly tracker: OrderTracker;
  readonly rules: PlannerRules;
  /** Address of the account that pays for this destination's oracle transactions. */
  readonly payer: string;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly log: Logger;
}

/** The most calldata of one transaction, bytes: nodes refuse transactions above 128 KB. */
const MAX_CALLDATA = 100_000;
/** Calldata of one call without siblings, bytes: selector, arguments, head of the proof, MultiSend framing. */
const CALL_BYTES = 512;
/** Messages looked at in one round. */
const WINDOW = 500;
/** First and longest wait of a message that has to wait, milliseconds. */
const FIRST_WAIT_MS = 1_000;
const LAST_WAIT_MS = 5_000;

/** What one round reads of the destination, all at once. */
interface Reading {
  readonly oracle: Oracle;
  readonly anchor: string;
  readonly inboundPaused: boolean;
  readonly finalizedTimeMs: number;
  readonly lanes: ReadonlyMap<Domain, LaneState>;
}

/** Decides what a destination does next: which lanes to commit, and which messages to execute or cancel. */
export class Planner {
  readonly deferrals: Deferrals;
  readonly #deps: PlannerDeps;

  constructor(deps: PlannerDeps) {
    this.#deps = deps;
    this.deferrals = new Deferrals(deps.clock, FIRST_WAIT_MS, LAST_WAIT_MS);
  }

  /** Final messages to this destination that nobody has dealt with and that do not wait; refunds first, oldest first. */
  async candidates(): Promise<readonly MessageRow[]> {
    const { bridge, bridges, view } = this.#deps;
    const { family, domain } = bridge.provider;
    const rows = await view.undelivered(family, domain, WINDOW + this.deferrals.size);
    this.deferrals.retain(new Set(rows.map((row) => row.messageId)));
    const due = rows.filter(
      (row) => !this.deferrals.waits(row.messageId) && bridges.get(family, row.message.source) !== undefined,
    );
    return [...due.filter(isRefund), ...due.filter((row) => !isRefund(row))];
  }

  /** A plan for those of `candidates` that can go together now, or undefined when none can. */
  async plan(candidates: readonly MessageRow[]): Promise<Result<Plan | undefined>> {
    const reading = await this.#read(candidates);
    if (!reading.ok) return reading;
    const chosen = await this.#choose(candidates, reading.value);
    return chosen.ok ? this.#simulate(chosen.value, reading.value) : chosen;
  }

  /** Puts `row` aside for a while, longer each time. */
  defer(row: MessageRow, reason: string): void {
    const waitMs = this.deferrals.add(row.messageId);
    this.#deps.metrics.deferred.inc({ chain: this.#deps.bridge.provider.name, reason });
    this.#deps.log.debug({ messageId: row.messageId, reason, waitMs }, 'message waits');
  }

  async #read(candidates: readonly MessageRow[]): Promise<Result<Reading>> {
    const { bridge, payer } = this.#deps;
    const { provider } = bridge;
    const sources = [...new Set(candidates.map(({ message }) => message.source))];
    const [oracle, anchor, paused, finalized, states] = await Promise.all([
      provider.oracle(),
      provider.anchor(payer),
      provider.paused(),
      provider.finalized(),
      Promise.all(sources.map((source) => provider.lane(source))),
    ]);
    if (!oracle.ok) return oracle;
    if (!anchor.ok) return anchor;
    if (!paused.ok) return paused;
    if (!finalized.ok) return finalized;
    const lanes = new Map<Domain, LaneState>();
    for (const [index, state] of states.entries()) {
      if (!state.ok) return state;
      lanes.set(sources[index] as Domain, state.value);
    }
    return ok({
      oracle: oracle.value,
      anchor: anchor.value,
      inboundPaused: paused.value.inbound,
      finalizedTimeMs: finalized.value.timeMs,
      lanes,
    });
  }

  /** What to do with each candidate, as many as one transaction takes. */
  async #choose(candidates: readonly MessageRow[], reading: Reading): Promise<Result<PlannedItem[]>> {
    const intervals = new Map<string, ProvenInterval | undefined>();
    const items: PlannedItem[] = [];
    let bytes = 0;
    for (const row of candidates) {
      if (items.length >= this.#deps.rules.maxBatchOrders) break;
      const order = await this.#deps.tracker.orderOf(row.messageId);
      if (order?.state === 'failed') {
        this.defer(row, 'failed');
        continue;
      }
      const interval = await this.#intervalOf(row, order, reading, intervals);
      if (!interval) continue;
      const kind = await this.#kindOf(row, order, interval, reading);
      if (!kind.ok) return kind;
      if (kind.value === 'wait') continue;
      bytes += CALL_BYTES + 32 * Math.ceil(Math.log2(interval.count));
      if (bytes > MAX_CALLDATA) break;
      items.push({ kind: kind.value, row, order, interval });
    }
    return ok(items);
  }

  async #kindOf(
    row: MessageRow,
    order: OrderRow | undefined,
    interval: ProvenInterval,
    reading: Reading,
  ): Promise<Result<PlannedItem['kind'] | 'wait'>> {
    const { bridge, bridges, rules } = this.#deps;
    const source = bridges.get(row.family, row.message.source) as Bridge;
    if (isLate(row, reading.finalizedTimeMs, cancelAfterMs(rules.cancelAfter, source, bridge))) return ok('cancel');
    if (order?.state === 'cancelling') return this.#cancelNow(row, interval, reading);
    // Nothing is deferred: the first round after the pause takes them all.
    return ok(reading.inboundPaused ? 'wait' : 'execute');
  }

  /** Signers agree to an early cancellation only where delivery can never succeed. */
  async #cancelNow(row: MessageRow, interval: ProvenInterval, reading: Reading): Promise<Result<'cancel' | 'wait'>> {
    const { provider } = this.#deps.bridge;
    const calls = [executeCall(interval, row)];
    if (isFresh(interval, reading)) calls.unshift(commitCall(interval));
    const simulated = await provider.simulate(calls);
    if (!simulated.ok) {
      if (simulated.error.callIndex === undefined) return simulated;
      const verdict = await judge(provider, row.message, simulated.error);
      if (!verdict.ok) return verdict;
      if (verdict.value === 'never') return ok('cancel');
    }
    this.defer(row, 'cancelTooEarly');
    return ok('wait');
  }

  /** The interval that proves `row`: a committed one, or the one to commit now; undefined when there is none yet. */
  async #intervalOf(
    { message, family, messageId, ...row }: MessageRow,
    order: OrderRow | undefined,
    reading: Reading,
    known: Map<string, ProvenInterval | undefined>,
  ): Promise<ProvenInterval | undefined> {
    const { view, bridge, bridges, rules } = this.#deps;
    const lane = laneOf(bridges.get(family, message.source) as Bridge, bridge);
    const next = (reading.lanes.get(message.source) as LaneState).nextInboundNonce;
    if (message.nonce >= next) {
      const key = `${message.source}/fresh`;
      if (!known.has(key)) {
        const [first, ...rest] = contiguousFrom(next, await view.messages(lane, next, rules.maxCommitMessages, true));
        known.set(key, first && proveRows(lane, [first, ...rest]));
      }
      const fresh = known.get(key);
      return fresh && message.nonce < fresh.firstNonce + BigInt(fresh.count) ? fresh : undefined;
    }
    // Absent while this view lags behind the commitment that the chain already shows.
    const root = await view.rootOf(lane, message.nonce);
    if (!root) return undefined;
    const key = intervalKey(root);
    if (!known.has(key)) known.set(key, await proveInterval(view, root));
    const interval = known.get(key);
    if (!interval || interval.batch.root === root.root) return interval;
    await this.#giveUp({ message, family, messageId, ...row }, order, {
      code: 'ROOT_MISMATCH',
      message: `the root committed for nonces from ${root.firstNonce} is not that of the source's messages`,
      retryable: false,
    });
    return undefined;
  }

  /** Takes items out, or turns them into cancellations, until the rest succeeds in a simulation. */
  async #simulate(chosen: readonly PlannedItem[], reading: Reading): Promise<Result<Plan | undefined>> {
    let items = chosen;
    while (items.length > 0) {
      const plan = this.#compose(items, reading);
      const simulated = await this.#deps.bridge.provider.simulate(plan.calls);
      if (simulated.ok) return ok(plan);
      const index = simulated.error.callIndex;
      if (index === undefined) return simulated;
      const item = plan.items[index];
      if (!item) return fail('STALE', `commitRoot was refused with ${simulated.error.code}`, true);
      const rest = await this.#without(items, item, simulated.error);
      if (!rest.ok) return rest;
      items = rest.value;
    }
    return ok(undefined);
  }

  #compose(items: readonly PlannedItem[], reading: Reading): Plan {
    const { family, domain } = this.#deps.bridge.provider;
    const fresh = [...new Set(items.map(({ interval }) => interval))].filter((interval) => isFresh(interval, reading));
    const actions: Action[] = [
      ...fresh.map(({ lane, firstNonce, count }) => ({ commit: lane.source, firstNonce, count })),
      ...items.map(actionOf),
    ];
    const calls = [
      ...fresh.map(commitCall),
      ...items.map(({ kind, interval, row }) => (kind === 'execute' ? executeCall : cancelCall)(interval, row)),
    ];
    return {
      proposal: { destination: domain, family, anchor: reading.anchor, actions },
      calls,
      items: [...fresh.map(() => undefined), ...items],
      oracle: reading.oracle,
    };
  }

  /** `items` after `item` was refused with `failure`. */
  async #without(
    items: readonly PlannedItem[],
    item: PlannedItem,
    failure: Failure,
  ): Promise<Result<readonly PlannedItem[]>> {
    const { provider } = this.#deps.bridge;
    const verdict = await judge(provider, item.row.message, failure);
    if (!verdict.ok) return verdict;
    const others = items.filter((other) => other !== item);
    switch (verdict.value) {
      case 'stale':
        return fail('STALE', `${provider.name} refused with ${failure.code}: it moved since it was read`, true);
      case 'broken':
        await this.#giveUp(item.row, item.order, failure);
        return ok(others);
      case 'never':
        if (item.kind === 'cancel') break;
        if (item.order) await this.#startCancel(item.order, failure);
        return ok(items.map((other) => (other === item ? { ...item, kind: 'cancel' as const } : other)));
      case 'done':
      case 'wait':
        break;
    }
    this.defer(item.row, failure.code);
    return ok(failure.code === 'RateLimited' ? this.#withinLimit(others, item) : others);
  }

  /** Without what draws on the same bucket as `limited` and takes at least as much: it would be refused as well. */
  #withinLimit(items: readonly PlannedItem[], limited: PlannedItem): readonly PlannedItem[] {
    const { message } = limited.row;
    return items.filter((item) => {
      const same =
        item.kind === 'execute' &&
        item.row.message.source === message.source &&
        executionOf(item.row.message) === executionOf(message);
      if (!same || item.row.message.wireAmount < message.wireAmount) return true;
      this.defer(item.row, 'RateLimited');
      return false;
    });
  }

  async #startCancel(order: OrderRow, { code, message }: Failure): Promise<void> {
    await this.#deps.tracker.move(order, {
      trigger: 'cancelStarted',
      patch: { failureCode: code, failureMessage: message },
    });
  }

  /** Leaves the message to an operator. */
  async #giveUp(row: MessageRow, order: OrderRow | undefined, { code, message }: Failure): Promise<void> {
    this.defer(row, code);
    this.#deps.log.error({ messageId: row.messageId, orderId: order?.id, code }, 'message needs an operator');
    if (!order) return;
    await this.#deps.tracker.move(order, { trigger: 'failed', patch: { failureCode: code, failureMessage: message } });
  }
}

const isRefund = ({ message }: MessageRow): boolean => message.kind === KIND.cancel;

/** True when the destination has no root for the interval yet. */
const isFresh = (interval: ProvenInterval, { lanes }: Reading): boolean =>
  interval.firstNonce >= (lanes.get(interval.lane.source) as LaneState).nextInboundNonce;

function actionOf({ kind, row: { message }, interval: { firstNonce, count } }: PlannedItem): Action {
  const where = { nonce: message.nonce, firstNonce, count };
  return kind === 'execute' ? { execute: message.source, ...where } : { cancel: message.source, ...where };
}
