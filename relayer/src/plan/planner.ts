import type { CallFailure, LaneState, OracleCall } from '@causeway/chains';
import { type Domain, fail, KIND, ok, type Result } from '@causeway/protocol';
import type { MessageRow, OrderRow, StoredSubmission } from '@causeway/storage';
import type { PlanFailure } from '../failures.ts';
import { brokenAt } from '../view/soundness.ts';
import { Arrivals } from './arrivals.ts';
import type { Most } from './batch-size.ts';
import { Deferrals, type Pace } from './deferrals.ts';
import { judge, limitSideOf } from './delivery.ts';
import { crowding, fairOrder, shareOf } from './fairness.ts';
import { bucketOf, HeldBuckets } from './held-buckets.ts';
import {
  type Ahead,
  type Choice,
  composePlan,
  type Plan,
  type PlannedItem,
  type PlannerDeps,
  type Reading,
} from './plan.ts';
import { Readable } from './readable.ts';
import { mostThatFit, Selection } from './selection.ts';
import { messageKey } from './state-after.ts';
import { countBefore, UnderWay } from './under-way.ts';

/** Most messages in one round. */
const WINDOW = 500;
/** First and longest wait of a deferred message, milliseconds. */
const FIRST_WAIT_MS = 1_000;
const LAST_WAIT_MS = 5_000;

/** Decides a destination's next step: lanes to commit, and messages to execute or cancel. */
export class Planner {
  readonly deferrals: Deferrals;
  readonly #deps: PlannerDeps;
  readonly #held = new HeldBuckets();
  readonly #arrivals: Arrivals;
  readonly #readable: Readable;
  readonly #underWay: UnderWay;
  #full: number;
  #wantsAlone = false;

  constructor(deps: PlannerDeps) {
    this.#deps = deps;
    this.#underWay = new UnderWay(deps.view);
    this.#full = this.mostAtOnce.orders;
    this.deferrals = new Deferrals(deps.clock, FIRST_WAIT_MS, LAST_WAIT_MS);
    this.#arrivals = new Arrivals(deps.clock);
    this.#readable = new Readable(deps.clock, 'relayer');
  }

  /** The configured size of a proposal. */
  get mostAtOnce(): Most {
    const { maxBatchOrders: orders = this.#deps.bridge.provider.oracleRules.maxCalls, maxCommitMessages } =
      this.#deps.rules;
    return { orders, commitMessages: maxCommitMessages };
  }

  /** Number of orders that fill a transaction, by what was read last. */
  get full(): number {
    return this.#full;
  }

  /** True while a message has to go into a transaction with nothing under way before it. */
  get wantsAlone(): boolean {
    return this.#wantsAlone;
  }

  /**
   * Final messages to this destination that have no outcome, are in none of the transactions `underWay` and need not
   * wait, oldest first. A view that contradicts its chain proves nothing, so that there are none from a broken one, and
   * none at all to it.
   */
  async candidates(underWay: readonly StoredSubmission<'oracle'>[] = []): Promise<readonly MessageRow[]> {
    const { bridges, bridge, view } = this.#deps;
    const sent = new Set<string>();
    for (const effect of await this.#underWay.effectsOf(this.#ownOf(underWay))) {
      if (effect.does !== 'commit') sent.add(messageKey(effect.source, effect.nonce));
    }
    const rows = await this.#undelivered(sent.size);
    const ids = new Set(rows.map((row) => row.messageId));
    this.deferrals.retain(ids);
    this.#held.retain(ids);
    this.#arrivals.note(ids);
    const due = rows.filter(
      (row) =>
        !this.deferrals.waits(row.messageId) &&
        !sent.has(messageKey(row.message.source, row.message.nonce)) &&
        bridges.get(row.family, row.message.source) !== undefined,
    );
    const broken = due.length > 0 ? await view.broken() : [];
    if (broken.length === 0) return due;
    const here = bridge.provider.domain;
    return due.filter((row) => {
      const isWhole = !brokenAt(broken, row.family, [here, row.message.source]);
      if (!isWhole) this.defer(row, 'viewBroken');
      return isWhole;
    });
  }

  /** True while no message of `plan` has an outcome. */
  async isOpen({ items }: Plan): Promise<boolean> {
    const { view } = this.#deps;
    const outcomes = await Promise.all(items.map((item) => item && view.outcome(item.row.messageId)));
    return outcomes.every((outcome) => outcome === undefined);
  }

  #ownOf(rows: readonly StoredSubmission<'oracle'>[]): readonly StoredSubmission<'oracle'>[] {
    return rows.filter(({ family }) => family === this.#deps.bridge.provider.family);
  }

  /**
   * The oldest messages, and the oldest of other senders when a few fill the window. `sent`: number of messages that
   * are under way.
   */
  async #undelivered(sent = 0): Promise<readonly MessageRow[]> {
    const { bridge, view } = this.#deps;
    const { family, domain } = bridge.provider;
    const limit = WINDOW + this.deferrals.size + sent;
    const rows = await view.undelivered(family, domain, limit);
    const crowds = rows.length < limit ? [] : crowding(rows, shareOf(limit));
    if (crowds.length === 0) return rows;
    const others = await view.undelivered(family, domain, WINDOW, crowds);
    return [...new Map([...rows, ...others].map((row) => [row.messageId, row])).values()];
  }

  /**
   * A plan for the `candidates` that can go together now, `most` of them, on top of what is `underWay`; undefined when
   * none can. `packed`: whether the signers know packed orders.
   */
  async plan(
    candidates: readonly MessageRow[],
    most: Most = this.mostAtOnce,
    underWay: readonly StoredSubmission<'oracle'>[] = [],
    packed = true,
  ): Promise<Result<Plan | undefined, PlanFailure>> {
    const read = await this.#read(candidates, underWay, packed);
    if (!read.ok || read.value === undefined) return read.ok ? ok(undefined) : read;
    const reading = read.value;
    if (underWay.length === 0) this.#wantsAlone = false;
    this.#full = Math.min(most.orders, mostThatFit(reading, this.#deps.bridge.provider.oracleRules, candidates));
    const readable = candidates.filter((row) => {
      const isLost = reading.lost.has(row.message.source);
      if (isLost) this.defer(row, 'sourceUnreadable');
      return !isLost;
    });
    const aside = {
      defer: (row: MessageRow, reason: string, pace?: Pace) => this.defer(row, reason, pace),
      giveUp: (row: MessageRow, order: OrderRow | undefined, failure: PlanFailure) => this.#giveUp(row, order, failure),
      keepsOut: (row: MessageRow) => this.#held.keepsOut(row),
      justArrived: ({ messageId }: MessageRow) =>
        this.#arrivals.isWithin(messageId, this.#deps.rules.deliverAfterFinalMs),
      wantsAlone: () => {
        this.#wantsAlone = true;
      },
    };
    const selection = new Selection(this.#deps, reading, aside, most);
    const chosen = await selection.choose(fairOrder(readable, shareOf(this.#full)));
    return chosen.ok ? this.#simulate(chosen.value, reading) : chosen;
  }

  /**
   * Defers a message, longer each time. What its recipient does is tried again rarely: many could do it at each try,
   * and each try costs the others time, or the payer more than it costs them.
   */
  defer({ messageId }: Pick<MessageRow, 'messageId'>, reason: string, pace?: Pace): void {
    const waitMs = this.deferrals.add(messageId, pace);
    this.#deps.metrics.deferred.inc({ chain: this.#deps.bridge.provider.name, reason });
    this.#deps.log.debug({ messageId, reason, waitMs }, 'message waits');
  }

  /** Undefined while what is `underWay` includes something void, on which nothing can build. */
  async #read(
    candidates: readonly MessageRow[],
    underWay: readonly StoredSubmission<'oracle'>[],
    packed: boolean,
  ): Promise<Result<Reading | undefined, PlanFailure>> {
    const { bridge, bridges, payer, comparisons } = this.#deps;
    const { provider } = bridge;
    const sources = [...new Set(candidates.map(({ message }) => message.source))];
    const [lost, oracle, anchor, paused, finalized, room, states] = await Promise.all([
      this.#readable.lostAmong(
        sources.map((source) => bridges.require(provider.family, source)),
        provider.domain,
      ),
      provider.oracle(),
      provider.anchor(payer),
      provider.paused(),
      provider.finalized(),
      provider.room?.(),
      Promise.all(sources.map((source) => provider.lane(source))),
    ]);
    if (!oracle.ok) return oracle;
    if (!anchor.ok) return anchor;
    if (!paused.ok) return paused;
    if (!finalized.ok) return finalized;
    if (room && !room.ok) return room;
    const lanes = new Map<Domain, LaneState>();
    for (const [index, state] of states.entries()) {
      if (!state.ok) return state;
      lanes.set(sources[index] as Domain, state.value);
    }
    const place = provider.order?.placeOf(anchor.value);
    const count = provider.order && place !== undefined ? countBefore(underWay, provider.order, place) : undefined;
    if (place !== undefined && count === undefined) return ok(undefined);
    const next = new Map([...lanes].map(([source, { nextInboundNonce }]) => [source, nextInboundNonce]));
    const ahead = await this.#underWay.ahead(this.#ownOf(underWay), next, count);
    if (ahead === undefined) return ok(undefined);
    for (const { source, firstNonce, count: messages } of ahead.coming) {
      const lane = lanes.get(source);
      if (lane) lanes.set(source, { ...lane, nextInboundNonce: firstNonce + BigInt(messages) });
    }
    const differing = new Set<Domain>();
    for (const source of sources) {
      const lane = { family: provider.family, source, destination: provider.domain };
      if (await comparisons.differs(lane)) differing.add(source);
    }
    return ok({
      oracle: oracle.value,
      anchor: provider.order && ahead.count > 0 ? provider.order.anchorAt((place ?? 0) + ahead.count) : anchor.value,
      ahead,
      room: room && { ...room.value, packs: packed && room.value.packs },
      inboundPaused: paused.value.inbound,
      finalizedTimeMs: finalized.value.timeMs,
      lanes,
      differing,
      lost,
    });
  }

  /** Defers every message from `source`, because signers cannot judge any, or sign no root of them. */
  async deferFrom(source: Domain, reason: string): Promise<void> {
    for (const row of await this.#undelivered()) if (row.message.source === source) this.defer(row, reason);
  }

  /** Removes items, or turns them into cancellations, until the rest succeeds in a simulation. */
  async #simulate(chosen: Choice, reading: Reading): Promise<Result<Plan | undefined, PlanFailure>> {
    const { provider } = this.#deps.bridge;
    const { commits } = chosen;
    let { items } = chosen;
    while (commits.length + items.length > 0) {
      const plan = composePlan(this.#deps.bridge, { commits, items }, reading);
      const failures = await this.#failures(plan.calls, reading.ahead);
      if (!failures.ok) return failures;
      if (failures.value.size === 0) {
        // Together, and with nothing under way, they were tried out as they will run.
        if (!provider.oracleRules.commitsApart && reading.ahead.draws.size === 0) return ok(plan);
        const fitting = await this.#withinBuckets(items, reading.ahead.draws);
        if (!fitting.ok) return fitting;
        // The same calls, because a provider remembers how they were tried out.
        if (fitting.value.length === items.length) return ok(plan);
        const rest = { commits, items: fitting.value };
        const empty = commits.length + fitting.value.length === 0;
        return ok(empty ? undefined : composePlan(this.#deps.bridge, rest, reading));
      }
      for (const [index, failure] of failures.value) {
        const item = plan.items[index];
        if (!item) return fail('STALE', `commitRoot was refused with ${failure.code}`, true);
        const rest = await this.#without(items, item, failure, reading.ahead.count === 0);
        if (!rest.ok) return rest;
        items = rest.value;
      }
    }
    return ok(undefined);
  }

  /**
   * Failures by index of the call: only the first when the calls build on each other, otherwise all of them. Roots that
   * are `coming` are committed first; a failure of theirs has index −1.
   */
  async #failures(
    calls: readonly OracleCall[],
    { coming }: Ahead,
  ): Promise<Result<ReadonlyMap<number, CallFailure>, CallFailure>> {
    const { provider } = this.#deps.bridge;
    const first = coming.map((root): OracleCall => ({ function: 'commitRoot', ...root }));
    const parts = provider.oracleRules.commitsApart ? calls.map((call) => [call]) : [[...first, ...calls]];
    const simulated = await Promise.all(parts.map((part) => provider.simulate(part)));
    const failures = new Map<number, CallFailure>();
    for (const [part, result] of simulated.entries()) {
      if (result.ok) continue;
      if (result.error.callIndex === undefined) return result;
      failures.set(Math.max(-1, part + result.error.callIndex - first.length), result.error);
    }
    return ok(failures);
  }

  /** `items` after the refusal of `item` with `failure`. */
  async #without(
    items: readonly PlannedItem[],
    item: PlannedItem,
    failure: CallFailure,
    isNext: boolean,
  ): Promise<Result<readonly PlannedItem[], PlanFailure>> {
    // It was already removed together with an earlier refused item.
    if (!items.includes(item)) return ok(items);
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
        if (!isNext) {
          // Signers try out that it can never be delivered, which they can for the next transaction only.
          this.#wantsAlone = true;
          return ok(others);
        }
        return ok(items.map((other) => (other === item ? { ...item, kind: 'cancel' as const } : other)));
      case 'refill':
        if (isRefund(item.row)) this.#held.hold(item.row);
        break;
      case 'done':
      case 'wait':
        break;
    }
    this.defer(item.row, failure.code);
    return ok(failure.code === 'RateLimited' ? this.#withinLimit(others, item) : others);
  }

  /** Removes items that draw from the bucket of `limited` and would be refused too, or must let a refund go first. */
  #withinLimit(items: readonly PlannedItem[], limited: PlannedItem): readonly PlannedItem[] {
    const { message } = limited.row;
    return items.filter((item) => {
      const same = item.kind === 'execute' && bucketOf(item.row.message) === bucketOf(message);
      const passes = item.row.message.wireAmount < message.wireAmount && !this.#held.keepsOut(item.row);
      if (!same || passes) return true;
      this.defer(item.row, 'RateLimited');
      return false;
    });
  }

  /** Removes items that, with `draws` of before, exceed a bucket, when each call or the transaction was tried alone. */
  async #withinBuckets(
    items: readonly PlannedItem[],
    draws: ReadonlyMap<string, bigint>,
  ): Promise<Result<readonly PlannedItem[], PlanFailure>> {
    const { provider } = this.#deps.bridge;
    const buckets = new Map<string, { readonly available: bigint; readonly capacity: bigint }>();
    const fitting: PlannedItem[] = [];
    for (const item of items) {
      const { message } = item.row;
      if (item.kind === 'execute') {
        const known = buckets.get(bucketOf(message));
        const read = known ? ok(known) : await provider.limits(message.source, limitSideOf(message));
        if (!read.ok) return read;
        const { capacity } = read.value;
        const available = read.value.available - (known ? 0n : (draws.get(bucketOf(message)) ?? 0n));
        const fits = message.wireAmount <= available;
        buckets.set(bucketOf(message), { available: fits ? available - message.wireAmount : available, capacity });
        // Refunds come first, so that the bucket is held before anything smaller draws from it.
        if (!fits && isRefund(item.row) && message.wireAmount <= capacity) this.#held.hold(item.row);
        if (!fits || this.#held.keepsOut(item.row)) {
          this.defer(item.row, 'RateLimited');
          continue;
        }
      }
      fitting.push(item);
    }
    return ok(fitting);
  }

  async #startCancel(order: OrderRow, { code, message }: PlanFailure): Promise<void> {
    await this.#deps.tracker.move(order, {
      trigger: 'cancelStarted',
      patch: { failureCode: code, failureMessage: message },
    });
  }

  /** Leaves the message to an operator. */
  async #giveUp(row: MessageRow, order: OrderRow | undefined, { code, message }: PlanFailure): Promise<void> {
    this.defer(row, code);
    this.#deps.log.error({ messageId: row.messageId, orderId: order?.id, code }, 'message needs an operator');
    if (!order) return;
    await this.#deps.tracker.move(order, { trigger: 'failed', patch: { failureCode: code, failureMessage: message } });
  }
}

const isRefund = ({ message }: MessageRow): boolean => message.kind === KIND.cancel;
