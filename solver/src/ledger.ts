import type { ChainProvider } from '@causeway/chains';
import type { Hex } from '@causeway/protocol';
import type { SolverStorage, SwapChange } from '@causeway/storage';
import type { CallSubmission, Ended } from './dispatcher.ts';
import { costOf, entry, gasEntry, movedBy, present, swapEntries } from './entries.ts';
import type { Metrics } from './metrics.ts';
import { dollarsOf } from './pricing.ts';
import { CALLED } from './stages.ts';
import type { Known } from './swaps.ts';
import type { Worth } from './worth.ts';

type Included = Extract<Ended, { readonly state: 'included' }>;

export interface LedgerDeps {
  readonly provider: ChainProvider;
  /** The word of the solver's account. */
  readonly account: Hex;
  readonly storage: Pick<SolverStorage, 'solver'>;
  readonly worth: Worth;
  readonly metrics: Metrics;
}

/** Writes into the books what included calls of a settler did. */
export class Ledger {
  readonly #deps: LedgerDeps;

  constructor(deps: LedgerDeps) {
    this.#deps = deps;
  }

  /**
   * Books an included call, and moves its swap unless an earlier booking did. Returns the change of the swap. A second
   * booking changes nothing.
   */
  async book(submission: CallSubmission, known: Known, included: Included): Promise<SwapChange> {
    const { provider, account, storage, worth } = this.#deps;
    const { terms, lane, id, row } = known;
    const { success, events, costs, atMs, code } = included;
    const place = { domain: provider.domain, lane: lane?.name ?? null, swapId: id };
    const cause = { ...place, submissionId: submission.id, atMs };
    const assets = { input: this.#inputOf(known), output: lane?.output.address ?? null };
    const did = swapEntries(cause, terms, assets, success ? events : [], account);
    const wentHome = success && events.some((event) => event.type === 'returned' && event.home !== 0);
    const own = [...did.entries, wentHome ? entry(cause, 'fee', null, BigInt(submission.details.fee), false) : null];
    const cost = costOf(costs, movedBy(own));
    worth.measured(provider.domain, cost);
    const isFirst = row.stage === CALLED[submission.purpose];
    const change = !isFirst ? {} : success ? await this.#changeBy(submission, known, did, cost) : { reason: code };
    await storage.solver.conclude({ swapId: id, change, entries: present([...own, gasEntry(cause, costs, own)]) });
    return change;
  }

  /** What a call that succeeded changes of its swap. */
  async #changeBy(
    { purpose, details }: CallSubmission,
    known: Known,
    { paid, received }: { readonly paid: bigint | null; readonly received: bigint | null },
    cost: bigint,
  ): Promise<SwapChange> {
    const { metrics, provider } = this.#deps;
    const { row, lane } = known;
    if (purpose === 'finish') {
      metrics.finished.inc({ chain: provider.name });
      return { stage: 'finished', reason: null };
    }
    if (lane && received !== null) metrics.settled.inc({ lane: lane.name });
    if (purpose === 'settle') {
      const dollars = (await this.#costInDollars(known, cost)) ?? 0n;
      const profit = row.profit === null ? null : String(BigInt(row.profit) - dollars);
      return { stage: 'settled', reason: null, received, early: false, profit };
    }
    if (lane) metrics.fills.inc({ lane: lane.name, when: details.function === 'fill' ? 'early' : 'late' });
    const profit = await this.#profit(known, paid ?? 0n, cost);
    const filled = { reason: null, paid, profit };
    return received === null ? { ...filled, stage: 'filled' } : { ...filled, stage: 'settled', received, early: false };
  }

  /** The local address of the input; null is the native coin. */
  #inputOf({ lane, terms }: Known): string | null {
    if (lane) return lane.input.address;
    return /^0x0+$/.test(terms.assetIn) ? null : this.#deps.provider.formatAddress(terms.assetIn);
  }

  /** Millionths of a dollar that a fill brings, as text; null without a price. */
  async #profit({ lane, terms }: Known, paid: bigint, cost: bigint): Promise<string | null> {
    const values = lane && (await this.#deps.worth.dollars(lane));
    if (!lane || !values) return null;
    const { input, output, coin } = values;
    const profit =
      dollarsOf(terms.amountIn, lane.input.decimals, input) -
      dollarsOf(paid, lane.output.decimals, output) -
      dollarsOf(cost, coin.decimals, coin.price);
    return String(profit);
  }

  /** Millionths of a dollar that a settlement costs; null without a price. */
  async #costInDollars({ lane }: Known, cost: bigint): Promise<bigint | null> {
    const values = lane && (await this.#deps.worth.dollars(lane));
    return values ? dollarsOf(cost, values.coin.decimals, values.coin.price) : null;
  }
}
