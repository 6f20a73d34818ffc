import type { KeyHandle, OracleSignature, OracleTransaction } from '@causeway/chains';
import { KIND, ok, type Result, type Submission, type SubmissionOutcome } from '@causeway/protocol';
import type { StoredSubmission, SubmissionRepository } from '@causeway/storage';
import type { Logger } from 'pino';
import type { Bridge } from './bridges.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { Clock } from './clock.ts';
import type { Metrics } from './metrics.ts';
import type { Plan } from './plan.ts';
import { plainAction } from './proposal.ts';

export interface SubmitterDeps {
  readonly bridge: Bridge;
  readonly submissions: SubmissionRepository;
  readonly payer: KeyHandle;
  readonly clock: Clock;
  readonly checkpoint: Checkpoint;
  readonly metrics: Metrics;
  readonly log: Logger;
}

/** What a submission has come to. */
export type Followed =
  | { readonly state: 'open' }
  | { readonly state: 'dropped'; readonly orderIds: readonly string[] }
  /** Not all of it succeeded; what did is in a block at or below `block`. */
  | { readonly state: 'failed'; readonly orderIds: readonly string[]; readonly block: number }
  | { readonly state: 'included'; readonly block: number };

type Included = Extract<SubmissionOutcome, { readonly state: 'included' }>;

/**
 * Brings signed oracle transactions of one destination into a block: reserved with their bytes before they are
 * broadcast, replaced at a higher fee when they are pending for too long, followed across restarts.
 */
export class Submitter {
  readonly #deps: SubmitterDeps;
  /** Submissions that this process broadcast; any other may have died between reservation and broadcast. */
  readonly #broadcast = new Set<string>();

  constructor(deps: SubmitterDeps) {
    this.#deps = deps;
  }

  /** The submission that this destination waits for, if any. There is at most one. */
  async open(): Promise<StoredSubmission | undefined> {
    const { provider } = this.#deps.bridge;
    const open = await this.#deps.submissions.open(['oracle'], provider.domain);
    return open.find(({ family }) => family === provider.family);
  }

  /** Reserves and broadcasts the transaction of `plan` with its signatures. */
  async submit(
    plan: Plan,
    transaction: OracleTransaction,
    signatures: readonly OracleSignature[],
  ): Promise<Result<StoredSubmission>> {
    const { bridge, payer, submissions, checkpoint } = this.#deps;
    const prepared = await bridge.provider.prepareOracle(transaction, signatures, payer);
    if (!prepared.ok) return prepared;
    const { domain, family } = bridge.provider;
    const row = await submissions.reserve({
      purpose: 'oracle',
      domain,
      family,
      payer: prepared.value.payer,
      sequence: prepared.value.sequence,
      versions: [{ ...prepared.value }],
      orderIds: plan.items.flatMap((item) => (item?.order ? [item.order.id] : [])),
      details: {
        anchor: transaction.anchor,
        digest: transaction.digest,
        signers: signatures.map(({ signer }) => signer),
        actions: plan.proposal.actions.map(plainAction),
      },
    });
    if (plan.items.some((item) => item?.row.message.kind === KIND.cancel)) checkpoint('during-refund');
    await this.#send(row, prepared.value);
    return ok(row);
  }

  /** What became of `row`: broadcasts it again when it may not have been, and replaces it when it waits for too long. */
  async follow(row: StoredSubmission): Promise<Result<Followed>> {
    const found = await this.#outcome(row);
    if (!found.ok) return found;
    switch (found.value.state) {
      case 'included':
        return ok(await this.#included(row, found.value));
      case 'dropped':
        return ok(await this.#dropped(row));
      case 'pending':
        return this.#pending(row);
    }
  }

  /** The outcome of the version that was included, or of the newest one. */
  async #outcome(row: StoredSubmission): Promise<Result<SubmissionOutcome>> {
    const { provider } = this.#deps.bridge;
    const outcomes = await Promise.all(versionsOf(row).map((version) => provider.outcome(version)));
    for (const outcome of outcomes) {
      if (!outcome.ok || outcome.value.state === 'included') return outcome;
    }
    return outcomes.at(-1) as Result<SubmissionOutcome>;
  }

  async #included(row: StoredSubmission, outcome: Included): Promise<Followed> {
    const { bridge, metrics, log, checkpoint } = this.#deps;
    checkpoint('before-inclusion-recorded');
    metrics.executionUnits.inc({ chain: bridge.provider.name }, Number(outcome.executionUnits));
    if (!outcome.success) {
      log.warn(
        { submission: row.id, block: outcome.block.number, failure: outcome.failure },
        'oracle transaction failed',
      );
      await this.#setState(row, 'failed');
      return { state: 'failed', orderIds: row.orderIds, block: outcome.block.number };
    }
    await this.#setState(row, 'included');
    return { state: 'included', block: outcome.block.number };
  }

  async #dropped(row: StoredSubmission): Promise<Followed> {
    await this.#setState(row, 'dropped');
    return { state: 'dropped', orderIds: row.orderIds };
  }

  async #pending(row: StoredSubmission): Promise<Result<Followed>> {
    const { bridge, clock, submissions, payer, log } = this.#deps;
    const newest = versionsOf(row).at(-1) as Submission;
    if (!this.#broadcast.has(row.id)) return this.#resume(row, newest);
    if (clock.now() - row.updatedAtMs < bridge.chain.escalateAfterMs) return ok({ state: 'open' });
    const replacement = await bridge.provider.replace(newest, payer);
    if (replacement.ok) {
      await submissions.addVersion(row.id, { ...replacement.value });
      log.info({ submission: row.id, reference: replacement.value.reference }, 'pending for too long, fee raised');
    } else if (replacement.error.code !== 'NOT_REPLACEABLE') {
      log.warn({ submission: row.id, code: replacement.error.code }, 'pending for too long, fee not raised');
    }
    return this.#send(row, replacement.ok ? replacement.value : newest);
  }

  /** After a restart: broadcasts again, unless the oracle has moved on, which only a failing transaction could follow. */
  async #resume(row: StoredSubmission, newest: Submission): Promise<Result<Followed>> {
    if (row.state === 'reserved') {
      const accepted = await this.#deps.bridge.provider.acceptsAnchor(String(row.details.anchor));
      if (!accepted.ok) {
        return accepted.error.code === 'ANCHOR_MISMATCH' ? ok(await this.#dropped(row)) : accepted;
      }
    }
    return this.#send(row, newest);
  }

  async #send(row: StoredSubmission, submission: Submission): Promise<Result<Followed>> {
    const { bridge, log, checkpoint } = this.#deps;
    const sent = await bridge.provider.broadcast(submission);
    if (!sent.ok) {
      // Reserved is enough: `follow` finds out what became of it and sends it again.
      log.warn({ submission: row.id, code: sent.error.code }, 'broadcast failed');
      return sent;
    }
    checkpoint('after-broadcast');
    this.#broadcast.add(row.id);
    await this.#setState(row, 'broadcast');
    return ok({ state: 'open' });
  }

  async #setState(row: StoredSubmission, state: StoredSubmission['state']): Promise<void> {
    const { submissions, metrics, bridge } = this.#deps;
    await submissions.setState(row.id, state);
    metrics.submissions.inc({ chain: bridge.provider.name, state });
    if (state !== 'broadcast') this.#broadcast.delete(row.id);
  }
}

/** The signed versions of a submission, the newest last: its provider wrote them. */
const versionsOf = (row: StoredSubmission): readonly Submission[] => row.versions as unknown as readonly Submission[];
