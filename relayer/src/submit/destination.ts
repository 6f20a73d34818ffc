import type { OracleSignature, OracleTransaction } from '@causeway/chains';
import { type Domain, fail, KIND, ok, type Result } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import type { OrderRepository, OrderRow, StoredSubmission } from '@causeway/storage';
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
import type { Watcher } from '../view/watcher.ts';
import { PollSchedule } from './poll-schedule.ts';
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

/** Refusals of signers that had too much to do, or too little time. */
const OVERLOADED: readonly string[] = ['SIGNER_TIMEOUT', 'BUSY'];

/** Refusals of an anchor, also by signers that do not know its form. */
const REFUSED_ANCHOR: readonly string[] = ['ANCHOR_MISMATCH', 'NOT_BUILDABLE'];

/**
 * Refusals of an action because of its source: a signer that cannot read it, or whose view of it is broken, signs
 * nothing from it.
 */
const REFUSED_SOURCE: readonly string[] = ['NO_QUORUM', 'VIEW_BROKEN'];

/** Proposals, one after the other, that signers sign in an earlier release's form alone, until they count as such. */
const EARLIER_FORMS = 2;

/** How long proposals have an earlier release's form after signers knew that only, milliseconds. */
const EARLIER_FORM_MS = 10 * 60_000;

/** What refuses a plan, and the action that is refused, if it is one. */
interface RefusedAction {
  readonly code: SubmitCode;
  readonly action?: number | undefined;
}

/**
 * Takes final messages of one destination to their execution: plan, signatures, submission, inclusion. It has one
 * oracle transaction in progress at a time.
 */
export class Destination {
  readonly #deps: DestinationDeps;
  readonly #signers: SignerPool;
  readonly #size: BatchSize;
  readonly #schedule: PollSchedule;
  /** What some signers have signed in the last turn, and others did not have the time for. */
  #unfinished: Proposed | undefined;
  #windowEndsMs: number | undefined;
  /** Whether a signer has refused the anchor of the last proposal that got too few signatures. */
  #anchorRefused = false;
  /** Proposals, one after the other, that went out in the form of the release before. */
  #earlierForms = 0;
  /** Until then proposals have the form of the release before. */
  #earlierFormUntilMs = 0;

  constructor(deps: DestinationDeps) {
    this.#deps = deps;
    this.#signers = new SignerPool(deps.signers, deps.clock);
    this.#size = new BatchSize(deps.planner.mostAtOnce);
    this.#schedule = new PollSchedule(deps.clock);
  }

  /** True while an oracle transaction is in progress. */
  async busy(): Promise<boolean> {
    return (await this.#deps.submitter.open()) !== undefined;
  }

  /** One turn. A success may contain the milliseconds until the next turn. */
  async step(): Promise<Result<number | undefined, SubmitFailure>> {
    const { submitter, planner, watcher } = this.#deps;
    const open = await submitter.open();
    if (open) {
      const closed = await this.#follow(open);
      if (!closed.ok) return closed;
      if (!closed.value) return ok(this.#schedule.looked());
    }
    // Until the view has caught up, executed messages seem open.
    if (watcher.behind) return ok(undefined);
    const unfinished = await this.#takeUnfinished();
    if (unfinished) return this.#gather(unfinished);
    const candidates = await planner.candidates();
    if (candidates.length === 0) return ok(planner.deferrals.nextInMs());
    const waitMs = this.#windowLeft(candidates.length);
    if (waitMs > 0) return ok(waitMs);
    const plan = await planner.plan(candidates, this.#size.most);
    if (!plan.ok) return plan;
    if (!plan.value) return ok(planner.deferrals.nextInMs());
    this.#windowEndsMs = undefined;
    return this.#carryOut(plan.value);
  }

  /** True once no transaction is in progress. */
  async #follow(open: StoredSubmission<'oracle'>): Promise<Result<boolean, SubmitFailure>> {
    const { submitter, watcher } = this.#deps;
    const followed = await submitter.follow(open);
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
        await this.#dropProposals(orderIds, state);
        return seen.ok ? ok(true) : seen;
      }
    }
  }

  /**
   * Milliseconds to continue collecting, so that one batch carries messages that become final at about the same time.
   */
  #windowLeft(candidates: number): number {
    const { bridge, clock, batchWindowMs } = this.#deps;
    if (candidates >= Math.min(this.#size.most.orders, bridge.provider.oracleRules.maxCalls)) return 0;
    this.#windowEndsMs ??= clock.now() + batchWindowMs;
    return this.#windowEndsMs - clock.now();
  }

  /**
   * Proposes the plan in this release's form. When members of the oracle refuse its anchor, they may be of an earlier
   * release: then the same plan goes out in the form that they know, and the next ones do for a while.
   */
  async #carryOut(planned: Plan): Promise<Result<number | undefined, SubmitFailure>> {
    const { provider } = this.#deps.bridge;
    const anchor = await provider.bind(planned.proposal.anchor, planned.calls);
    if (!anchor.ok) return anchor;
    const earlier = provider.earlierAnchor?.(anchor.value);
    if (earlier === undefined) return this.#propose(planned, anchor.value);
    if (this.#earlierFormUntilMs > this.#deps.clock.now()) return this.#propose(planned, earlier);
    const proposed = await this.#propose(planned, anchor.value);
    if (proposed.ok) this.#earlierForms = 0;
    if (proposed.ok || !this.#anchorRefused) return proposed;
    // Only one of the two may go out.
    this.#unfinished = undefined;
    const again = await this.#propose(planned, earlier, 'again');
    if (again.ok) this.#noteEarlierForm();
    return again;
  }

  /** Remembers that a proposal went out in the earlier form; signers may also have been a block behind, once. */
  #noteEarlierForm(): void {
    this.#earlierForms += 1;
    if (this.#earlierForms < EARLIER_FORMS) return;
    this.#earlierForms = 0;
    this.#earlierFormUntilMs = this.#deps.clock.now() + EARLIER_FORM_MS;
    this.#deps.log.info({ minutes: EARLIER_FORM_MS / 60_000 }, 'signers of an earlier release: orders go unpacked');
  }

  /** Builds and signs the plan at `anchor`. Its orders are marked once, also when it is proposed again. */
  async #propose(
    planned: Plan,
    anchor: string,
    time: 'first' | 'again' = 'first',
  ): Promise<Result<number | undefined, SubmitFailure>> {
    const { bridge, checkpoint } = this.#deps;
    this.#anchorRefused = false;
    const plan = { ...planned, proposal: { ...planned.proposal, anchor } };
    const transaction = await bridge.provider.build(anchor, plan.calls);
    if (!transaction.ok) {
      const { callIndex, ...failure } = transaction.error;
      await this.#putAsideRefused(plan, [{ ...failure, action: callIndex }]);
      return transaction;
    }
    if (time === 'first') await Promise.all(plan.items.map((item) => item && this.#markProposed(item)));
    checkpoint('after-root-proposed');
    return this.#gather({ plan, transaction: transaction.value });
  }

  /** The proposal that waits for further signatures, while it can still be submitted. */
  async #takeUnfinished(): Promise<Proposed | undefined> {
    const proposed = this.#unfinished;
    this.#unfinished = undefined;
    if (proposed === undefined) return undefined;
    const { bridge, submitter, planner } = this.#deps;
    if (!(await planner.isOpen(proposed.plan)) || (await submitter.leaveFor(proposed.plan)) !== 'send')
      return undefined;
    const accepted = await bridge.provider.acceptsAnchor(proposed.transaction.anchor);
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
    await this.#forEachDelivered(plan, (order) =>
      this.#deps.tracker.move(order, { trigger: 'submitted', patch: { signatures: signatures.value.length } }),
    );
    return ok(this.#schedule.sent());
  }

  async #sign(proposed: Proposed): Promise<Result<readonly OracleSignature[], SubmitFailure>> {
    const { bridge, checkpoint, metrics, log } = this.#deps;
    const { plan, transaction } = proposed;
    const { oracle } = plan;
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
    if (signatures.length >= oracle.threshold) return ok(signatures);
    const codes = refusals.map(({ code }) => code);
    this.#anchorRefused = codes.some((code) => REFUSED_ANCHOR.includes(code));
    log.warn({ signatures: signatures.length, threshold: oracle.threshold, codes }, 'not enough signatures');
    await this.#putAsideRefused(plan, refusals);
    if (codes.some((code) => OVERLOADED.includes(code))) {
      // Signers that were too slow find the rest of their work done when they are asked the same again.
      if (came > 0) this.#unfinished = proposed;
      else this.#size.halve();
    }
    await this.#forEachDelivered(plan, (order) =>
      this.#deps.orders.update(order.id, { signatures: signatures.length }),
    );
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
    for (const { action: index, code } of refusals) {
      const action = index === undefined ? undefined : proposal.actions[index];
      if (index === undefined || action === undefined) continue;
      const item = items[index];
      const isRoot = item === undefined && code !== 'NONCE_GAP';
      if (isRoot || REFUSED_SOURCE.includes(code)) lost.set(sourceOf(action), code);
      else if (item) refused.set(item, code);
    }
    for (const [source, code] of lost) await planner.deferFrom(source, code);
    // A signer with a longer delay than this relayer's refuses for as long as it likes, and is asked once a minute.
    for (const [item, code] of refused) {
      planner.defer(item.row, code, code === TOO_SOON ? Number.POSITIVE_INFINITY : 0);
    }
  }

  /** Moves the order to the state of its proposal, whatever an earlier attempt left. */
  async #markProposed({ kind, row, order }: PlannedItem): Promise<void> {
    const { tracker } = this.#deps;
    if (!order || row.message.kind === KIND.cancel) return;
    if (kind === 'cancel') {
      const patch = { failureCode: 'CANCEL_AFTER', failureMessage: 'it was not delivered in time' };
      await tracker.move(order, { trigger: 'cancelStarted', patch });
      return;
    }
    const proving = order.state === 'minting' ? await tracker.move(order, { trigger: 'proposalDropped' }) : order;
    if (proving) await tracker.move(proving, { trigger: 'proposed' });
  }

  /** Runs `write` on the current row of every order that `plan` delivers. */
  async #forEachDelivered(plan: Plan, write: (order: OrderRow) => Promise<unknown>): Promise<void> {
    const delivered = plan.items.filter((item) => item?.kind === 'execute' && item.row.message.kind !== KIND.cancel);
    await Promise.all(
      delivered.map(async (item) => {
        const order = item?.order && (await this.#deps.orders.get(item.order.id));
        if (order) await write(order);
      }),
    );
  }

  /** Moves orders back so that they are proposed again; after a failure that no simulation predicted, with a delay. */
  async #dropProposals(orderIds: readonly string[], state: 'failed' | 'dropped'): Promise<void> {
    const { orders, tracker, planner } = this.#deps;
    await Promise.all(
      orderIds.map(async (id) => {
        const order = await orders.get(id);
        if (!order) return;
        const messages = state === 'failed' ? [order.messageId, order.cancelMessageId] : [];
        for (const messageId of messages) if (messageId !== null) planner.defer({ messageId }, 'transactionFailed');
        await tracker.move(order, { trigger: 'proposalDropped' });
      }),
    );
  }
}

/**
 * One turn of a chain's destinations: only of the one with a transaction in progress, or of each until one has a
 * transaction.
 */
export async function stepChain(
  destinations: readonly Destination[],
): Promise<Result<number | undefined, SubmitFailure>> {
  let nextMs: number | undefined;
  for (const destination of await busyFirst(destinations)) {
    const stepped = await destination.step();
    if (!stepped.ok) return stepped;
    if (await destination.busy()) return ok(stepped.value);
    if (stepped.value !== undefined) nextMs = Math.min(nextMs ?? stepped.value, stepped.value);
  }
  return ok(nextMs);
}

async function busyFirst(destinations: readonly Destination[]): Promise<readonly Destination[]> {
  const busy = await Promise.all(destinations.map((destination) => destination.busy()));
  return [...destinations.filter((_, index) => busy[index]), ...destinations.filter((_, index) => !busy[index])];
}
