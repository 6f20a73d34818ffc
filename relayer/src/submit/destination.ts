import type { OracleSignature, OracleTransaction } from '@causeway/chains';
import { type Domain, fail, ok, type Result } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import type { OrderRepository, StoredSubmission } from '@causeway/storage';
import type { Logger } from 'pino';
import type { PlannedBridge } from '../bridges.ts';
import type { Checkpoint } from '../checkpoint.ts';
import type { SubmitCode, SubmitFailure } from '../failures.ts';
import type { Metrics } from '../metrics.ts';
import type { OrderTracker } from '../orders/order-tracker.ts';
import { BatchSize } from '../plan/batch-size.ts';
import { TOO_SOON } from '../plan/deferrals.ts';
import type { Plan, PlannedItem } from '../plan/plan.ts';
import type { Planner } from '../plan/planner.ts';
import { sourceOf } from '../plan/proposal.ts';
import { countBefore } from '../plan/under-way.ts';
import type { Watcher } from '../view/watcher.ts';
import { KnownForm } from './known-form.ts';
import { PollSchedule } from './poll-schedule.ts';
import { ProposedOrders } from './proposed-orders.ts';
import { OVERLOADED, RECIPIENT_CHANGED, REFUSED_FORM, REFUSED_ON_TOP, REFUSED_SOURCE } from './refusals.ts';
import { Sending } from './sending.ts';
import { SignerPool } from './signer-pool.ts';
import type { SignerRecord } from './signer-record.ts';
import type { SignerClient } from './signers.ts';
import type { Submitter } from './submitter.ts';

export interface DestinationDeps {
  readonly bridge: PlannedBridge;
  readonly watcher: Watcher;
  readonly planner: Planner;
  readonly submitter: Submitter;
  readonly tracker: OrderTracker;
  readonly orders: Pick<OrderRepository, 'get' | 'update'>;
  readonly signers: readonly SignerClient[];
  readonly signerRecord: Pick<SignerRecord, 'note'>;
  /** How long candidates are collected before a batch, milliseconds. */
  readonly batchWindowMs: number;
  /** Most transactions of the chain's oracle under way at a time. */
  readonly maxInFlight: number;
  readonly clock: Clock;
  readonly checkpoint: Checkpoint;
  readonly metrics: Metrics;
  readonly log: Logger;
}

/** A plan at its anchor, and the transaction that signers are asked to sign. */
interface Proposed {
  readonly plan: Plan;
  readonly transaction: OracleTransaction;
}

/** Rises with each transaction that a destination of this process sends. */
let lastSent = 0;

/** What refuses a plan, and the action that is refused, if it is one. */
interface RefusedAction {
  readonly code: SubmitCode;
  readonly action?: number | undefined;
}

/** Part of a full batch that is worth a transaction on top of what is under way. */
const WORTH = 0.75;

/**
 * Takes final messages of one destination to their execution: plan, signatures, submission, inclusion. It has up to
 * `maxInFlight` oracle transactions under way, of which each but the first is a full one: less waits for the next.
 */
export class Destination {
  readonly #deps: DestinationDeps;
  readonly #signers: SignerPool;
  readonly #orders: ProposedOrders;
  readonly #size: BatchSize;
  readonly #schedule: PollSchedule;
  /** What some signers have signed in the last turn, and others did not have the time for. */
  #unfinished: Proposed | undefined;
  #windowEndsMs: number | undefined;
  /** The newest block when what is under way was looked at last. */
  #lookedAt: string | undefined;
  #lastSent = 0;
  /** What is handed to the network while the next is planned. */
  readonly #sending = new Sending();
  /** Whether a signer has refused the form of the last proposal that got too few signatures. */
  #formRefused = false;
  /** Whether signers know packed orders. */
  readonly #packed: KnownForm;
  /** Whether signers sign a transaction on top of others. */
  readonly #onTop: KnownForm;
  /** True after signers have refused one on top of others, until nothing is under way. */
  #restsAlone = false;
  /** True when a transaction was just sent and there is more to propose at once. */
  #goesOn = false;
  /** What was under way when a plan on top of it was not worth a transaction, and how many candidates there were. */
  #notWorth: string | undefined;

  constructor(deps: DestinationDeps) {
    this.#deps = deps;
    this.#signers = new SignerPool(deps.signers, deps.clock);
    this.#orders = new ProposedOrders(deps);
    this.#size = new BatchSize(deps.planner.mostAtOnce);
    this.#schedule = new PollSchedule(deps.clock);
    const { clock, log } = deps;
    this.#packed = new KnownForm(clock, (minutes) =>
      log.info({ minutes }, 'signers of an earlier release: orders go unpacked'),
    );
    this.#onTop = new KnownForm(clock, (minutes) =>
      log.info({ minutes }, 'signers sign the next transaction only: one is under way at a time'),
    );
  }

  /** One turn. A success may contain the milliseconds until the next turn. */
  async step(): Promise<Result<number | undefined, SubmitFailure>> {
    const followed = await this.follow();
    return followed.ok ? this.advance() : followed;
  }

  /**
   * Follows this bridge's transactions under way, in their order, and settles the ones that have ended. `ifNews`: only
   * when there is a new block, a look is due or something is to be sent.
   */
  async follow(ifNews = false): Promise<Result<void, SubmitFailure>> {
    const { submitter, bridge, watcher } = this.#deps;
    const { family, order } = bridge.provider;
    const own = (await submitter.underWay()).filter((row) => row.family === family);
    // Only a new block includes one of them, and the view may see it late.
    const head = watcher.head?.hash;
    const isNew = head !== this.#lookedAt || this.#schedule.isDue;
    this.#lookedAt = head;
    if (ifNews && !isNew && own.every((row) => submitter.rests(row))) return ok(undefined);
    let isFirst = true;
    for (const row of own) {
      // Where they have an order, none is included before the first.
      if (!isFirst && order && submitter.rests(row)) continue;
      const ended = await this.#followOne(row);
      if (!ended.ok) return ended;
      isFirst &&= ended.value;
    }
    return ok(undefined);
  }

  /** Proposes what can be delivered now, in as many transactions as may be under way. */
  async advance(): Promise<Result<number | undefined, SubmitFailure>> {
    try {
      for (;;) {
        this.#goesOn = false;
        const proposed = await this.#proposeNext();
        if (!proposed.ok || !this.#goesOn) return proposed;
      }
    } finally {
      await this.#sending.end();
    }
  }

  /** Proposes one transaction, if there is room for it. */
  async #proposeNext(): Promise<Result<number | undefined, SubmitFailure>> {
    const { submitter, planner, watcher, bridge } = this.#deps;
    const underWay = await submitter.underWay();
    const isOwn = underWay.some(({ family }) => family === bridge.provider.family);
    const laterMs = isOwn ? this.#schedule.looked() : undefined;
    if (underWay.length === 0) this.#restsAlone = false;
    else if (!this.#mayGoOnTop(underWay)) return ok(laterMs);
    // Until the view has caught up, executed messages seem open.
    if (watcher.behind) return ok(laterMs);
    const unfinished = await this.#takeUnfinished(underWay);
    if (unfinished) return this.#gather(unfinished);
    const candidates = await planner.candidates(underWay);
    if (candidates.length === 0) return ok(laterMs ?? planner.deferrals.nextInMs());
    const onTop = `${underWay.map(({ id }) => id).join()}/${candidates.length}`;
    if (underWay.length > 0 && (candidates.length < this.#worth || onTop === this.#notWorth)) return ok(laterMs);
    const waitMs = this.#windowLeft(candidates.length);
    if (waitMs > 0) return ok(waitMs);
    const plan = await planner.plan(candidates, this.#size.most, underWay, this.#packed.isKnown);
    if (!plan.ok) return plan;
    if (!plan.value || (underWay.length > 0 && !this.#isWorth(plan.value))) {
      this.#notWorth = underWay.length > 0 ? onTop : undefined;
      return ok(laterMs ?? planner.deferrals.nextInMs());
    }
    this.#windowEndsMs = undefined;
    const sentBefore = this.#lastSent;
    const carried = await this.#carryOut(plan.value);
    if (!carried.ok) return carried;
    const left = candidates.length - ordersIn(plan.value);
    this.#goesOn = this.#lastSent !== sentBefore && left >= this.#worth && underWay.length + 1 < this.#deps.maxInFlight;
    return carried;
  }

  /** Orders that are worth a transaction on top of others. */
  get #worth(): number {
    return Math.ceil(WORTH * Math.min(this.#deps.planner.full, this.#size.most.orders));
  }

  /** Whether a plan on top of others fills a transaction. Where roots go apart, one is worth it: others wait for it. */
  #isWorth(plan: Plan): boolean {
    const { commitsApart } = this.#deps.bridge.provider.oracleRules;
    const orders = ordersIn(plan);
    return orders >= this.#worth || (commitsApart && orders < plan.items.length);
  }

  /** Whether one more transaction may go on top of `underWay` now. */
  #mayGoOnTop(underWay: readonly StoredSubmission<'oracle'>[]): boolean {
    const { planner, maxInFlight } = this.#deps;
    if (underWay.length >= maxInFlight || !this.#onTop.isKnown || this.#restsAlone || planner.wantsAlone) return false;
    // What no node has yet may be given up, and then nothing may follow it.
    return underWay.every(({ id, state }) => state === 'broadcast' || this.#sending.has(id));
  }

  /** True once `row` has ended. */
  async #followOne(row: StoredSubmission<'oracle'>): Promise<Result<boolean, SubmitFailure>> {
    const { submitter, watcher } = this.#deps;
    const followed = await submitter.follow(row);
    if (!followed.ok) return followed;
    switch (followed.value.state) {
      case 'open':
        return ok(false);
      case 'included': {
        // The view must contain the executions before the next plan is made from it.
        const reached = await watcher.reach(followed.value.block);
        // Another transaction took their place after the simulation; the view will say what became of them.
        for (const { messageId, code } of followed.value.skipped) this.#deps.planner.defer({ messageId }, code);
        return reached.ok ? ok(true) : reached;
      }
      case 'failed':
      case 'dropped': {
        // Where calls are separate transactions, some may have landed; the view shows which orders they completed.
        const { state, orderIds } = followed.value;
        const seen = state === 'failed' ? await watcher.reach(followed.value.block) : await watcher.advance();
        await this.#orders.dropped(orderIds, state);
        return seen.ok ? ok(true) : seen;
      }
    }
  }

  /**
   * Milliseconds to continue collecting, so that one batch carries messages that become final at about the same time.
   */
  #windowLeft(candidates: number): number {
    const { clock, batchWindowMs } = this.#deps;
    if (candidates >= Math.min(this.#size.most.orders, this.#deps.planner.full)) return 0;
    this.#windowEndsMs ??= clock.monotonic() + batchWindowMs;
    return this.#windowEndsMs - clock.monotonic();
  }

  /**
   * Proposes the plan in this release's form. When members of the oracle refuse this, they may be of an earlier
   * release: then the same plan goes out in the form that they know, and the next ones do for a while.
   */
  async #carryOut(planned: Plan): Promise<Result<number | undefined, SubmitFailure>> {
    const { provider } = this.#deps.bridge;
    const anchor = await provider.bind(planned.proposal.anchor, planned.calls);
    if (!anchor.ok) return anchor;
    const earlier = provider.earlierAnchor?.(anchor.value);
    const form = earlier === undefined || this.#packed.isKnown ? anchor.value : earlier;
    const proposed = await this.#propose(planned, form);
    // On top of others an anchor may be refused because of these: the next one alone shows which form is known.
    if (planned.behind > 0) return proposed.ok || !this.#restsAlone ? proposed : ok(undefined);
    if (earlier === undefined || form === earlier) return proposed;
    if (proposed.ok) this.#packed.taken();
    if (proposed.ok || !this.#formRefused) return proposed;
    // Only one of the two may go out.
    this.#unfinished = undefined;
    const again = await this.#propose(planned, earlier, 'again');
    // One that was planned for packed orders may be too large for single ones; the next are planned for those in time.
    if (again.ok || again.error.code === 'BATCH_TOO_LARGE') this.#packed.refused();
    return again;
  }

  /** Builds and signs the plan at `anchor`. Its orders are marked once, also when it is proposed again. */
  async #propose(
    planned: Plan,
    anchor: string,
    time: 'first' | 'again' = 'first',
  ): Promise<Result<number | undefined, SubmitFailure>> {
    const { bridge, checkpoint } = this.#deps;
    this.#formRefused = false;
    const plan = { ...planned, proposal: { ...planned.proposal, anchor } };
    const transaction = await bridge.provider.build(anchor, plan.calls);
    if (!transaction.ok) {
      const { callIndex, ...failure } = transaction.error;
      await this.#putAsideRefused(plan, [{ ...failure, action: callIndex }]);
      return transaction;
    }
    if (time === 'first') await this.#orders.proposed(plan);
    checkpoint('after-root-proposed');
    return this.#gather({ plan, transaction: transaction.value });
  }

  /** The proposal that waits for further signatures, while it can still be submitted after those `underWay`. */
  async #takeUnfinished(underWay: readonly StoredSubmission<'oracle'>[]): Promise<Proposed | undefined> {
    const proposed = this.#unfinished;
    this.#unfinished = undefined;
    if (proposed === undefined) return undefined;
    const { bridge, submitter, planner } = this.#deps;
    if (!(await planner.isOpen(proposed.plan)) || (await submitter.leaveFor(proposed.plan)) !== 'send')
      return undefined;
    const { anchor } = proposed.transaction;
    const { order } = bridge.provider;
    if (order && underWay.length > 0) {
      const next = await order.next();
      const count = next.ok ? countBefore(underWay, order, next.value) : undefined;
      return next.ok && count !== undefined && order.placeOf(anchor) === next.value + count ? proposed : undefined;
    }
    const accepted = await bridge.provider.acceptsAnchor(anchor);
    return accepted.ok ? proposed : undefined;
  }

  /** Has the proposal signed, and submits it. */
  async #gather({ plan, transaction }: Proposed): Promise<Result<number | undefined, SubmitFailure>> {
    const { bridge, submitter, metrics } = this.#deps;
    const endTimer = metrics.signing.startTimer({ chain: bridge.provider.name });
    const signatures = await this.#sign({ plan, transaction });
    if (!signatures.ok) return signatures;
    endTimer();
    this.#size.double();
    const submitted = await submitter.submit(plan, transaction, signatures.value);
    if (!submitted.ok) return submitted;
    const { row, sent } = submitted.value;
    // What has its place in an order goes out before the next is planned.
    if (bridge.provider.order) await sent;
    else this.#sending.add(row.id, sent);
    await this.#orders.submitted(plan, signatures.value.length);
    this.#lastSent = lastSent = lastSent + 1;
    // One that follows others is included after them, and these are looked at already.
    return ok(plan.behind > 0 ? this.#schedule.looked() : this.#schedule.sent());
  }

  /** A number that is higher the later this destination has sent its last transaction; 0 when it has sent none. */
  get lastSent(): number {
    return this.#lastSent;
  }

  async #sign(proposed: Proposed): Promise<Result<readonly OracleSignature[], SubmitFailure>> {
    const { bridge, checkpoint, metrics, log } = this.#deps;
    const { plan, transaction } = proposed;
    const { oracle, behind } = plan;
    const { signatures, refusals, came } = await this.#signers.gather({
      provider: bridge.provider,
      transaction,
      proposal: plan.proposal,
      ...oracle,
      onSignature: (count) => count === 2 && checkpoint('after-two-signatures'),
      onAnswer: (signer, refusal) => {
        metrics.signatures.inc({ signer, code: refusal?.code ?? 'signed' });
        this.#deps.signerRecord.note(signer, bridge.provider.domain, refusal);
      },
    });
    if (signatures.length >= oracle.threshold) {
      if (behind > 0) this.#onTop.taken();
      return ok(signatures);
    }
    const codes = refusals.map(({ code }) => code);
    this.#formRefused = codes.some((code) => REFUSED_FORM.includes(code));
    log.warn({ signatures: signatures.length, threshold: oracle.threshold, codes }, 'not enough signatures');
    const onTop = behind > 0 && codes.some((code) => REFUSED_ON_TOP.includes(code));
    if (onTop) {
      this.#restsAlone = true;
      this.#onTop.refused();
    }
    await this.#putAsideRefused(plan, onTop ? refusals.filter(({ code }) => !REFUSED_ON_TOP.includes(code)) : refusals);
    if (codes.some((code) => OVERLOADED.includes(code))) {
      // Signers that were too slow find the rest of their work done when they are asked the same again.
      if (came > 0) this.#unfinished = proposed;
      else this.#size.halve(ordersIn(plan));
    }
    await this.#orders.signed(plan, signatures.length);
    const message = `${signatures.length} of ${oracle.threshold} signatures; refusals: ${codes.join(', ') || 'none'}`;
    return fail('NOT_ENOUGH_SIGNATURES', message, true);
  }

  /**
   * Removes the messages that a refusal names, by a signer or by the transaction's construction here, from batches for
   * a while, so that the others can continue: where it names a root, all of that source, which wait for the root. A
   * lane's next nonce is a matter of the destination, which a signer may see a block later.
   */
  async #putAsideRefused({ proposal, items }: Plan, refusals: readonly RefusedAction[]): Promise<void> {
    const { planner } = this.#deps;
    const refused = new Map<PlannedItem, string>();
    const lost = new Map<Domain, string>();
    const { provider } = this.#deps.bridge;
    for (const { action: index, code } of refusals) {
      // Only the first is named, and their recipients can change all of them.
      const doubted = RECIPIENT_CHANGED.includes(code) ? (provider.assumed?.(proposal.anchor) ?? []) : [];
      for (const item of doubted.map((each) => items[each])) if (item) refused.set(item, code);
      const action = index === undefined ? undefined : proposal.actions[index];
      if (index === undefined || action === undefined) continue;
      const item = items[index];
      const isRoot = item === undefined && code !== 'NONCE_GAP';
      if (isRoot || REFUSED_SOURCE.includes(code)) lost.set(sourceOf(action), code);
      else if (item) refused.set(item, code);
    }
    for (const [source, code] of lost) await planner.deferFrom(source, code);
    for (const [item, code] of refused) {
      // A signer with a longer delay than this relayer's refuses for as long as it likes, and is asked once a minute.
      const leastMs = code === TOO_SOON ? Number.POSITIVE_INFINITY : 0;
      planner.defer(item.row, code, { leastMs, rarely: RECIPIENT_CHANGED.includes(code) });
    }
  }
}

/** Number of orders that `plan` executes or cancels. */
const ordersIn = ({ items }: Plan): number => items.filter((item) => item !== undefined).length;
