import type { CallFailure, LaneState, OracleCall } from '@causeway/chains';
import { type Domain, fail, KIND, ok, type Result } from '@causeway/protocol';
import type { MessageRow, OrderRow } from '@causeway/storage';
import type { PlanFailure } from '../failures.ts';
import { brokenAt } from '../view/soundness.ts';
import { Arrivals } from './arrivals.ts';
import type { Most } from './batch-size.ts';
import { Deferrals } from './deferrals.ts';
import { judge, limitSideOf } from './delivery.ts';
import { crowding, fairOrder, shareOf } from './fairness.ts';
import { bucketOf, HeldBuckets } from './held-buckets.ts';
import { type Choice, composePlan, type Plan, type PlannedItem, type PlannerDeps, type Reading } from './plan.ts';
import { Readable } from './readable.ts';
import { Selection } from './selection.ts';

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

  constructor(deps: PlannerDeps) {
    this.#deps = deps;
    this.deferrals = new Deferrals(deps.clock, FIRST_WAIT_MS, LAST_WAIT_MS);
    this.#arrivals = new Arrivals(deps.clock);
    this.#readable = new Readable(deps.clock, 'relayer');
  }

  /** The configured size of a proposal. */
  get mostAtOnce(): Most {
    const { maxBatchOrders: orders, maxCommitMessages: commitMessages } = this.#deps.rules;
    return { orders, commitMessages };
  }

  /**
   * Final messages to this destination that have no outcome and need not wait, oldest first. A view that contradicts
   * its chain proves nothing, so that there are none from a broken one, and none at all to it.
   */
  async candidates(): Promise<readonly MessageRow[]> {
    const { bridges, bridge, view } = this.#deps;
    const rows = await this.#undelivered();
    const ids = new Set(rows.map((row) => row.messageId));
    this.deferrals.retain(ids);
    this.#held.retain(ids);
    this.#arrivals.note(ids);
    const due = rows.filter(
      (row) => !this.deferrals.waits(row.messageId) && bridges.get(row.family, row.message.source) !== undefined,
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

  /** The oldest messages, and the oldest of other senders when a few fill the window. */
  async #undelivered(): Promise<readonly MessageRow[]> {
    const { bridge, view } = this.#deps;
    const { family, domain } = bridge.provider;
    const limit = WINDOW + this.deferrals.size;
    const rows = await view.undelivered(family, domain, limit);
    const crowds = rows.length < limit ? [] : crowding(rows, shareOf(limit));
    if (crowds.length === 0) return rows;
    const others = await view.undelivered(family, domain, WINDOW, crowds);
    return [...new Map([...rows, ...others].map((row) => [row.messageId, row])).values()];
  }

  /** A plan for the `candidates` that can go together now, `most` of them; undefined when none can. */
  async plan(
    candidates: readonly MessageRow[],
    most: Most = this.mostAtOnce,
  ): Promise<Result<Plan | undefined, PlanFailure>> {
    const reading = await this.#read(candidates);
    if (!reading.ok) return reading;
    const readable = candidates.filter((row) => {
      const isLost = reading.value.lost.has(row.message.source);
      if (isLost) this.defer(row, 'sourceUnreadable');
      return !isLost;
    });
    const aside = {
      defer: (row: MessageRow, reason: string, leastMs?: number) => this.defer(row, reason, leastMs),
      giveUp: (row: MessageRow, order: OrderRow | undefined, failure: PlanFailure) => this.#giveUp(row, order, failure),
      keepsOut: (row: MessageRow) => this.#held.keepsOut(row),
      justArrived: ({ messageId }: MessageRow) =>
        this.#arrivals.isWithin(messageId, this.#deps.rules.deliverAfterFinalMs),
    };
    const selection = new Selection(this.#deps, reading.value, aside, most);
    const chosen = await selection.choose(fairOrder(readable, shareOf(most.orders)));
    return chosen.ok ? this.#simulate(chosen.value, reading.value) : chosen;
  }

  /** Defers a message, longer each time, and at least for `leastMs`, but a minute at most. */
  defer({ messageId }: Pick<MessageRow, 'messageId'>, reason: string, leastMs = 0): void {
    const waitMs = this.deferrals.add(messageId, leastMs);
    this.#deps.metrics.deferred.inc({ chain: this.#deps.bridge.provider.name, reason });
    this.#deps.log.debug({ messageId, reason, waitMs }, 'message waits');
  }

  async #read(candidates: readonly MessageRow[]): Promise<Result<Reading, PlanFailure>> {
    const { bridge, bridges, payer, comparisons } = this.#deps;
    const { provider } = bridge;
    const sources = [...new Set(candidates.map(({ message }) => message.source))];
    const [lost, oracle, anchor, paused, finalized, states] = await Promise.all([
      this.#readable.lostAmong(
        sources.map((source) => bridges.require(provider.family, source)),
        provider.domain,
      ),
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
    const differing = new Set<Domain>();
    for (const source of sources) {
      const lane = { family: provider.family, source, destination: provider.domain };
      if (await comparisons.differs(lane)) differing.add(source);
    }
    return ok({
      oracle: oracle.value,
      anchor: anchor.value,
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
      const failures = await this.#failures(plan.calls);
      if (!failures.ok) return failures;
      if (failures.value.size === 0) {
        if (!provider.oracleRules.commitsApart) return ok(plan);
        const fitting = await this.#withinBuckets(items);
        if (!fitting.ok) return fitting;
        const rest = { commits, items: fitting.value };
        const empty = commits.length + fitting.value.length === 0;
        return ok(empty ? undefined : composePlan(this.#deps.bridge, rest, reading));
      }
      for (const [index, failure] of failures.value) {
        const item = plan.items[index];
        if (!item) return fail('STALE', `commitRoot was refused with ${failure.code}`, true);
        const rest = await this.#without(items, item, failure);
        if (!rest.ok) return rest;
        items = rest.value;
      }
    }
    return ok(undefined);
  }

  /** Failures by index of the call: only the first when the calls build on each other, otherwise all of them. */
  async #failures(calls: readonly OracleCall[]): Promise<Result<ReadonlyMap<number, CallFailure>, CallFailure>> {
    const { provider } = this.#deps.bridge;
    const parts = provider.oracleRules.commitsApart ? calls.map((call) => [call]) : [calls];
    const simulated = await Promise.all(parts.map((part) => provider.simulate(part)));
    const failures = new Map<number, CallFailure>();
    for (const [part, result] of simulated.entries()) {
      if (result.ok) continue;
      if (result.error.callIndex === undefined) return result;
      failures.set(part + result.error.callIndex, result.error);
    }
    return ok(failures);
  }

  /** `items` after the refusal of `item` with `failure`. */
  async #without(
    items: readonly PlannedItem[],
    item: PlannedItem,
    failure: CallFailure,
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

  /** Removes items that together exceed a bucket, when each call was simulated alone. */
  async #withinBuckets(items: readonly PlannedItem[]): Promise<Result<readonly PlannedItem[], PlanFailure>> {
    const { provider } = this.#deps.bridge;
    const buckets = new Map<string, { readonly available: bigint; readonly capacity: bigint }>();
    const fitting: PlannedItem[] = [];
    for (const item of items) {
      const { message } = item.row;
      if (item.kind === 'execute') {
        const known = buckets.get(bucketOf(message));
        const read = known ? ok(known) : await provider.limits(message.source, limitSideOf(message));
        if (!read.ok) return read;
        const { available, capacity } = read.value;
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
