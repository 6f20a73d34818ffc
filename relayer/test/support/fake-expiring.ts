import type {
  KeyHandle,
  KeyIdentity,
  OracleCall,
  OracleRules,
  OracleSignature,
  OracleTransaction,
} from '@causeway/chains';
import { type BridgeEvent, fail, type Hex, ok, type Result, type Submission } from '@causeway/protocol';
import type { BridgeState } from './fake-bridge.ts';
import { FakeChain, type Prepared } from './fake-chain.ts';

/** Number of blocks for which an anchor is valid. */
export const VALID_BLOCKS = 10;
/** Most calls of one oracle transaction on this chain. */
export const MAX_CALLS = 8;

/**
 * A chain whose oracle transactions expire. They are bound to a recent block and the payer, and the signatures cover
 * the fee. All calls are one transaction, like on Radix.
 */
export class FakeExpiringChain extends FakeChain {
  override readonly oracleRules: OracleRules = { maxCalls: MAX_CALLS, maxCommitMessages: 4_096, commitsApart: false };
  /** Calls that get lost before they are included. */
  loses: (call: OracleCall) => boolean = () => false;

  override async anchor(payer: KeyIdentity) {
    return this.read('anchor', () => `${this.tip.number}:${this.tip.hash}:${payer.address}:`);
  }

  override async acceptsAnchor(anchor: string): Promise<Result<void>> {
    const accepted = this.read('acceptsAnchor', () => this.#validTo(anchor) >= this.tip.number);
    if (!accepted.ok) return accepted;
    return accepted.value ? ok(undefined) : fail('ANCHOR_MISMATCH', 'the anchor expired', true);
  }

  override async prepareOracle(
    transaction: OracleTransaction,
    signatures: readonly OracleSignature[],
    payer: KeyHandle,
  ) {
    if (transaction.anchor.split(':')[2] !== payer.address) throw new Error('paid by another than the anchor names');
    return this.read('prepareOracle', () =>
      this.prepare(transaction, signatures, payer.address, this.#validTo(transaction.anchor), 1),
    );
  }

  override async replace(): Promise<Result<Submission>> {
    return fail('NOT_REPLACEABLE', 'the oracle signed the fee');
  }

  override async outcome({ reference, sequence }: Submission) {
    return this.read('outcome', () => {
      const included = this.outcomes.get(reference);
      if (included) return included;
      return sequence < this.tip.number
        ? ({ state: 'dropped', expired: true } as const)
        : ({ state: 'pending' } as const);
    });
  }

  protected override include(
    state: BridgeState,
    prepared: Prepared,
    block: BridgeEvent['at']['block'],
    index: number,
  ): readonly BridgeEvent[] | undefined {
    const { reference } = prepared.submission;
    if (this.expired(prepared.submission, block.number)) this.mempool.delete(reference);
    if (!this.mempool.has(reference) || prepared.transaction.calls.some((call) => this.loses(call))) return undefined;
    this.mempool.delete(reference);
    const outcome = this.execute(state, prepared, block, index);
    this.outcomes.set(reference, outcome);
    return outcome.events;
  }

  /** True when block `number` can no longer include the submission. Submissions of `executeAsOther` never expire. */
  protected expired({ sequence }: Submission, number: number): boolean {
    return sequence >= 0 && sequence < number;
  }

  #validTo(anchor: string): number {
    const [number, hash] = anchor.split(':') as [string, Hex];
    return hash === this.hashAt(Number(number)) ? Number(number) + VALID_BLOCKS : -1;
  }
}
