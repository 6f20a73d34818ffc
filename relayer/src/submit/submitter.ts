import type { CallFailure, KeyHandle, OracleOrder, OracleSignature, OracleTransaction } from '@causeway/chains';
import {
  type ChainAccess,
  type Leave,
  Outbox,
  type Share,
  sharesOf,
  type TransactionOutcome,
  type Waiting,
} from '@causeway/outbox';
import { fail, KIND, ok, type Result, type SkippedOrder } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import type { ChainViewRepository, StoredSubmission, SubmissionRepository } from '@causeway/storage';
import type { Logger } from 'pino';
import type { SubmittedBridge } from '../bridges.ts';
import type { Checkpoint } from '../checkpoint.ts';
import type { SubmitFailure } from '../failures.ts';
import { chargesOf } from '../fees/charges.ts';
import type { Metrics } from '../metrics.ts';
import type { OrderTracker } from '../orders/order-tracker.ts';
import type { Plan } from '../plan/plan.ts';
import { plainAction } from '../plan/proposal.ts';
import { countBefore } from '../plan/under-way.ts';
import { Standing } from './standing.ts';

export interface SubmitterDeps {
  readonly bridge: SubmittedBridge;
  readonly submissions: SubmissionRepository;
  /** The stored views, which other processes may write. */
  readonly view: ChainViewRepository;
  readonly tracker: Pick<OrderTracker, 'orderOf'>;
  readonly payer: KeyHandle;
  readonly clock: Clock;
  readonly checkpoint: Checkpoint;
  readonly metrics: Metrics;
  /** Called with what a settled transaction cost, by lane. */
  readonly onCosts: (shares: readonly Share[]) => void;
  readonly log: Logger;
}

/** A stored submission, and the end of its broadcast, which rejects with the errors of storage. */
export interface Submitted {
  readonly row: StoredSubmission<'oracle'>;
  readonly sent: Promise<void>;
}

/** The state of a followed submission. */
export type Followed =
  | { readonly state: 'open' }
  | { readonly state: 'dropped'; readonly orderIds: readonly string[] }
  /** Some of it failed. The successful parts are in a block at or below `block`. */
  | { readonly state: 'failed'; readonly orderIds: readonly string[]; readonly block: number }
  /** `skipped` are orders that the transaction left as they were. */
  | { readonly state: 'included'; readonly block: number; readonly skipped: readonly SkippedOrder[] };

type Included = Extract<TransactionOutcome, { readonly state: 'included' }>['outcome'];

/** Gets signed oracle transactions of one destination included. */
export class Submitter {
  readonly #deps: SubmitterDeps;
  readonly #outbox: Outbox;
  readonly #standing: Standing;
  /** True when the last transaction was not signed, because the cap forbids its fee. */
  #unpayable = false;

  constructor(deps: SubmitterDeps) {
    const { submissions, view, tracker, clock, checkpoint, metrics, bridge, log } = deps;
    const chain = bridge.provider.name;
    const onState = (state: StoredSubmission['state']) => metrics.submissions.inc({ chain, state });
    const onGapClosed = (transactions: number) => metrics.gapsClosed.inc({ chain }, transactions);
    this.#deps = deps;
    this.#standing = new Standing({ view, tracker });
    const onWithdrawn = () => metrics.submissions.inc({ chain, state: 'withdrawn' });
    this.#outbox = new Outbox({ submissions, clock, log, checkpoint, onState, onWithdrawn, onGapClosed });
  }

  /** The submissions that no block is known to include yet. */
  get waiting(): readonly Waiting[] {
    return this.#outbox.waiting;
  }

  /** True while the configured cap forbids the fee that a transaction needs. */
  get atFeeCap(): boolean {
    return this.#unpayable || this.waiting.some(({ atFeeCap }) => atFeeCap);
  }

  /**
   * The oracle's transactions of this chain that have not ended, also for other bridges, in the order in which it
   * includes them, or of their creation where they have no order.
   */
  async underWay(): Promise<readonly StoredSubmission<'oracle'>[]> {
    const { provider } = this.#deps.bridge;
    const open = await this.#deps.submissions.open(['oracle'], provider.domain);
    const { order } = provider;
    if (!order) return open;
    const placeOf = ({ details }: StoredSubmission<'oracle'>): number => order.placeOf(details.anchor) ?? -1;
    return open.toSorted((one, other) => placeOf(one) - placeOf(other));
  }

  /** What may be done with the transaction of `plan` now. */
  async leaveFor(plan: Plan): Promise<Leave> {
    return this.#standing.ofPlanned(plan, await this.#standing.groundsOf(plan));
  }

  /** What may be done with the stored `row` now. */
  leaveForStored(row: StoredSubmission<'oracle'>): Promise<Leave> {
    return this.#standing.ofStored(row);
  }

  /**
   * Reserves the transaction of `plan` with its signatures, and begins to broadcast it. Fails with VIEW_BROKEN, and
   * with MESSAGES_CHANGED, when what was planned does not hold any more.
   */
  async submit(
    plan: Plan,
    transaction: OracleTransaction,
    signatures: readonly OracleSignature[],
  ): Promise<Result<Submitted, SubmitFailure>> {
    const { bridge, payer, checkpoint } = this.#deps;
    const prepared = await bridge.provider.prepareOracle(transaction, signatures, payer, undefined, plan.behind);
    this.#unpayable = !prepared.ok && prepared.error.code === 'FEE_CAP_EXCEEDED';
    if (!prepared.ok) return prepared;
    // A view can break, and messages can be taken back, while signatures are gathered.
    const grounds = await this.#standing.groundsOf(plan);
    const leave = await this.#standing.ofPlanned(plan, grounds);
    if (leave !== 'send') {
      bridge.provider.sequences?.release([prepared.value]);
      const code = leave === 'hold' ? 'VIEW_BROKEN' : 'MESSAGES_CHANGED';
      return fail(code, 'what was planned does not hold any more, and nothing was sent', true);
    }
    const { domain, family } = bridge.provider;
    const outgoing = {
      purpose: 'oracle' as const,
      domain,
      family,
      payer: prepared.value.payer,
      sequence: prepared.value.sequence,
      versions: [prepared.value],
      orderIds: plan.items.flatMap((item) => (item?.order ? [item.order.id] : [])),
      grounds,
      details: {
        anchor: transaction.anchor,
        digest: transaction.digest,
        signers: signatures.map(({ signer }) => signer),
        actions: plan.proposal.actions.map(plainAction),
        charges: chargesOf(plan),
      },
    };
    const row = await this.#outbox.reserve(outgoing, bridge.provider);
    if (plan.items.some((item) => item?.row.message.kind === KIND.cancel)) checkpoint('during-refund');
    return ok({ row, sent: this.#send(row) });
  }

  /** A reservation is enough: `follow` finds out its fate and sends it again. */
  async #send(row: StoredSubmission<'oracle'>): Promise<void> {
    await this.#outbox.send(row, this.#route(row));
  }

  /** True while nothing is to be done for `row`, if it is known not to be included. */
  rests(row: StoredSubmission<'oracle'>): boolean {
    return this.#outbox.rests(row, this.#deps.bridge.chain);
  }

  /** The state of `row`. Broadcasts it again when it may not have been sent, and replaces it when it waits too long. */
  async follow(row: StoredSubmission<'oracle'>): Promise<Result<Followed, SubmitFailure>> {
    const fate = await this.#outbox.follow(row, this.#route(row));
    if (!fate.ok) return fate;
    switch (fate.value.state) {
      case 'included':
        return ok(await this.#included(row, fate.value.outcome));
      case 'dropped':
        await this.#conclude(row, 'dropped', fate.value.costs ?? null);
        return ok({ state: 'dropped', orderIds: row.orderIds });
      case 'pending':
        return ok({ state: 'open' });
    }
  }

  #route(row: StoredSubmission<'oracle'>): ChainAccess {
    const { bridge, payer } = this.#deps;
    const { provider, chain } = bridge;
    /** Once the oracle has moved on, or one before it is gone, the transaction could only fail. */
    const wanted = async (): Promise<Result<boolean, CallFailure>> => {
      const accepted = await provider.acceptsAnchor(row.details.anchor);
      if (accepted.ok) return ok(true);
      if (accepted.error.code !== 'ANCHOR_MISMATCH') return accepted;
      return provider.order ? this.#follows(row, provider.order) : ok(false);
    };
    const leave = async () => ok(await this.leaveForStored(row));
    return { provider, payer, escalateAfterMs: chain.escalateAfterMs, wanted, leave };
  }

  /** Whether every place between the chain's next and that of `row` has a transaction that is under way. */
  async #follows(row: StoredSubmission<'oracle'>, order: OracleOrder): Promise<Result<boolean, CallFailure>> {
    const next = await order.next();
    if (!next.ok) return next;
    const place = order.placeOf(row.details.anchor);
    if (place === undefined || place < next.value) return ok(false);
    const before = (await this.underWay()).filter(({ details }) => (order.placeOf(details.anchor) ?? place) < place);
    return ok(countBefore(before, order, next.value) === place - next.value);
  }

  async #included(row: StoredSubmission<'oracle'>, outcome: Included): Promise<Followed> {
    const { bridge, metrics, log, checkpoint } = this.#deps;
    const block = outcome.block.number;
    checkpoint('before-inclusion-recorded');
    metrics.executionUnits.inc({ chain: bridge.provider.name }, Number(outcome.executionUnits));
    if (!outcome.success) {
      log.warn({ submission: row.id, block, failure: outcome.failure }, 'oracle transaction failed');
      await this.#conclude(row, 'failed', outcome.costs);
      return { state: 'failed', orderIds: row.orderIds, block };
    }
    const { skipped = [] } = outcome;
    for (const { code } of skipped) metrics.skippedOrders.inc({ chain: bridge.provider.name, code });
    if (skipped.length > 0) log.warn({ submission: row.id, block, skipped }, 'the oracle transaction skipped orders');
    await this.#conclude(row, 'included', outcome.costs);
    return { state: 'included', block, skipped };
  }

  /** Ends `row` with its costs, and counts what each lane cost. */
  async #conclude(
    row: StoredSubmission<'oracle'>,
    state: 'included' | 'failed' | 'dropped',
    costs: StoredSubmission['costs'],
  ): Promise<void> {
    await this.#outbox.conclude(row, state, { costs, provider: this.#deps.bridge.provider });
    if (costs) this.#deps.onCosts(sharesOf({ ...row, costs }));
  }
}
