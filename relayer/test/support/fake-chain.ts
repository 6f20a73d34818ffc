import type {
  CallFailure,
  ChainProvider,
  Head,
  KeyHandle,
  KeyIdentity,
  LimitSide,
  OracleCall,
  OracleRules,
  OracleSignature,
  OracleTransaction,
  RemoteRegistration,
} from '@causeway/chains';
import {
  ADDRESS_LENGTH,
  type BlockRef,
  type BridgeEvent,
  bytesToHex,
  type ChainKind,
  type Domain,
  type EventPosition,
  type Failure,
  fail,
  type Hex,
  KIND,
  keccak256,
  type Message,
  messageIdOf,
  ok,
  padLeft,
  type Result,
  type Submission,
  type SubmissionOutcome,
  uintToHex,
  ZERO_32,
} from '@causeway/protocol';
import {
  applyCall,
  type BridgeSettings,
  type BridgeState,
  emit,
  emptyState,
  limitKey,
  Refused,
  rootKey,
  statusKey,
} from './fake-bridge.ts';

/** Decimals of every asset on fake chains, on the wire and locally. */
export const DECIMALS = 9;

export const hashText = (text: string): Hex => keccak256(bytesToHex(new TextEncoder().encode(text)));
const stringify = (value: unknown): string =>
  JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? part.toString() : part));

/** A key whose signatures only FakeChain can check. */
export function fakeKey(number: number): KeyHandle {
  const address = uintToHex(number, 20);
  return { address, publicKey: address, sign: async (digest) => hashText(`${address}/${digest}`) };
}

interface Block {
  readonly ref: BlockRef;
  readonly state: BridgeState;
  readonly events: readonly BridgeEvent[];
  readonly included: readonly string[];
}

/** Execution units of one oracle call. */
export const CALL_UNITS = 50_000n;

/** Signed calls of the oracle that wait for a block. */
export interface Prepared {
  readonly transaction: OracleTransaction;
  readonly signatures: readonly OracleSignature[];
  readonly submission: Submission;
}

export type Included = Extract<SubmissionOutcome, { readonly state: 'included' }>;

export interface FakeChainOptions {
  readonly name: string;
  readonly kind?: ChainKind;
  readonly domain: Domain;
  readonly finalityBlocks?: number;
  readonly members: readonly string[];
  readonly threshold: number;
  readonly startMs: number;
}

/** A deterministic chain with one bridge, in memory. Tests make its blocks and can remove them. */
export class FakeChain implements ChainProvider {
  readonly name: string;
  readonly kind: ChainKind;
  readonly family = 'main';
  readonly domain: Domain;
  readonly bridge: Hex;
  readonly finalityBlocks: number;
  readonly oracleRules: OracleRules = { maxCalls: 512, maxCommitMessages: 4_096, commitsApart: false };
  readonly settings: BridgeSettings;
  readonly registrations = new Map<Domain, RemoteRegistration>();
  members: readonly string[];
  threshold: number;
  /** While set, the failure of every read and broadcast. */
  failure: Failure | undefined;
  /** Transactions with a lower fee wait in the mempool. */
  minimumFee = 1;
  /** Milliseconds between blocks. */
  blockMs = 1_000;
  readonly broadcasts: string[] = [];
  readonly reads = new Map<string, number>();
  #blocks: Block[];
  #fork = 0;
  #locks: Message[] = [];
  #forged: ((at: EventPosition) => BridgeEvent)[] = [];
  protected readonly mempool = new Set<string>();
  protected readonly prepared = new Map<string, Prepared>();
  protected readonly outcomes = new Map<string, Included>();
  readonly #listeners = new Set<(head: Head) => void>();

  constructor(options: FakeChainOptions) {
    this.name = options.name;
    this.kind = options.kind ?? 'evm';
    this.domain = options.domain;
    this.bridge = padLeft(uintToHex(0xb000 + options.domain, 20));
    this.finalityBlocks = options.finalityBlocks ?? 32;
    this.members = options.members;
    this.threshold = options.threshold;
    const { domain } = options;
    const limits = new Map();
    this.settings = { domain, inboundPaused: false, limits, refusing: new Set(), unpayable: new Map() };
    const ref = { number: 0, hash: hashText(`${options.name}/0`), timeMs: options.startMs };
    this.#blocks = [{ ref, state: emptyState(), events: [], included: [] }];
  }

  // Controls for tests

  get tip(): BlockRef {
    return this.#tip.ref;
  }
  get #newest(): Head {
    const parentHash = this.#blocks.at(-2)?.ref.hash;
    return { ...this.tip, ...(parentHash !== undefined && { parentHash }) };
  }
  get state(): BridgeState {
    return this.#tip.state;
  }

  /** Registers `remote` as an open lane, like the deployment on both sides. */
  connect(remote: FakeChain): void {
    this.registrations.set(remote.domain, {
      bridge: remote.bridge,
      token: 'token',
      addressLength: ADDRESS_LENGTH[remote.kind],
      wireDecimals: DECIMALS,
      opened: true,
    });
  }

  /** Puts a lock (or burn) towards `remote` into the next block, which gives its message a nonce. */
  lock(remote: FakeChain, patch: Partial<Message> = {}): void {
    const recipient = padLeft(uintToHex(0xcafe, 20));
    this.#locks.push({
      kind: KIND.lock,
      source: this.domain,
      destination: remote.domain,
      nonce: 0n,
      sourceBridge: this.bridge,
      destinationBridge: remote.bridge,
      assetHome: patch.kind === KIND.burn ? remote.domain : this.domain,
      sender: padLeft(uintToHex(0xa11ce, 20)),
      recipient,
      wireAmount: 1_000n,
      reference: ZERO_32,
      ...patch,
    });
  }

  /** Puts an event without a call into the next block, like a compromised bridge. */
  forge(event: (at: EventPosition) => BridgeEvent): void {
    this.#forged.push(event);
  }

  /** Makes `count` blocks. The first one includes the waiting locks and transactions. */
  mine(count = 1): void {
    for (let made = 0; made < count; made++) this.#mineOne();
    for (const listener of this.#listeners) listener(this.#newest);
  }

  /** Drops the newest `depth` blocks and their locks. With `keep`, transactions go back to the mempool. */
  reorg(depth: number, keep = true): void {
    const gone = this.#blocks.splice(this.#blocks.length - depth, depth);
    this.#fork++;
    for (const reference of gone.flatMap(({ included }) => included)) {
      this.outcomes.delete(reference);
      if (keep) this.mempool.add(reference);
    }
  }

  /** Empties the mempool. */
  dropMempool(): void {
    this.mempool.clear();
  }

  /** This chain's emitted messages, in order. */
  emitted(): readonly Message[] {
    return this.#blocks.flatMap(({ events }) =>
      events.flatMap((event) => (event.type === 'message' ? [event.message] : [])),
    );
  }

  /** Block times of this chain's emitted messages, in order. */
  emittedAtMs(): readonly number[] {
    return this.#blocks.flatMap(({ ref, events }) =>
      events.filter(({ type }) => type === 'message').map(() => ref.timeMs),
    );
  }

  /** Number of executions of each message on this chain, which must never exceed one. */
  executions(): ReadonlyMap<Hex, number> {
    const counts = new Map<Hex, number>();
    for (const { events } of this.#blocks) {
      for (const event of events) {
        if (event.type === 'executed') counts.set(event.messageId, (counts.get(event.messageId) ?? 0) + 1);
      }
    }
    return counts;
  }

  /** Executes `calls` as the oracle at once, without signatures, like another relayer. */
  executeAsOther(calls: readonly OracleCall[]): void {
    const transaction = this.compose(String(this.state.anchor), calls);
    const reference = hashText(`other/${transaction.digest}`);
    const submission = { reference, raw: reference, payer: 'other', sequence: -1, fee: { price: '1000000' } };
    this.prepared.set(reference, {
      transaction,
      signatures: this.members.map((signer) => ({ signer, signature: '0x' })),
      submission,
    });
    this.mempool.add(reference);
    this.mine();
  }

  protected hashAt(number: number): string | undefined {
    return this.#blocks[number]?.ref.hash;
  }

  get #tip(): Block {
    return this.#blocks.at(-1) as Block;
  }

  #mineOne(): void {
    const number = this.tip.number + 1;
    const hash = hashText(`${this.name}/${number}/${this.#fork}/${this.tip.hash}`);
    const ref = { number, hash, timeMs: this.tip.timeMs + this.blockMs };
    const state = structuredClone(this.state);
    const events: BridgeEvent[] = [];
    const included: string[] = [];
    for (const lock of this.#locks.splice(0)) {
      const message = { ...lock, nonce: state.outbound.get(lock.destination) ?? 0n };
      const transaction = hashText(`lock/${stringify(lock)}`);
      events.push(emit(state, message, { block: ref, transaction, index: events.length }));
    }
    for (const forge of this.#forged.splice(0)) {
      events.push(forge({ block: ref, transaction: hashText(`forged/${number}`), index: events.length }));
    }
    for (const reference of this.mempool) {
      const emitted = this.include(state, this.prepared.get(reference) as Prepared, ref, events.length);
      if (!emitted) continue;
      included.push(reference);
      events.push(...emitted);
    }
    this.#blocks.push({ ref, state, events, included });
  }

  /** Includes a prepared transaction in `block`. Returns its events, or undefined when it stays out. */
  protected include(
    state: BridgeState,
    prepared: Prepared,
    block: BlockRef,
    index: number,
  ): readonly BridgeEvent[] | undefined {
    const { reference, sequence, fee } = prepared.submission;
    if (Number(fee.price) < this.minimumFee) return undefined;
    this.mempool.delete(reference);
    if (sequence >= 0 && sequence !== state.sequence) return undefined;
    if (sequence >= 0) state.sequence++;
    const current = Number(prepared.transaction.anchor) === state.anchor;
    const outcome = current ? this.execute(state, prepared, block, index) : refused('INVALID_SIGNATURES', block);
    if (outcome.success) state.anchor++;
    this.outcomes.set(reference, outcome);
    return outcome.events;
  }

  /** All calls, or none and the reason, like a Safe with its MultiSend and Radix with a manifest. */
  protected execute(
    state: BridgeState,
    { transaction, signatures, submission }: Prepared,
    block: BlockRef,
    index: number,
  ): Included {
    if (!this.signed(signatures)) return refused('INVALID_SIGNATURES', block);
    const trial = structuredClone(state);
    const run = this.run(trial, transaction.calls, block, submission.reference, index);
    if (!run.ok) return refused(run.error.code, block);
    Object.assign(state, trial);
    const executionUnits = CALL_UNITS * BigInt(transaction.calls.length);
    return { state: 'included', block, success: true, events: run.value, executionUnits };
  }

  /** True when enough members signed. */
  protected signed(signatures: readonly OracleSignature[]): boolean {
    const members = new Set(signatures.map(({ signer }) => signer).filter((signer) => this.members.includes(signer)));
    return members.size >= this.threshold;
  }

  protected run(
    state: BridgeState,
    calls: readonly OracleCall[],
    block: BlockRef,
    transaction: string,
    index: number,
  ): Result<BridgeEvent[], CallFailure> {
    const events: BridgeEvent[] = [];
    for (const [callIndex, call] of calls.entries()) {
      try {
        events.push(applyCall(state, this.settings, call, { block, transaction, index: index + events.length }));
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        return { ok: false, error: { code: error.code, message: error.code, retryable: false, callIndex } };
      }
    }
    return ok(events);
  }

  /** Counts a read. Fails while the chain's endpoints are down. */
  protected read<T>(name: string, value: () => T): Result<T> {
    this.reads.set(name, (this.reads.get(name) ?? 0) + 1);
    return this.failure ? { ok: false, error: this.failure } : ok(value());
  }

  // ChainProvider

  async head() {
    return this.read('head', () => this.#newest);
  }
  async block(number: number) {
    return this.read('block', () => this.#blocks[number]?.ref ?? null);
  }
  async finalized() {
    return this.read(
      'finalized',
      () => (this.#blocks[Math.max(0, this.tip.number - this.finalityBlocks)] as Block).ref,
    );
  }
  async finalNumber(head: BlockRef): Promise<Result<number>> {
    return ok(head.number - this.finalityBlocks);
  }
  async scan(from: number, to: number | BlockRef) {
    const last = typeof to === 'number' ? to : to.number;
    const block = this.#blocks[last];
    if (!block || (typeof to !== 'number' && block.ref.hash !== to.hash)) {
      return fail('NO_QUORUM', `block ${last} is not there`, true);
    }
    return this.read('scan', () => ({
      events: this.#blocks.slice(from, last + 1).flatMap(({ events }) => events),
      to: block.ref,
    }));
  }
  onHead(listener: (head: Head) => void) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
  async remote(domain: Domain) {
    return this.read('remote', () => this.registrations.get(domain) ?? null);
  }
  async lane(domain: Domain) {
    return this.read('lane', () => ({
      nextOutboundNonce: this.state.outbound.get(domain) ?? 0n,
      nextInboundNonce: this.state.inbound.get(domain) ?? 0n,
      outstanding: this.state.outstanding.get(domain) ?? 0n,
    }));
  }
  async limits(domain: Domain, side: LimitSide) {
    const limit = this.settings.limits.get(limitKey(domain, side));
    const capacity = limit?.capacity ?? 1n << 100n;
    const available = limit?.available ?? capacity;
    return this.read('limits', () => ({
      minAmount: 1n,
      maxAmount: capacity,
      capacity,
      refillPerSecond: 0n,
      available,
    }));
  }
  async status(source: Domain, nonce: bigint) {
    return this.read('status', () => this.state.statuses.get(statusKey(source, nonce)) ?? 'none');
  }
  async root(source: Domain, firstNonce: bigint, count: number) {
    return this.read('root', () => this.state.roots.get(rootKey(source, firstNonce, count)) ?? null);
  }
  async paused() {
    return this.read('paused', () => ({ outbound: false, inbound: this.settings.inboundPaused }));
  }
  async claimable() {
    return this.read('claimable', () => 0n);
  }
  /** The bridge's own balance of its canonical asset: exactly the outstanding amount, minus `stolen`. */
  stolen = 0n;
  async holdings() {
    const held = [...this.state.outstanding.values()].reduce((sum, amount) => sum + amount, 0n);
    return this.read('holdings', () => held - this.stolen);
  }
  async balance() {
    return this.read('balance', () => 0n);
  }
  async bridgedSupply(home: Domain) {
    return this.read('bridgedSupply', () => this.state.supply.get(home) ?? 0n);
  }
  async decimals() {
    return this.read('decimals', () => DECIMALS);
  }
  async oracle() {
    const { members, threshold } = this;
    return this.read('oracle', () => ({ address: ORACLE_ADDRESS, members, threshold }));
  }
  async anchor(_payer: KeyIdentity) {
    return this.read('anchor', () => String(this.state.anchor));
  }
  async acceptsAnchor(anchor: string): Promise<Result<void>> {
    const current = this.read('acceptsAnchor', () => String(this.state.anchor));
    if (!current.ok) return current;
    return current.value === anchor ? ok(undefined) : fail('ANCHOR_MISMATCH', `the next is ${current.value}`, true);
  }
  async bind(anchor: string, _calls: readonly OracleCall[]): Promise<Result<string>> {
    return ok(anchor);
  }
  async build(anchor: string, calls: readonly OracleCall[]): Promise<Result<OracleTransaction, CallFailure>> {
    return ok(this.compose(anchor, calls));
  }
  protected compose(anchor: string, calls: readonly OracleCall[]): OracleTransaction {
    const digest = hashText(`${this.domain}/${anchor}/${stringify(calls)}`);
    return { anchor, calls, payloads: [digest], digest };
  }
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
    return signature === hashText(`${signer}/${digest}`) ? signer : null;
  }
  async prepareOracle(transaction: OracleTransaction, signatures: readonly OracleSignature[], payer: KeyHandle) {
    return this.read('prepareOracle', () =>
      this.prepare(transaction, signatures, payer.address, this.state.sequence, 1),
    );
  }
  protected prepare(
    transaction: OracleTransaction,
    signatures: readonly OracleSignature[],
    payer: string,
    sequence: number,
    price: number,
  ): Submission {
    const raw = `${transaction.digest}/${sequence}/${price}`;
    const submission = { reference: hashText(raw), raw, payer, sequence, fee: { price: String(price) } };
    this.prepared.set(submission.reference, { transaction, signatures, submission });
    return submission;
  }
  async replace(submission: Submission, payer: KeyHandle): Promise<Result<Submission>> {
    const { transaction, signatures } = this.prepared.get(submission.reference) as Prepared;
    const price = 2 * Number(submission.fee.price);
    return this.read('replace', () => this.prepare(transaction, signatures, payer.address, submission.sequence, price));
  }
  async broadcast({ reference }: Submission) {
    return this.read('broadcast', () => {
      this.broadcasts.push(reference);
      if (!this.outcomes.has(reference)) this.mempool.add(reference);
      return reference;
    });
  }
  async outcome({ reference, sequence }: Submission) {
    return this.read('outcome', (): SubmissionOutcome => {
      const included = this.outcomes.get(reference);
      if (included) return included;
      return { state: this.state.sequence > sequence ? 'dropped' : 'pending' };
    });
  }
  parseAddress(address: string): Result<Hex> {
    return ok(padLeft(address));
  }
  isReserved(): boolean {
    return false;
  }

  formatAddress(address: Hex): string {
    return `0x${address.slice(-40)}`;
  }
  async health() {
    return [];
  }
  async verify(): Promise<Result<void>> {
    return ok(undefined);
  }
  async close(): Promise<void> {}
  async prepareSend(): Promise<never> {
    throw new Error('tests lock with lock()');
  }
  unsignedSend = this.prepareSend;
  readonly wallet = { reserve: 0n, holding: this.prepareSend, prepareTransfer: this.prepareSend };
  lockTokens = this.prepareSend;
  burnTokens = this.prepareSend;
  mintTokens = this.prepareSend;
  releaseTokens = this.prepareSend;
}

/** A transaction in `block` without an effect. */
const refused = (code: string, block: BlockRef): Included => ({
  state: 'included',
  block,
  success: false,
  failure: { code, message: code, retryable: false },
  events: [],
  executionUnits: CALL_UNITS,
});

/** The oracle's address on every fake chain. */
export const ORACLE_ADDRESS = uintToHex(0x5afe, 20);

/** The messageId of message number `index` from `chain`. */
export const idOf = (chain: FakeChain, index: number): Hex => messageIdOf(chain.emitted()[index] as Message);
