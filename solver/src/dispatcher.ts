import type { ChainProvider, KeyHandle, ProvenDelivery, SendFailure, Settling } from '@causeway/chains';
import { type ChainAccess, Outbox, type OutboxCheckpoint, type TransactionOutcome, takeUp } from '@causeway/outbox';
import { ok, type Result, type SignedTransaction, type SwapEvent, type TransactionCost } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import type { SolverStorage, StoredSubmission } from '@causeway/storage';
import type { Logger } from 'pino';
import type { Known } from './swaps.ts';

/** The calls of a settler by what their submissions are for. */
export const CALLS = { fill: ['fill', 'fillAndSettle'], settle: ['settle'], finish: ['giveBack'] } as const;
export type CallPurpose = keyof typeof CALLS;
type CallName = (typeof CALLS)[CallPurpose][number];

const PURPOSES = Object.keys(CALLS) as CallPurpose[];

/** A submission of a desk. */
export type CallSubmission = StoredSubmission<CallPurpose>;

type Included = Extract<TransactionOutcome, { readonly state: 'included' }>['outcome'];

/** What became of a submission. */
export type Ended =
  /** A block includes it, and a reorganisation may still take it back. */
  | {
      readonly state: 'included';
      readonly success: boolean;
      readonly code: string | null;
      /** The settler's events for the swap in its block. */
      readonly events: readonly SwapEvent[];
      readonly costs: readonly TransactionCost[];
      readonly atMs: number;
    }
  /** It is included for good. */
  | { readonly state: 'final'; readonly success: boolean }
  /** No block will include it. */
  | { readonly state: 'dropped' }
  /** A reorganisation took it back, and it is sent again. */
  | { readonly state: 'takenBack' };

export interface DispatcherDeps {
  readonly provider: ChainProvider;
  readonly settler: Settling;
  readonly key: KeyHandle;
  readonly storage: Pick<SolverStorage, 'submissions'>;
  readonly escalateAfterMs: number;
  readonly clock: Clock;
  readonly log: Logger;
  readonly checkpoint?: ((point: OutboxCheckpoint) => void) | undefined;
  /** Records in the books what became of a submission. A second recording changes nothing. */
  readonly onEnded: (submission: CallSubmission, ended: Ended) => Promise<void>;
}

/** Brings the calls of one settler on chain, each once, and tells what became of them. */
export class Dispatcher {
  readonly #deps: DispatcherDeps;
  readonly #outbox: Outbox;
  /** The block of each included submission that is not final, and whether it succeeded there. */
  readonly #included = new Map<string, { readonly block: number; readonly success: boolean }>();
  #open: readonly CallSubmission[] = [];

  constructor(deps: DispatcherDeps) {
    const { storage, clock, log, checkpoint } = deps;
    this.#deps = deps;
    this.#outbox = new Outbox({ submissions: storage.submissions, clock, log, ...(checkpoint && { checkpoint }) });
  }

  /** The submissions that have not ended. */
  get open(): readonly CallSubmission[] {
    return this.#open;
  }

  /** True while a transaction with approvals before it is not included: a further one could use up its allowance. */
  isApproving(isOf: (submission: CallSubmission) => boolean): boolean {
    return this.#open.some(
      (each) => (each.details.before?.length ?? 0) > 0 && !this.#included.has(each.id) && isOf(each),
    );
  }

  /** Takes up what an earlier process left open. Call it before anything is signed. */
  async resume(): Promise<void> {
    await this.#read();
    for (const row of this.#open) takeUp(row, this.#deps.provider);
  }

  /** True while a submission for the swap has not ended. */
  hasOpen(id: string): boolean {
    return this.#open.some(({ orderIds }) => orderIds.includes(id));
  }

  async #read(): Promise<void> {
    const { provider, storage } = this.#deps;
    const open = await storage.submissions.open(PURPOSES, provider.domain);
    this.#open = open.filter(({ family }) => family === provider.family);
  }

  /**
   * Signs the call, if it would succeed now. Fails with the settler's error name, or as the chain does. Nothing is
   * stored or sent before `dispatch`.
   */
  prepare(
    { row: { terms } }: Known,
    name: CallName,
    maxOut: bigint,
    deliveries: readonly ProvenDelivery[],
  ): Promise<Result<readonly SignedTransaction[], SendFailure>> {
    const { settler, key } = this.#deps;
    const call = { terms, deliveries };
    if (name === 'fill' || name === 'fillAndSettle') {
      return settler.prepareSwap(key, { ...call, function: name, maxOut });
    }
    return settler.prepareSwap(key, { ...call, function: name });
  }

  /**
   * Stores the signed call, and sends it. `fee`: the bridge's for a return home. Throws when a fill of the swap is
   * stored already that may be included.
   */
  async dispatch(
    { id }: Known,
    purpose: CallPurpose,
    name: CallName,
    signed: readonly SignedTransaction[],
    fee: bigint,
  ): Promise<CallSubmission> {
    const { provider } = this.#deps;
    const last = signed.at(-1);
    if (!last) throw new Error(`${name} of ${id} has no transaction`);
    const row = (await this.#outbox.reserve(
      {
        purpose,
        domain: provider.domain,
        family: provider.family,
        payer: last.payer,
        sequence: last.sequence,
        versions: [last],
        orderIds: [id],
        details: { function: name, fee: String(fee), before: signed.slice(0, -1) },
      },
      provider,
    )) as CallSubmission;
    this.#open = [...this.#open, row];
    // A reservation is enough: `follow` finds out its fate and sends it again.
    await this.#outbox.send(row, this.#route(row));
    return row;
  }

  /** Gives back the sequence numbers of what was signed and will not be sent. */
  release(signed: readonly SignedTransaction[]): void {
    this.#deps.provider.sequences?.release(signed);
  }

  /** Follows every open submission. `finalTo`: the newest final block. */
  async follow(finalTo: number): Promise<void> {
    await this.#read();
    await Promise.all(this.#open.map((row) => this.#followOne(row, finalTo)));
    await this.#read();
  }

  async #followOne(row: CallSubmission, finalTo: number): Promise<void> {
    const { onEnded, provider, log } = this.#deps;
    const known = this.#included.get(row.id);
    if (known && known.block > finalTo) return;
    const fate = await this.#outbox.follow(row, this.#route(row));
    if (!fate.ok) {
      log.warn({ submission: row.id, code: fate.error.code }, 'not followed');
      return;
    }
    const { value } = fate;
    if (value.state === 'included') {
      const { success, block } = value.outcome;
      if (known && known.block === block.number && known.success === success) {
        await onEnded(row, { state: 'final', success });
        await this.#outbox.conclude(row, success ? 'included' : 'failed', { costs: value.outcome.costs, provider });
        this.#included.delete(row.id);
        return;
      }
      if (known) await onEnded(row, { state: 'takenBack' });
      const ended = await this.#endedBy(row, value.outcome);
      if (!ended.ok) return;
      await onEnded(row, ended.value);
      this.#included.set(row.id, { block: block.number, success });
      return;
    }
    if (known) {
      this.#included.delete(row.id);
      await onEnded(row, { state: 'takenBack' });
    }
    if (value.state === 'pending') return;
    await onEnded(row, { state: 'dropped' });
    await this.#outbox.conclude(row, 'dropped', { costs: value.costs ?? null, provider });
  }

  /** What an included submission did, by the settler's events of its block. */
  async #endedBy(row: CallSubmission, outcome: Included): Promise<Result<Ended, SendFailure>> {
    const { settler, provider } = this.#deps;
    const { block, success, failure, costs } = outcome;
    const scan = await settler.scan(block.number, block);
    if (!scan.ok) return scan;
    const events = scan.value.events.filter(({ id }) => id === row.orderIds[0]);
    const before: TransactionCost[] = [];
    for (const earlier of row.details.before ?? []) {
      const one = await provider.outcome(earlier);
      if (!one.ok) return one;
      if (one.value.state === 'included') before.push(...one.value.costs);
    }
    const code = success ? null : (failure?.code ?? 'FAILED');
    return ok({ state: 'included', success, code, events, costs: [...before, ...costs], atMs: block.timeMs });
  }

  #route(row: CallSubmission): ChainAccess {
    const { provider, settler, key, escalateAfterMs } = this.#deps;
    const [id] = row.orderIds;
    /** A call that was not sent can only fail once its swap went on. */
    const wanted = async () => {
      const state = await settler.swap(id as `0x${string}`);
      if (!state.ok) return state;
      return ok(state.value.stage === (row.purpose === 'settle' ? 'filled' : 'none'));
    };
    return { provider, payer: key, escalateAfterMs, wanted };
  }
}
