import {
  type BlockRef,
  type BridgeEvent,
  type ExecutionCode,
  type ExecutionFailure,
  executionOf,
  fail,
  ok,
  type Result,
  type SignedTransaction,
} from '@causeway/protocol';
import type { CallFailure, OracleFailure } from '../src/failures.ts';
import type {
  ChainProvider,
  KeyHandle,
  KeyIdentity,
  OracleCall,
  OracleOrder,
  OracleRules,
  OracleSignature,
  OracleTransaction,
} from '../src/provider/provider.ts';
import { CALL_UNITS, costOf, hashText, type Included, type Prepared, stringify } from './memory-blocks.ts';
import { applyCall, type BridgeState, Refused } from './memory-bridge.ts';
import { signerOf } from './memory-key.ts';
import { MemorySender, refusalOf } from './memory-sender.ts';

/**
 * A chain with one bridge, in memory, deterministic and without a clock: a ChainProvider of its own kind. Its oracle
 * acts by a sequence of its own, all calls of a transaction or none, as a Safe does.
 */
export class MemoryChain extends MemorySender implements ChainProvider {
  readonly oracleRules: OracleRules = {
    maxCalls: 512,
    maxCommitMessages: 4_096,
    commitsApart: false,
    size: { maxBytes: 100_000, bytesOf: (messages) => 512 + 32 * Math.ceil(Math.log2(messages)) },
  };

  /** Executes `calls` as the oracle at once, without signatures, like another relayer. */
  executeAsOther(calls: readonly OracleCall[]): void {
    const transaction = this.compose(String(this.state.anchor), calls);
    const signatures = this.members.map((signer): OracleSignature => ({ signer, signature: '0x' }));
    const terms = { payer: 'other', sequence: -1, price: 1_000_000 };
    this.mempool.add(
      this.record(`other/${transaction.digest}`, terms, { oracle: { transaction, signatures } }).reference,
    );
    this.mine();
  }

  async anchor(_payer: KeyIdentity) {
    return this.read('anchor', () => String(this.state.anchor));
  }
  async acceptsAnchor(anchor: string): Promise<Result<void, CallFailure>> {
    const current = this.read('acceptsAnchor', () => String(this.state.anchor));
    if (!current.ok) return current;
    return current.value === anchor ? ok(undefined) : fail('ANCHOR_MISMATCH', `the next is ${current.value}`, true);
  }
  readonly order: OracleOrder | undefined = {
    placeOf: (anchor) => (this.isAnchor(anchor) ? Number.parseInt(anchor, 10) : undefined),
    anchorAt: String,
    next: async () => this.read('order', () => this.state.anchor),
  };
  async bind(anchor: string, _calls: readonly OracleCall[]): Promise<Result<string, CallFailure>> {
    return ok(anchor);
  }
  async build(anchor: string, calls: readonly OracleCall[]): Promise<Result<OracleTransaction, CallFailure>> {
    if (!this.isAnchor(anchor)) return fail('INVALID_ANCHOR', `${anchor} is no anchor of ${this.name}`);
    if (calls.length === 0) return fail('EmptyBatch', 'there is no call');
    if (calls.length > this.oracleRules.maxCalls) return fail('BATCH_TOO_LARGE', `${calls.length} calls`);
    for (const [callIndex, call] of calls.entries()) {
      const code = this.staticRefusalOf(call);
      if (code) return { ok: false, error: { ...refusalOf(code), callIndex } };
    }
    return ok(this.compose(anchor, calls));
  }
  /** A transaction without calls: it moves the oracle's sequence. */
  readonly buildVoid: ChainProvider['buildVoid'] = async (anchor) => {
    if (!this.isAnchor(anchor)) return fail('INVALID_ANCHOR', `${anchor} is no anchor of ${this.name}`);
    return ok({ ...this.compose(anchor, []), voids: true });
  };
  async simulate(calls: readonly OracleCall[]): Promise<Result<void, CallFailure>> {
    const read = this.read('simulate', () => undefined);
    if (!read.ok) return read;
    const run = this.run(structuredClone(this.state), calls, this.tip, 'simulation', 0);
    return run.ok ? ok(undefined) : run;
  }
  async sign({ digest }: OracleTransaction, key: KeyHandle): Promise<OracleSignature> {
    return { signer: key.address, signature: await key.sign(digest) };
  }
  recoverSigner({ digest }: OracleTransaction, { signer, signature }: OracleSignature): string | null {
    return signerOf(digest, signature) === signer ? signer : null;
  }
  async prepareOracle(
    transaction: OracleTransaction,
    signatures: readonly OracleSignature[],
    payer: KeyHandle,
    replaces?: SignedTransaction,
  ): Promise<Result<SignedTransaction, OracleFailure>> {
    const enough = this.enough(transaction, signatures);
    if (!enough.ok) return enough;
    const sequence = replaces?.sequence ?? (this.takeSequences(payer.address, 1)[0] as number);
    const price = replaces ? 2 * Number(replaces.fee.price) : 1;
    return this.read('prepareOracle', () =>
      this.record(
        transaction.digest,
        { payer: payer.address, sequence, price },
        { oracle: { transaction, signatures } },
      ),
    );
  }

  /** True for text that `anchor` could have returned. */
  protected isAnchor(anchor: string): boolean {
    return /^(?:0|[1-9]\d{0,8})$/.test(anchor);
  }

  protected compose(anchor: string, calls: readonly OracleCall[]): OracleTransaction {
    const digest = hashText(`${this.domain}/${anchor}/${stringify(calls)}`);
    return { anchor, calls, payloads: [digest], digest };
  }

  /** Fails unless `signatures` come from as many distinct members as the threshold. */
  protected enough(
    transaction: OracleTransaction,
    signatures: readonly OracleSignature[],
  ): Result<void, OracleFailure> {
    const signers = signatures.map((signature) => this.recoverSigner(transaction, signature));
    if (signers.some((signer) => signer === null || !this.members.includes(signer))) {
      return fail('INVALID_SIGNATURE', 'a signature is of no member');
    }
    if (new Set(signers).size < signers.length) return fail('DUPLICATE_SIGNATURE', 'a member signed twice');
    if (signers.length >= this.threshold) return ok(undefined);
    return fail('NOT_ENOUGH_SIGNATURES', `${signers.length} of ${this.threshold} signatures`);
  }

  protected include(
    state: BridgeState,
    prepared: Prepared,
    block: BlockRef,
    index: number,
  ): readonly BridgeEvent[] | undefined {
    const { reference, payer, sequence, fee } = prepared.submission;
    if (Number(fee.price) < this.minimumFee) return undefined;
    const due = state.sequences.get(payer) ?? 0;
    if (sequence > due) return undefined;
    this.mempool.delete(reference);
    if (sequence >= 0 && sequence < due) return undefined;
    if (sequence >= 0) state.sequences.set(payer, due + 1);
    const { oracle } = prepared;
    const isStale = oracle !== undefined && Number.parseInt(oracle.transaction.anchor, 10) !== state.anchor;
    const outcome = isStale ? refused('INVALID_SIGNATURE', block) : this.execute(state, prepared, block, index);
    if (oracle && outcome.success) state.anchor++;
    return this.conclude(state, prepared, outcome);
  }

  /** Records the outcome, which the payer of an oracle transaction pays for. */
  protected conclude(state: BridgeState, { submission, oracle }: Prepared, outcome: Included): readonly BridgeEvent[] {
    if (oracle) this.charge(state, submission.payer, ...outcome.costs);
    this.outcomes.set(submission.reference, outcome);
    return outcome.events;
  }

  /** Everything that the transaction does, or nothing and the reason. */
  protected execute(state: BridgeState, prepared: Prepared, block: BlockRef, index: number): Included {
    const { oracle, act, submission } = prepared;
    const trial = structuredClone(state);
    const transaction = submission.reference;
    if (oracle && !this.signedByMembers(oracle.signatures)) return refused('INVALID_SIGNATURE', block);
    const calls = oracle?.transaction.calls ?? [];
    const run = act
      ? this.attempt(() => act(trial, { block, transaction, index }))
      : this.run(trial, calls, block, transaction, index);
    if (!run.ok) return refused(run.error.code, block);
    Object.assign(state, trial);
    const executionUnits = CALL_UNITS * BigInt(calls.length || 1);
    return {
      state: 'included',
      block,
      success: true,
      events: run.value,
      executionUnits,
      costs: [costOf(executionUnits)],
    };
  }

  /** True when enough members signed. */
  protected signedByMembers(signatures: readonly OracleSignature[]): boolean {
    const members = new Set(signatures.map(({ signer }) => signer).filter((signer) => this.members.includes(signer)));
    return members.size >= this.threshold;
  }

  protected run(
    state: BridgeState,
    calls: readonly OracleCall[],
    block: BlockRef,
    transaction: string,
    index: number,
  ): Result<BridgeEvent[], CallFailure & ExecutionFailure> {
    const events: BridgeEvent[] = [];
    for (const [callIndex, call] of calls.entries()) {
      const at = { block, transaction, index: index + events.length };
      const run = this.attempt(() => [applyCall(state, this.settings, call, at)]);
      if (!run.ok) return { ok: false, error: { ...run.error, callIndex } };
      events.push(...run.value);
    }
    return ok(events);
  }

  protected attempt(act: () => readonly BridgeEvent[]): Result<readonly BridgeEvent[], ExecutionFailure> {
    try {
      return ok(act());
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { ok: false, error: refusalOf(error.code) };
    }
  }

  /** The code of a call that this bridge would refuse whatever its state. */
  private staticRefusalOf(call: OracleCall): 'WRONG_BRIDGE' | 'WrongAssetHome' | undefined {
    if (call.function === 'commitRoot') return undefined;
    const { destination, destinationBridge } = call.message;
    if (destination !== this.domain || destinationBridge !== this.bridge) return 'WRONG_BRIDGE';
    if (call.function === 'cancelOrder' || call.function === executionOf(call.message)) return undefined;
    return 'WrongAssetHome';
  }
}

/** A transaction in `block` without an effect. */
const refused = (code: ExecutionCode, block: BlockRef): Included => ({
  state: 'included',
  block,
  success: false,
  failure: refusalOf(code),
  events: [],
  executionUnits: CALL_UNITS,
  costs: [costOf(CALL_UNITS)],
});
