import {
  type BridgeEvent,
  type EventPosition,
  fail,
  type Hex,
  KIND,
  ok,
  type Result,
  type SendOperation,
  type SignedTransaction,
  type SubmissionOutcome,
  type TransactionCost,
  type UnsignedTransaction,
  ZERO_32,
} from '@causeway/protocol';
import type { CallCode, SendFailure } from '../src/failures.ts';
import { acceptedFee } from '../src/provider/delivery-fee.ts';
import type { ClaimArguments, KeyHandle, SendArguments, Sender, Sequences } from '../src/provider/provider.ts';
import { isOwnError, isTemporary, refusalSentence } from '../src/provider/refusals.ts';
import type { HeldAsset, TransferArguments, WalletOperations } from '../src/provider/wallet.ts';
import { COIN, hashText, type Prepared, stringify, WIRE_DECIMALS } from './memory-blocks.ts';
import { add, type BridgeState, emit, holdingKey, limitKey, Refused } from './memory-bridge.ts';
import { MemoryReader, MIN_AMOUNT } from './memory-reader.ts';
import { MemorySequences } from './memory-sequences.ts';

/** What a transaction of an account does. Throws Refused. */
type Act = (state: BridgeState, at: EventPosition) => readonly BridgeEvent[];

/** The contract's refusal `code` as a failure. */
export const refusalOf = <Code extends CallCode>(code: Code) => ({
  code,
  message: isOwnError(code) ? refusalSentence(code) : `the contract refused: ${code}`,
  retryable: isTemporary(code),
});

/** The sending view of a chain in memory. */
export abstract class MemorySender extends MemoryReader implements Sender {
  /** Requests of wallets by their data, for `sendUnsigned`. */
  private readonly handedOut = new Map<string, { readonly from: string; readonly act: Act }>();
  private readonly numbers = new MemorySequences({
    due: (payer) => this.nextSequence(payer),
    waits: (payer, sequence) => this.isWaiting(payer, sequence),
    empty: ({ raw, payer, sequence, fee }) => {
      const price = 2 * Number(fee.price);
      return this.record(`${raw}/empty`, { payer, sequence, price }, { act: () => [] });
    },
    sendEmpty: (payer, sequence) => this.accept(this.signed(payer, sequence, () => []).reference),
  });

  /** Accounts count from the chain's state again. */
  override reorg(depth: number, keep = true): void {
    super.reorg(depth, keep);
    this.numbers.clear();
  }

  async prepareSend(operation: SendOperation, key: KeyHandle, args: SendArguments) {
    const steps: Act[] = [this.sendBy(operation, key.address, args)];
    if (operation === 'lockTokens' && this.asset.address !== null) steps.unshift(() => []);
    return this.prepareAll('prepareSend', key, steps);
  }

  async prepareClaim(key: KeyHandle, args: ClaimArguments) {
    const act = this.claimBy(key.address, args);
    return act.ok ? this.prepareAll('prepareClaim', key, [act.value]) : act;
  }

  async unsignedClaim(
    from: string,
    args: ClaimArguments,
  ): Promise<Result<readonly UnsignedTransaction[], SendFailure>> {
    const act = this.claimBy(from, args);
    if (!act.ok) return act;
    if (!this.state.credits.has(holdingKey(this.ownerOf(from), args.home))) {
      return { ok: false, error: refusalOf('NothingToClaim') };
    }
    return this.read('unsignedClaim', () => [
      this.handOut(`claim/${from}/${stringify(args)}`, from, 0n, act.value, from),
    ]);
  }

  get creditor(): string {
    return this.form.format(this.bridge);
  }

  private claimBy(from: string, { home, to = from }: ClaimArguments): Result<Act, SendFailure> {
    const payee = this.parseAddress(to);
    if (!payee.ok) return payee;
    const owner = this.ownerOf(from);
    return ok(({ credits, balances }) => {
      const credit = credits.get(holdingKey(owner, home)) ?? 0n;
      if (credit === 0n) throw new Refused('NothingToClaim');
      credits.delete(holdingKey(owner, home));
      add(balances, holdingKey(payee.value, home), credit);
      return [];
    });
  }

  async unsignedSend(
    operation: SendOperation,
    from: string | undefined,
    args: SendArguments,
  ): Promise<Result<readonly UnsignedTransaction[], SendFailure>> {
    if (from === undefined && this.senderRequired) return fail('SENDER_REQUIRED', 'give the sender');
    const payer = from ?? args.refundAddress;
    if (payer === undefined) return fail('InvalidRefundAddress', 'without a sender, give the address of refunds');
    const parsed = this.parseAddress(payer);
    if (!parsed.ok) return parsed;
    const fee = acceptedFee(ok(this.feeOf(args.remote)), args.maxFee);
    if (!fee.ok) return fee;
    const act = this.sendBy(operation, payer, args);
    const text = `${operation}/${payer}/${stringify(args)}`;
    return this.read('unsignedSend', () => [this.handOut(text, payer, args.localAmount, act, from)]);
  }

  /**
   * The unsigned transaction that `text` identifies, which does `act` once `payer` has signed it. `from` is what the
   * caller has named.
   */
  private handOut(
    text: string,
    payer: string,
    localAmount: bigint,
    act: Act,
    from: string | undefined,
  ): UnsignedTransaction {
    const data = hashText(text);
    this.handedOut.set(data, { from: payer, act });
    const { domain, form } = this;
    const call = { from, to: form.format(this.bridge), data, localAmount, domain };
    return form.unsigned({ ...call, lastBlock: this.nextSequence(payer) });
  }

  /** Puts the transaction that a wallet signed for `unsigned` into the mempool. */
  sendUnsigned(unsigned: UnsignedTransaction): void {
    const { from, act } = this.handedOut.get(this.form.dataOf(unsigned)) as {
      readonly from: string;
      readonly act: Act;
    };
    this.accept(this.signed(from, this.takeSequences(from, 1)[0] as number, act).reference);
  }

  /** Another transaction of `payer` takes its next sequence. */
  takeSequence(payer: string): void {
    this.state.sequences.set(payer, (this.state.sequences.get(payer) ?? 0) + 1);
  }

  async replace(submission: SignedTransaction, payer: KeyHandle): Promise<Result<SignedTransaction, SendFailure>> {
    const { submission: _, ...content } = this.prepared.get(submission.reference) as Prepared;
    const price = 2 * Number(submission.fee.price);
    return this.read('replace', () =>
      this.record(submission.raw, { payer: payer.address, sequence: submission.sequence, price }, content),
    );
  }

  async broadcast(submission: SignedTransaction): Promise<Result<string, SendFailure>> {
    const { reference, payer, sequence } = submission;
    const sent = this.read('broadcast', () => {
      this.broadcasts.push(submission);
      return this.outcomes.has(reference) || !this.isSpent(payer, sequence);
    });
    if (!sent.ok) return sent;
    if (!sent.value) return fail('NONCE_TAKEN', `another transaction of ${payer} took sequence ${sequence}`);
    if (!this.outcomes.has(reference)) {
      for (const other of this.replacedBy(reference)) this.mempool.delete(other);
      this.accept(reference);
    }
    return ok(reference);
  }

  async outcome({ reference, payer, sequence }: SignedTransaction): Promise<Result<SubmissionOutcome, SendFailure>> {
    return this.read(
      'outcome',
      () => this.outcomes.get(reference) ?? { state: this.isSpent(payer, sequence) ? 'dropped' : 'pending' },
    );
  }

  get sequences(): Sequences | undefined {
    return this.numbers;
  }

  /** Addresses that cannot be paid. */
  readonly refusing = new Set<string>();

  get wallet(): WalletOperations {
    return {
      reserve: this.form.reserve,
      holding: async (address, asset) => this.holdingOf('holding', address, this.homeOf(asset)),
      canReceive: async ({ to }) => this.read('canReceive', () => !this.refusing.has(to)),
      prepareTransfer: (key, args) => this.prepareTransfer(key, args),
    };
  }

  prepareTransfer(key: KeyHandle, args: TransferArguments) {
    return this.prepareAll('prepareTransfer', key, [this.transferBy(key.address, args)]);
  }

  /** True where an unsigned transaction names its sender. */
  protected get senderRequired(): boolean {
    return false;
  }

  /** The sequence of the next transaction of `payer` in a block. */
  protected nextSequence(payer: string): number {
    return this.state.sequences.get(payer) ?? 0;
  }

  /** The sequences of the next `count` transactions that `payer` signs. */
  protected takeSequences(payer: string, count: number): readonly number[] {
    return this.numbers.take(payer, count);
  }

  /** True when no transaction at `sequence` can be included any more. */
  protected isSpent(payer: string, sequence: number): boolean {
    return (this.state.sequences.get(payer) ?? 0) > sequence;
  }

  /** The waiting transactions that `reference` replaces: at its sequence, for a lower fee. */
  protected replacedBy(reference: string): readonly string[] {
    const { payer, sequence, fee } = (this.prepared.get(reference) as Prepared).submission;
    return [...this.mempool].filter((waiting) => {
      const other = (this.prepared.get(waiting) as Prepared).submission;
      return other.payer === payer && other.sequence === sequence && Number(other.fee.price) < Number(fee.price);
    });
  }

  /** The submission of `content`, which `text` identifies together with the terms. */
  protected record(
    text: string,
    { payer, sequence, price }: { readonly payer: string; readonly sequence: number; readonly price: number },
    content: Omit<Prepared, 'submission'>,
  ): SignedTransaction {
    const raw = `${text}/${sequence}/${price}`;
    const submission = { reference: hashText(raw), raw, payer, sequence, fee: { price: String(price) } };
    this.prepared.set(submission.reference, { submission, ...content });
    return submission;
  }

  private isWaiting(payer: string, sequence: number): boolean {
    const waiting = [...this.mempool].map((reference) => (this.prepared.get(reference) as Prepared).submission);
    return waiting.some((other) => other.payer === payer && other.sequence === sequence);
  }

  /** A transaction of an account. */
  private signed(payer: string, sequence: number, act: Act): SignedTransaction {
    return this.record(`${this.name}/${payer}/${this.prepared.size}`, { payer, sequence, price: 1 }, { act });
  }

  private accept(reference: string): void {
    this.mempool.add(reference);
    if (this.automine) this.mine();
  }

  /** Signs each step, unless the last one would be refused now. */
  private async prepareAll(
    read: string,
    key: KeyHandle,
    steps: readonly Act[],
  ): Promise<Result<readonly SignedTransaction[], SendFailure>> {
    const tried = this.read(read, () => this.refusalIn(steps));
    if (!tried.ok) return tried;
    if (tried.value) return { ok: false, error: refusalOf(tried.value) };
    await key.sign(hashText(`${this.name}/${key.address}`));
    const sequences = this.takeSequences(key.address, steps.length);
    return ok(steps.map((act, index) => this.signed(key.address, sequences[index] as number, act)));
  }

  private refusalIn(steps: readonly Act[]): Refused['code'] | undefined {
    const state = structuredClone(this.state);
    try {
      for (const act of steps) act(state, { block: this.tip, transaction: 'simulation', index: 0 });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return error.code;
    }
    return undefined;
  }

  /** Takes the costs of an included oracle transaction from its payer, which may have less. */
  protected charge({ balances }: BridgeState, payer: string, ...costs: readonly TransactionCost[]): void {
    const owner = this.parseAddress(payer);
    if (!owner.ok) return;
    const key = holdingKey(owner.value, this.homeOfCoin);
    for (const { fee, rent } of costs) balances.set(key, (balances.get(key) ?? this.endowment) - fee - rent);
  }

  private ownerOf(address: string): Hex {
    const owner = this.parseAddress(address);
    if (!owner.ok) throw new Refused('InvalidRecipient');
    return owner.value;
  }

  private homeOf({ address }: HeldAsset): number {
    if (address === this.asset.address) return this.domain;
    const bridged = [...this.registrations].find(([, { token }]) => token === address);
    return bridged?.[0] ?? this.homeOfCoin;
  }

  private get homeOfCoin(): number {
    return this.asset.address === null ? this.domain : COIN;
  }

  private transferBy(from: string, { asset, to, localAmount }: TransferArguments): Act {
    return ({ balances }) => {
      const [payer, payee] = [from, to].map((owner) => holdingKey(this.ownerOf(owner), this.homeOf(asset)));
      this.pay(balances, payer as string, localAmount);
      this.pay(balances, payee as string, -localAmount);
      return [];
    };
  }

  /** A lock or burn with the rules of the contract. */
  private sendBy(operation: SendOperation, payer: string, args: SendArguments): Act {
    const { remote, recipient, localAmount, reference, refundAddress = payer, maxFee } = args;
    const isLock = operation === 'lockTokens';
    return (state, at) => {
      const registered = this.registrations.get(remote);
      const sender = this.parseAddress(refundAddress);
      if (this.settings.outboundPaused) throw new Refused('OutboundPaused');
      if (!registered) throw new Refused('UnknownRemote');
      if (this.settings.pausedRemotes.has(remote)) throw new Refused('RemotePaused');
      if (localAmount === 0n) throw new Refused('ZeroAmount');
      if (!fits(recipient, registered.addressLength)) throw new Refused('InvalidRecipient');
      if (!sender.ok) throw new Refused('InvalidRefundAddress');
      const wireAmount = this.wireOf(localAmount);
      const limit = this.settings.limits.get(limitKey(remote, isLock ? 'canonical' : 'bridged'));
      if (wireAmount < (limit?.minAmount ?? MIN_AMOUNT)) throw new Refused('BelowMinimum');
      if (limit?.maxAmount !== undefined && wireAmount > limit.maxAmount) throw new Refused('AboveMaximum');
      if (limit && wireAmount > limit.available) throw new Refused('RateLimited');
      const fee = this.feeOf(remote);
      if (maxFee !== undefined && fee > maxFee) throw new Refused('FeeTooHigh');
      const home = isLock ? this.domain : remote;
      this.pay(state.balances, holdingKey(this.ownerOf(payer), home), localAmount);
      this.pay(state.balances, holdingKey(this.ownerOf(payer), this.homeOfCoin), fee);
      const message = {
        kind: isLock ? KIND.lock : KIND.burn,
        source: this.domain,
        destination: remote,
        nonce: state.outbound.get(remote) ?? 0n,
        sourceBridge: this.bridge,
        destinationBridge: registered.bridge,
        assetHome: home,
        sender: sender.value,
        recipient,
        wireAmount,
        reference,
      };
      return [emit(state, message, at)];
    };
  }

  /** Takes `amount` from a balance. Throws Refused when it is too small. */
  private pay(balances: Map<string, bigint>, key: string, amount: bigint): void {
    const held = balances.get(key) ?? this.endowment;
    if (held < amount) throw new Refused('INSUFFICIENT_FUNDS');
    balances.set(key, held - amount);
  }

  private wireOf(localAmount: bigint): bigint {
    const scale = 10n ** BigInt(this.asset.decimals - WIRE_DECIMALS);
    if (localAmount % scale !== 0n) throw new Refused('DustAmount');
    return localAmount / scale;
  }
}

/** True when `recipient` is an address of `length` bytes, left-padded. */
const fits = (recipient: Hex, length: number): boolean =>
  recipient !== ZERO_32 && recipient.length === ZERO_32.length && /^0*$/.test(recipient.slice(2, -2 * length));
