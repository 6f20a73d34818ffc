import {
  type BlockRef,
  type BridgeEvent,
  fail,
  type Hex,
  ok,
  type Result,
  type SignedTransaction,
} from '@causeway/protocol';
import type { CallFailure, OracleFailure, SendFailure } from '../src/failures.ts';
import type {
  KeyHandle,
  KeyIdentity,
  OracleCall,
  OracleRules,
  OracleSignature,
  OracleTransaction,
} from '../src/provider/provider.ts';
import { hashText, type Prepared } from './memory-blocks.ts';
import type { BridgeState } from './memory-bridge.ts';
import { MemoryChain } from './memory-chain.ts';

/** Number of blocks for which an anchor is valid. */
export const VALID_BLOCKS = 10;
/** Names a payer in an anchor, however long its address is. */
const tagOf = ({ address }: KeyIdentity): string => hashText(address).slice(2, 34);
/** Most calls of one oracle transaction on this chain. */
export const MAX_CALLS = 8;

/**
 * A chain whose oracle transactions expire. They are bound to a recent block and the payer, and the signatures cover
 * the fee. All calls are one transaction, like on Radix.
 */
export class ExpiringMemoryChain extends MemoryChain {
  override readonly oracleRules: OracleRules = { maxCalls: MAX_CALLS, maxCommitMessages: 4_096, commitsApart: false };
  /** Calls that get lost before they are included. */
  loses: (call: OracleCall) => boolean = () => false;

  override async anchor(payer: KeyIdentity) {
    return this.read('anchor', () => `${this.tip.number}:${this.tip.hash}:${tagOf(payer)}:`);
  }

  override async acceptsAnchor(anchor: string): Promise<Result<void, CallFailure>> {
    const accepted = this.read('acceptsAnchor', () => this.validTo(anchor) >= this.tip.number);
    if (!accepted.ok) return accepted;
    return accepted.value ? ok(undefined) : fail('ANCHOR_MISMATCH', 'the anchor expired', true);
  }

  /** Each transaction stands alone. */
  override readonly order = undefined;

  /** Anchors expire by themselves. */
  override readonly buildVoid = undefined;

  override async prepareOracle(
    transaction: OracleTransaction,
    signatures: readonly OracleSignature[],
    payer: KeyHandle,
    replaces?: SignedTransaction,
  ): Promise<Result<SignedTransaction, OracleFailure>> {
    if (transaction.anchor.split(':')[2] !== tagOf(payer)) return fail('PAYER_MISMATCH', 'the anchor names another');
    if (replaces) return this.replace();
    const enough = this.enough(transaction, signatures);
    if (!enough.ok) return enough;
    const terms = { payer: payer.address, sequence: this.validTo(transaction.anchor), price: 1 };
    return this.read('prepareOracle', () =>
      this.record(transaction.digest, terms, { oracle: { transaction, signatures } }),
    );
  }

  override async replace(): Promise<Result<SignedTransaction, SendFailure>> {
    return fail('NOT_REPLACEABLE', 'the signatures cover the fee');
  }

  override async broadcast(submission: SignedTransaction): Promise<Result<string, SendFailure>> {
    const { reference, payer, sequence } = submission;
    if (this.failure || this.outcomes.has(reference) || !this.isSpent(payer, sequence)) {
      return super.broadcast(submission);
    }
    return fail('BLOCKHASH_EXPIRED', `no block after ${sequence} can include it`, true);
  }

  override async outcome(submission: SignedTransaction) {
    const outcome = await super.outcome(submission);
    const isDropped = outcome.ok && outcome.value.state === 'dropped';
    const expired = submission.sequence < this.tip.number - this.finalityBlocks;
    return isDropped ? ok({ state: 'dropped', expired } as const) : outcome;
  }

  /** Lets the waiting transactions expire: for good, or only so that a fork could still include them. */
  lose(how: 'expired' | 'on this fork'): void {
    this.dropMempool();
    this.mine(VALID_BLOCKS + 1 + (how === 'expired' ? this.finalityBlocks : 0));
  }

  protected override get senderRequired(): boolean {
    return true;
  }

  protected override isAnchor(anchor: string): boolean {
    return /^\d+:0x[0-9a-f]{64}:\w+:[\d+]*$/.test(anchor);
  }

  /** No transaction waits for another one. */
  override get sequences(): undefined {
    return undefined;
  }

  /** Every transaction is valid for as long as an anchor. */
  protected override nextSequence(): number {
    return this.tip.number + VALID_BLOCKS;
  }

  protected override takeSequences(_payer: string, count: number): readonly number[] {
    return Array.from({ length: count }, () => this.nextSequence());
  }

  protected override isSpent(_payer: string, sequence: number): boolean {
    return sequence < this.tip.number;
  }

  protected override include(
    state: BridgeState,
    prepared: Prepared,
    block: BlockRef,
    index: number,
  ): readonly BridgeEvent[] | undefined {
    const { reference } = prepared.submission;
    if (this.expired(prepared.submission, block.number)) this.mempool.delete(reference);
    if (!this.mempool.has(reference) || prepared.oracle?.transaction.calls.some((call) => this.loses(call))) {
      return undefined;
    }
    this.mempool.delete(reference);
    return this.conclude(state, prepared, this.execute(state, prepared, block, index));
  }

  /** True when block `number` can no longer include the submission. Submissions of `executeAsOther` never expire. */
  protected expired({ sequence }: SignedTransaction, number: number): boolean {
    return sequence >= 0 && sequence < number;
  }

  private validTo(anchor: string): number {
    const [number, hash] = anchor.split(':') as [string, Hex];
    return hash === this.hashAt(Number(number)) ? Number(number) + VALID_BLOCKS : -1;
  }
}
