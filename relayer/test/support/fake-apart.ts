import type {
  BlockRef,
  BridgeEvent,
  CallFailure,
  KeyHandle,
  KeyIdentity,
  OracleCall,
  OracleSignature,
  Submission,
} from '@causeway/chains';
import { type ChainKind, type Failure, fail, type Hex, ok, type Result } from '@causeway/protocol';
import type { BridgeState } from './fake-bridge.ts';
import { CALL_UNITS, FakeChain, hashText, type Included, type Prepared } from './fake-chain.ts';

/** Blocks that a block hash stays valid for. */
export const HASH_BLOCKS = 10;
/** Most calls of one oracle transaction here, and most messages of one commitment. */
export const MAX_CALLS = 8;
export const MAX_COMMIT = 16;

/** What of a submission has landed. */
interface Landed {
  readonly calls: Set<number>;
  readonly events: BridgeEvent[];
  failure: Failure | undefined;
  block: BlockRef;
}

/**
 * A chain as Solana is: every call is a transaction of its own, bound to a block hash that expires. A call lands or
 * fails alone; one that `loses` names does not land.
 */
export class FakeApartChain extends FakeChain {
  override readonly kind: ChainKind = 'solana';
  override readonly oracleRules = { maxCalls: MAX_CALLS, maxCommitMessages: MAX_COMMIT, commitsApart: true };
  /** Calls that get lost on their way. */
  loses: (call: OracleCall) => boolean = () => false;
  /** Calls that pay an account which its recipient gave away. */
  givenAway: (call: OracleCall) => boolean = () => false;
  readonly #landed = new Map<string, Landed>();

  override async anchor(payer: KeyIdentity) {
    return this.read('anchor', () => `${this.tip.number}:${this.tip.hash}:${payer.address}:`);
  }

  /** The last part of a bound anchor lists the calls to accounts that were given away. */
  override async bind(anchor: string, calls: readonly OracleCall[]) {
    return this.read('bind', () => {
      const marked = [...calls.keys()].filter((index) => this.givenAway(calls[index] as OracleCall));
      return `${anchor.slice(0, anchor.lastIndexOf(':'))}:${marked.join('+')}`;
    });
  }

  override async build(anchor: string, calls: readonly OracleCall[]) {
    const [, , , marked = ''] = anchor.split(':');
    const callIndex = marked
      .split('+')
      .filter(Boolean)
      .map(Number)
      .find((index) => !this.givenAway(calls[index] as OracleCall));
    if (callIndex === undefined) return super.build(anchor, calls);
    const error = { code: 'ACCOUNT_CREATION_NEEDED', message: 'it was not given away', retryable: true, callIndex };
    return { ok: false, error } as const;
  }

  override async acceptsAnchor(anchor: string): Promise<Result<void>> {
    const accepted = this.read('acceptsAnchor', () => this.#validTo(anchor) >= this.tip.number);
    if (!accepted.ok) return accepted;
    return accepted.value ? ok(undefined) : fail('ANCHOR_MISMATCH', 'the block hash expired', true);
  }

  override async simulate(calls: readonly OracleCall[]): Promise<Result<void, CallFailure>> {
    const read = this.read('simulate', () => undefined);
    if (!read.ok) return read;
    for (const [callIndex, call] of calls.entries()) {
      const run = this.run(structuredClone(this.state), [call], this.tip, 'simulation', 0);
      if (!run.ok) return { ok: false, error: { ...run.error, callIndex } };
    }
    return ok(undefined);
  }

  override async prepareOracle(
    transaction: Prepared['transaction'],
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
      return { state: sequence < this.tip.number ? ('dropped' as const) : ('pending' as const) };
    });
  }

  /** Lands what can; when the block hash expired before every call has, the whole is dropped. */
  protected override include(
    state: BridgeState,
    { transaction, signatures, submission }: Prepared,
    block: BlockRef,
    index: number,
  ): readonly BridgeEvent[] | undefined {
    const { reference, sequence } = submission;
    const expired = sequence >= 0 && sequence < block.number;
    const landed = this.#landed.get(reference) ?? { calls: new Set(), events: [], failure: undefined, block };
    const emitted: BridgeEvent[] = [];
    for (const [callIndex, call] of transaction.calls.entries()) {
      if (expired || landed.calls.has(callIndex) || this.loses(call) || !this.signed(signatures)) continue;
      landed.calls.add(callIndex);
      landed.block = block;
      const run = this.run(state, [call], block, hashText(`${reference}/${callIndex}`), index + emitted.length);
      if (run.ok) emitted.push(...run.value);
      else landed.failure ??= run.error;
    }
    landed.events.push(...emitted);
    if (landed.calls.size > 0) this.#landed.set(reference, landed);
    if (!expired && landed.calls.size < transaction.calls.length) return emitted.length > 0 ? emitted : undefined;
    this.mempool.delete(reference);
    if (landed.calls.size === transaction.calls.length) this.outcomes.set(reference, outcomeOf(landed));
    return emitted;
  }

  #validTo(anchor: string): number {
    const [number, hash] = anchor.split(':') as [string, Hex];
    return hash === this.hashAt(Number(number)) ? Number(number) + HASH_BLOCKS : -1;
  }
}

function outcomeOf({ calls, events, failure, block }: Landed): Included {
  const executionUnits = CALL_UNITS * BigInt(calls.size);
  return { state: 'included', block, success: !failure, events, executionUnits, ...(failure && { failure }) };
}
