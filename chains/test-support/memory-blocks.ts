import {
  type BlockRef,
  type BridgeEvent,
  bytesToHex,
  type ChainKind,
  type Domain,
  type EventPosition,
  fail,
  type Hex,
  KIND,
  keccak256,
  type Message,
  messageIdOf,
  ok,
  padLeft,
  type Result,
  type SignedTransaction,
  type SubmissionOutcome,
  type TransactionCost,
  toAddress32,
  uintToHex,
  ZERO_32,
} from '@causeway/protocol';
import type { AssetRecord, Deployment } from '../src/config/deployment.ts';
import type { ReadCode, ReadFailure } from '../src/failures.ts';
import { kindOf } from '../src/kinds.ts';
import type {
  Head,
  OracleSignature,
  OracleTransaction,
  RemoteRegistration,
  Unsubscribe,
} from '../src/provider/provider.ts';
import {
  type BridgeSettings,
  type BridgeState,
  emit,
  emptyState,
  holdingKey,
  rootKey,
  statusKey,
} from './memory-bridge.ts';
import { EVM_FORM, type MemoryForm } from './memory-form.ts';

/** The home of a chain's coin in its balances, where the canonical asset is a token. */
export const COIN: Domain = 0;
/** Decimals of every asset on the wire. */
export const WIRE_DECIMALS = 9;

export const hashText = (text: string): Hex => keccak256(bytesToHex(new TextEncoder().encode(text)));
export const stringify = (value: unknown): string =>
  JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? part.toString() : part));

/** Execution units of one call. */
export const CALL_UNITS = 50_000n;
/** What `units` cost at the price of 1 here. */
export const costOf = (units: bigint): TransactionCost => ({ fee: units, rent: 0n });

export type Included = Extract<SubmissionOutcome, { readonly state: 'included' }>;

/** A signed transaction. */
export interface Prepared {
  readonly submission: SignedTransaction;
  /** The calls of the oracle, with its members' signatures. */
  readonly oracle?: { readonly transaction: OracleTransaction; readonly signatures: readonly OracleSignature[] };
  /** What an account does. Throws Refused. Returns the events. */
  readonly act?: (state: BridgeState, at: EventPosition) => readonly BridgeEvent[];
}

interface Block {
  readonly ref: BlockRef;
  readonly state: BridgeState;
  readonly events: readonly BridgeEvent[];
  readonly included: readonly string[];
}

/** Honest: answers. Dead and slow: no answer in time. Lying: another answer than the others. */
export type MemoryEndpoint = 'honest' | 'dead' | 'slow' | 'lying';

/** Endpoints that must agree. */
const QUORUM = 2;

export interface MemoryChainOptions {
  readonly name: string;
  readonly kind?: ChainKind;
  /** How the chain writes addresses and transactions; as an EVM chain does when absent. */
  readonly form?: MemoryForm;
  readonly domain: Domain;
  readonly finalityBlocks?: number;
  /** Addresses of the oracle's members. */
  readonly members: readonly string[];
  readonly threshold: number;
  /** Time of the first block, Unix time in milliseconds. */
  readonly startMs: number;
  /** The canonical asset; a coin with nine decimals when absent. */
  readonly asset?: AssetRecord;
}

/** The blocks of a chain in memory: tests make them and can replace them. Every block has a state of its own. */
export abstract class MemoryBlocks {
  readonly name: string;
  readonly kind: ChainKind;
  readonly family = 'main';
  readonly form: MemoryForm;
  readonly domain: Domain;
  readonly bridge: Hex;
  readonly finalityBlocks: number;
  readonly asset: AssetRecord;
  readonly settings: BridgeSettings;
  readonly registrations = new Map<Domain, RemoteRegistration>();
  private readonly remotes = new Map<Domain, MemoryBlocks>();
  members: readonly string[];
  threshold: number;
  /** What about the oracle is not of the deployment. */
  deviations: readonly string[] = [];
  /** While set, the failure of every read and broadcast. */
  failure: ReadFailure | undefined;
  /** The failure of one operation, by its name. */
  readonly failures = new Map<string, ReadFailure>();
  /** The chain's endpoints, of which two must agree. */
  endpoints: readonly MemoryEndpoint[] = ['honest', 'honest', 'honest'];
  /** True where a broadcast transaction gets a block at once. */
  automine = false;
  /** Transactions with a lower fee wait in the mempool. */
  minimumFee = 1;
  /** Milliseconds between blocks. */
  blockMs = 1_000;
  /** Local units of each asset that an account has before its first movement. */
  endowment = 0n;
  /** All broadcasts that reached the chain, in order. */
  readonly broadcasts: SignedTransaction[] = [];
  /** Number of reads by name. */
  readonly reads = new Map<string, number>();
  protected readonly blocks: Block[];
  protected readonly mempool = new Set<string>();
  protected readonly prepared = new Map<string, Prepared>();
  protected readonly outcomes = new Map<string, Included>();
  protected readonly listeners = new Set<(head: Head) => void>();
  private fork = 0;
  private readonly locks: Message[] = [];
  private readonly forged: ((at: EventPosition) => BridgeEvent)[] = [];

  constructor(options: MemoryChainOptions) {
    const { name, domain, startMs } = options;
    this.name = name;
    this.kind = options.kind ?? 'evm';
    this.domain = domain;
    this.form = options.form ?? EVM_FORM;
    this.bridge = this.form.bridge(domain);
    this.finalityBlocks = options.finalityBlocks ?? 32;
    this.asset = options.asset ?? { symbol: 'MEM', name, decimals: WIRE_DECIMALS, address: null };
    this.members = options.members;
    this.threshold = options.threshold;
    const scale = 10n ** BigInt(this.asset.decimals - WIRE_DECIMALS);
    this.settings = {
      domain,
      outboundPaused: false,
      inboundPaused: false,
      pausedRemotes: new Set(),
      fees: new Map(),
      toLocal: (wireAmount) => wireAmount * scale,
      limits: new Map(),
      refusing: new Set(),
      unpayable: new Map(),
    };
    const ref = { number: 0, hash: hashText(`${name}/0`), timeMs: startMs };
    this.blocks = [{ ref, state: emptyState(), events: [], included: [] }];
  }

  /** Includes a prepared transaction in `block`. Returns its events, or undefined when it stays out. */
  protected abstract include(
    state: BridgeState,
    prepared: Prepared,
    block: BlockRef,
    index: number,
  ): readonly BridgeEvent[] | undefined;

  get tip(): BlockRef {
    return this.newestBlock.ref;
  }
  get state(): BridgeState {
    return this.newestBlock.state;
  }
  protected get head_(): Head {
    const parentHash = this.blocks.at(-2)?.ref.hash;
    return { ...this.tip, ...(parentHash !== undefined && { parentHash }) };
  }

  /** The same chain through three endpoints of its own. */
  throughEndpoints(endpoints: readonly MemoryEndpoint[] = ['honest', 'honest', 'honest']): this {
    return Object.assign(Object.create(this), { endpoints });
  }

  /** Registers `remote`, like the deployment: as an open lane unless `opened` is false. */
  connect(remote: MemoryBlocks, opened = true): void {
    this.remotes.set(remote.domain, remote);
    this.registrations.set(remote.domain, {
      bridge: remote.bridge,
      token: `0x${toAddress32(uintToHex(remote.domain, 20)).slice(-40)}`,
      addressLength: kindOf(remote.kind).addressLength,
      wireDecimals: WIRE_DECIMALS,
      opened,
    });
  }

  /** Gives `owner` (left-padded) local units of the asset of `home`. */
  give(owner: Hex, localAmount: bigint, home = this.domain): void {
    this.state.balances.set(holdingKey(owner, home), localAmount);
  }

  /** Puts a lock (or burn) towards `remote` into the next block, which gives its message a nonce. */
  lock(remote: MemoryBlocks, patch: Partial<Message> = {}): void {
    this.locks.push({
      kind: KIND.lock,
      source: this.domain,
      destination: remote.domain,
      nonce: 0n,
      sourceBridge: this.bridge,
      destinationBridge: remote.bridge,
      assetHome: patch.kind === KIND.burn ? remote.domain : this.domain,
      sender: padLeft(uintToHex(0xa11ce, 20)),
      recipient: padLeft(uintToHex(0xcafe, 20)),
      wireAmount: 1_000n,
      reference: ZERO_32,
      ...patch,
    });
  }

  /** Puts an event without a call into the next block, like a compromised bridge. */
  forge(event: (at: EventPosition) => BridgeEvent): void {
    this.forged.push(event);
  }

  /** Drops the lane's last interval in a block of its own, as the admin does with replaceRoot and the zero root. */
  dropInterval(source: Domain, firstNonce: bigint, count: number): void {
    const { inbound, roots, statuses } = this.state;
    inbound.set(source, firstNonce);
    roots.delete(rootKey(source, firstNonce, count));
    for (let nonce = firstNonce; nonce < firstNonce + BigInt(count); nonce++)
      if (statuses.has(statusKey(source, nonce))) statuses.set(statusKey(source, nonce), 'replaced');
    this.forge((at) => ({ type: 'rootCommitted', source, firstNonce, count, root: ZERO_32, at }));
    this.mine();
  }

  /**
   * Puts another root of a committed interval into force in a block of its own, as the admin does with replaceRoot: the
   * nonces in `changed` that were executed or cancelled become replaced.
   */
  replaceRoot(source: Domain, firstNonce: bigint, count: number, root: Hex, changed: readonly bigint[] = []): void {
    const { roots, statuses } = this.state;
    roots.set(rootKey(source, firstNonce, count), root);
    for (const nonce of changed)
      if (statuses.has(statusKey(source, nonce))) statuses.set(statusKey(source, nonce), 'replaced');
    this.forge((at) => ({ type: 'rootReplaced', source, firstNonce, count, root, at }));
    this.mine();
  }

  /** Makes `count` blocks. The first one includes the waiting locks and transactions. */
  mine(count = 1): void {
    for (let made = 0; made < count; made++) this.mineOne();
    for (const listener of this.listeners) listener(this.head_);
  }

  /** Drops the newest `depth` blocks and their locks. With `keep`, transactions go back to the mempool. */
  reorg(depth: number, keep = true): void {
    const gone = this.blocks.splice(this.blocks.length - depth, depth);
    this.fork++;
    for (const reference of gone.flatMap(({ included }) => included)) {
      this.outcomes.delete(reference);
      if (keep) this.mempool.add(reference);
    }
  }

  /** From now on `operation` fails with `code`. */
  failing(operation: string, code: ReadCode = 'RPC_UNAVAILABLE', retryable = true): void {
    this.failures.set(operation, { code, message: `${operation} fails`, retryable });
  }

  /** Empties the mempool. */
  dropMempool(): void {
    this.mempool.clear();
  }

  /** This chain's emitted messages, in order. */
  emitted(): readonly Message[] {
    return this.blocks.flatMap(({ events }) =>
      events.flatMap((event) => (event.type === 'message' ? [event.message] : [])),
    );
  }

  /** Block times of this chain's emitted messages, in order. */
  emittedAtMs(): readonly number[] {
    return this.blocks.flatMap(({ ref, events }) =>
      events.filter(({ type }) => type === 'message').map(() => ref.timeMs),
    );
  }

  /** Number of executions of each message on this chain, which must never exceed one. */
  executions(): ReadonlyMap<Hex, number> {
    const counts = new Map<Hex, number>();
    for (const { events } of this.blocks) {
      for (const event of events) {
        if (event.type === 'executed') counts.set(event.messageId, (counts.get(event.messageId) ?? 0) + 1);
      }
    }
    return counts;
  }

  /** What a deployment of this bridge would write to its file. */
  deployment(): Deployment {
    const limits = { minAmount: '1', maxAmount: '1', capacity: '1', refillPerSecond: '1' };
    const remotes = [...this.registrations].map(([domain, { bridge, token, wireDecimals, opened }]) => {
      const { name, asset } = this.remotes.get(domain) as MemoryBlocks;
      const record = { symbol: `cw${asset.symbol}`, name, decimals: this.asset.decimals, address: token };
      return [name, { domain, bridge, wireDecimals, token: record, opened }] as const;
    });
    return {
      formatVersion: 1,
      network: this.name,
      kind: this.kind,
      domain: this.domain,
      chainId: this.form.chainId(this.domain),
      oracle: { address: ORACLE_ADDRESS, members: [...this.members], threshold: this.threshold },
      contracts: {},
      bridges: {
        [this.family]: {
          address: this.form.format(this.bridge),
          address32: this.bridge,
          deployedAtBlock: 1,
          canonicalAsset: this.asset,
          wireDecimals: WIRE_DECIMALS,
          limits,
          remotes: Object.fromEntries(remotes),
        },
      },
    };
  }

  protected hashAt(number: number): string | undefined {
    return this.blocks[number]?.ref.hash;
  }

  protected listen(listener: (head: Head) => void): Unsubscribe {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }

  /** Counts a read. Fails while the chain's endpoints do not agree. */
  protected read<T>(name: string, value: () => T): Result<T, ReadFailure> {
    this.count(name);
    const error = this.failure ?? this.failures.get(name);
    if (error) return { ok: false, error };
    const silent = this.endpoints.filter((endpoint) => endpoint === 'dead' || endpoint === 'slow').length;
    if (silent === this.endpoints.length) return fail('RPC_UNAVAILABLE', `no endpoint of ${this.name} answers`, true);
    if (this.endpoints.filter((endpoint) => endpoint === 'honest').length < QUORUM) {
      return fail('NO_QUORUM', `the endpoints of ${this.name} disagree`, true);
    }
    return ok(value());
  }

  protected count(name: string): void {
    this.reads.set(name, (this.reads.get(name) ?? 0) + 1);
  }

  private get newestBlock(): Block {
    return this.blocks.at(-1) as Block;
  }

  private mineOne(): void {
    const number = this.tip.number + 1;
    const hash = hashText(`${this.name}/${number}/${this.fork}/${this.tip.hash}`);
    const ref = { number, hash, timeMs: this.tip.timeMs + this.blockMs };
    const state = structuredClone(this.state);
    const events: BridgeEvent[] = [];
    const included: string[] = [];
    for (const lock of this.locks.splice(0)) {
      const message = { ...lock, nonce: state.outbound.get(lock.destination) ?? 0n };
      const transaction = hashText(`lock/${stringify(lock)}`);
      events.push(emit(state, message, { block: ref, transaction, index: events.length }));
    }
    for (const forge of this.forged.splice(0)) {
      events.push(forge({ block: ref, transaction: hashText(`forged/${number}`), index: events.length }));
    }
    for (const reference of this.mempool) {
      const emitted = this.include(state, this.prepared.get(reference) as Prepared, ref, events.length);
      if (!emitted) continue;
      included.push(reference);
      events.push(...emitted);
    }
    this.blocks.push({ ref, state, events, included });
  }
}

/** The oracle's address on every chain in memory. */
export const ORACLE_ADDRESS = uintToHex(0x5afe, 20);

/** The messageId of message number `index` from `chain`. */
export const idOf = (chain: MemoryBlocks, index: number): Hex => messageIdOf(chain.emitted()[index] as Message);
