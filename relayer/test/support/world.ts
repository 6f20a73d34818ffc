import assert from 'node:assert/strict';
import { type CancelAfter, type ChainProvider, chainConfig, type DelayAbove, type KeyHandle } from '@causeway/chains';
import {
  ApartMemoryChain,
  ExpiringMemoryChain,
  MemoryChain,
  type MemoryChainOptions,
  memoryKey,
  ORACLE_ADDRESS,
  PackingMemoryChain,
  WIRE_DECIMALS,
} from '@causeway/chains/test-support';
import { type AnyFailure, type BuiltInKind, type ChainKind, fail, type Result } from '@causeway/protocol';
import { type BridgeStorage, openBridgeStorage } from '@causeway/storage';
import { pino } from 'pino';
import { Comparison } from '../../src/account/comparison.ts';
import { Delays } from '../../src/account/delays.ts';
import { type Bridge, Bridges } from '../../src/bridges.ts';
import { type Checkpoint, noCheckpoint } from '../../src/checkpoint.ts';
import { Deployments } from '../../src/deployments.ts';
import { FeeAccounting } from '../../src/fees/fee-accounting.ts';
import { Metrics } from '../../src/metrics.ts';
import { OrderTracker } from '../../src/orders/order-tracker.ts';
import { Planner } from '../../src/plan/planner.ts';
import { type Action, encodeProposal } from '../../src/plan/proposal.ts';
import { SignerPolicy } from '../../src/signer/policy.ts';
import { SignerService } from '../../src/signer/service.ts';
import { Destination } from '../../src/submit/destination.ts';
import { SignerRecord } from '../../src/submit/signer-record.ts';
import type { SignerClient, VoidSignerClient } from '../../src/submit/signers.ts';
import { Submitter } from '../../src/submit/submitter.ts';
import type { ViewListener } from '../../src/view/view-change.ts';
import { Watcher } from '../../src/view/watcher.ts';
import { addressesOf } from '../../src/wiring.ts';
import { FakeClock } from './fake-clock.ts';

export const SILENT = pino({ level: 'silent' });
/** The domains of the first two chains. */
export const [ALPHA, BETA] = [1001, 1002] as const;
export const SIGNERS = 5;
export const THRESHOLD = 3;
const CHAIN = chainConfig.parse({
  value: false,
  rpc: ['http://127.0.0.1:1'],
  pollMs: 1_000,
  logRange: 100,
  maxFeePerGasGwei: 1,
  escalateAfterMs: 10_000,
});

/** `provider` with a process's settings. `threshold` belongs to its deployment. */
export const bridgeOf = (provider: ChainProvider, threshold = THRESHOLD): Bridge => ({
  provider,
  chain: CHAIN,
  deployedAtBlock: 1,
  wireDecimals: WIRE_DECIMALS,
  oracle: { address: ORACLE_ADDRESS, members: membersOn(provider.kind), threshold },
  remotes: [ALPHA, BETA, 1003].filter((domain) => domain !== provider.domain),
});

/** The keys of signer `number`, a different one for each kind of chain. */
const keysOf = (number: number): Readonly<Record<BuiltInKind, KeyHandle>> => ({
  evm: memoryKey(number),
  solana: memoryKey(100 + number),
  radix: memoryKey(200 + number),
});

const membersOn = (kind: ChainKind) =>
  Array.from({ length: SIGNERS }, (_, index) => keysOf(index + 1)[kind as BuiltInKind].address);

/** One signer in this process, with its own database and watchers over `providers`. */
export interface TestSigner {
  readonly client: SignerClient & VoidSignerClient;
  readonly service: SignerService;
  readonly storage: BridgeStorage;
  readonly deployments: Deployments;
  advance(): Promise<void>;
  /** While true, the signer does not answer. */
  down: boolean;
  /** While true, the signer is of a release that does not know packed orders. */
  earlier: boolean;
}

/** A relayer in this process that takes steps on request. */
export interface TestRelayer {
  readonly watchers: ReadonlyMap<string, Watcher>;
  readonly tracker: OrderTracker;
  readonly planners: ReadonlyMap<string, Planner>;
  readonly books: ReadonlyMap<string, FeeAccounting>;
  readonly destinations: ReadonlyMap<string, Destination>;
  readonly submitters: ReadonlyMap<string, Submitter>;
  /** Advances the watchers. */
  see(): Promise<void>;
  /**
   * The actions of a plan for beta, such as "commit 0+2" and "execute 1 of 0+2"; undefined when there is nothing to do,
   * and the code of a failure.
   */
  plan(): Promise<readonly string[] | string | undefined>;
  /** Advances the watchers, then each destination takes a turn. Returns the codes of failed turns. */
  step(): Promise<readonly string[]>;
}

function shortForm(action: Action): string {
  const interval = `${action.firstNonce}+${action.count}`;
  if ('commit' in action) return `commit ${interval}`;
  return `${'execute' in action ? 'execute' : 'cancel'} ${action.nonce} of ${interval}`;
}

/** Chains, signers and a relayer, in virtual time. */
export class World<Beta extends MemoryChain = MemoryChain> {
  readonly clock: FakeClock;
  /** Alpha, beta and, in a world of three, gamma. */
  readonly chains: readonly [MemoryChain, Beta, ...MemoryChain[]];
  readonly cancelAfter: CancelAfter;
  readonly storage: BridgeStorage;
  readonly signers: TestSigner[] = [];
  /** The databases of all signers. */
  readonly #opened: BridgeStorage[] = [];
  /** Filled by a test: large amounts wait, for signers and relayer alike unless the relayer has its own. */
  readonly delayAbove: Record<string, DelayAbove[string]> = {};
  relayerDelayAbove: DelayAbove | undefined;
  readonly metrics = new Metrics();
  /** The sum over all signers. */
  readonly signerMetrics = new Metrics();

  private constructor(
    clock: FakeClock,
    storage: BridgeStorage,
    cancelAfter: CancelAfter,
    chains: readonly [MemoryChain, Beta, ...MemoryChain[]],
  ) {
    this.clock = clock;
    this.storage = storage;
    this.cancelAfter = cancelAfter;
    this.chains = chains;
  }

  static create(cancelAfterSeconds = 600): Promise<World> {
    return World.#over(MemoryChain, {}, cancelAfterSeconds);
  }

  /** A third chain, gamma, beside the two, all linked with each other. */
  static three(cancelAfterSeconds = 600): Promise<World> {
    return World.#over(MemoryChain, {}, cancelAfterSeconds, ['gamma']);
  }

  /** A world whose beta packs several orders. */
  static packing(cancelAfterSeconds = 600): Promise<World<PackingMemoryChain>> {
    return World.#over(PackingMemoryChain, {}, cancelAfterSeconds);
  }

  /** A world whose beta runs every call in a separate transaction. */
  static apart(cancelAfterSeconds = 600): Promise<World<ApartMemoryChain>> {
    return World.#over(ApartMemoryChain, { kind: 'solana' }, cancelAfterSeconds);
  }

  /** A world whose beta has blocks that are final at once and transactions that expire. */
  static instant(cancelAfterSeconds = 600): Promise<World<ExpiringMemoryChain>> {
    return World.#over(ExpiringMemoryChain, { kind: 'radix', finalityBlocks: 0 }, cancelAfterSeconds);
  }

  static async #over<Beta extends MemoryChain>(
    BetaChain: new (options: MemoryChainOptions) => Beta,
    special: Pick<MemoryChainOptions, 'kind' | 'finalityBlocks'>,
    cancelAfterSeconds: number,
    others: readonly string[] = [],
  ): Promise<World<Beta>> {
    const clock = new FakeClock();
    const common = { threshold: THRESHOLD, startMs: clock.now() };
    const alpha = new MemoryChain({ name: 'alpha', domain: ALPHA, members: membersOn('evm'), ...common });
    const members = membersOn(special.kind ?? 'evm');
    const beta = new BetaChain({ name: 'beta', domain: BETA, members, ...special, ...common });
    const more = others.map(
      (name, index) => new MemoryChain({ name, domain: 1003 + index, members: membersOn('evm'), ...common }),
    );
    const chains = [alpha, beta, ...more] as const;
    for (const here of chains) for (const there of chains) if (here !== there) here.connect(there);
    for (const each of chains) each.mine();
    const storage = await openBridgeStorage(':memory:', { clock: clock });
    const world = new World(clock, storage, { default: cancelAfterSeconds, lanes: {} }, chains);
    for (let number = 1; number <= SIGNERS; number++) world.signers.push(await world.signer(number));
    return world;
  }

  async close(): Promise<void> {
    await this.storage.close();
    for (const storage of this.#opened) await storage.close();
  }

  /** Signer `number` of the oracle, over the chains or over `providers` if given. */
  async signer(
    number: number,
    providers: readonly ChainProvider[] = this.chains,
    threshold = THRESHOLD,
  ): Promise<TestSigner> {
    const storage = await openBridgeStorage(':memory:', { clock: this.clock });
    this.#opened.push(storage);
    const bridges = new Bridges(providers.map((provider) => bridgeOf(provider, threshold)));
    const watchers = bridges.all.map((bridge) => new Watcher(bridge, storage.chainView));
    const keys = keysOf(number);
    const { comparisons, chainView: view } = storage;
    const comparison = new Comparison({
      ...{ bridges, view, comparisons, clock: this.clock, metrics: this.signerMetrics, log: SILENT },
    });
    const advance = async () => {
      await Promise.all(watchers.map((watcher) => watcher.advance()));
      for (const bridge of bridges.all) await comparison.compare(bridge);
    };
    const isBehind = () => watchers.some(({ behind }) => behind);
    const deployments = new Deployments({
      providers: bridges.all.map(({ provider }) => provider),
      accepted: [],
      ...{ metrics: this.signerMetrics, clock: this.clock, log: SILENT },
    });
    const policy = new SignerPolicy({
      bridges,
      view,
      comparisons,
      members: addressesOf(keys),
      cancelAfter: this.cancelAfter,
      delays: new Delays(this.delayAbove, bridges, view),
      deployments,
      clock: this.clock,
    });
    const service = new SignerService({
      bridges,
      policy,
      voids: { bridges, members: addressesOf(keys), allowances: storage.voidAllowances, deployments },
      keys,
      signatures: storage.signatures,
      view: storage.chainView,
      refresh: advance,
      behind: () => (isBehind() ? 'the view is catching up' : undefined),
      clock: this.clock,
      log: SILENT,
    });
    const signer: TestSigner = {
      storage,
      service,
      deployments,
      advance,
      down: false,
      earlier: false,
      client: {
        url: `signer-${number}`,
        async sign(proposal, signal) {
          if (signer.down) return fail('SIGNER_UNREACHABLE', 'down', true);
          const isKnown = !signer.earlier || /^\d+$/.test(proposal.anchor);
          if (!isKnown) return fail('ANCHOR_MISMATCH', 'the oracle’s next anchor is another', true);
          // A signer's own loop would have caught up since its last proposal.
          for (let turn = 0; turn < 9 && isBehind(); turn++) await advance();
          return service.sign(JSON.parse(encodeProposal(proposal)), signal);
        },
        async signVoid(request, signal) {
          return signer.down ? fail('SIGNER_UNREACHABLE', 'down', true) : service.signVoid(request, signal);
        },
      },
    };
    return signer;
  }

  /** The same signer, once it has seen what is on the chains. */
  async seeingSigner(...of: Parameters<World['signer']>): Promise<TestSigner> {
    const signer = await this.signer(...of);
    await signer.advance();
    return signer;
  }

  /** A relayer over this world's database. A new one after a crash continues the old one's work. */
  async relayer(
    options: {
      readonly checkpoint?: Checkpoint;
      readonly maxBatchOrders?: number;
      readonly maxCommitMessages?: number;
      readonly maxInFlight?: number;
      readonly deliverAfterFinalMs?: number;
      readonly batchWindowMs?: number;
    } = {},
  ): Promise<TestRelayer> {
    const { storage, clock, metrics } = this;
    const { checkpoint = noCheckpoint, maxBatchOrders = 50, maxCommitMessages = 256 } = options;
    const { deliverAfterFinalMs = 0, maxInFlight = 4, batchWindowMs = 0 } = options;
    const bridges = new Bridges(this.chains.map((chain) => bridgeOf(chain)));
    const tracker = new OrderTracker({
      view: storage.chainView,
      orders: storage.orders,
      submissions: storage.submissions,
      rules: {
        requiredConfirmations: (family, source) => bridges.get(family, source)?.provider.finalityBlocks ?? 0,
        requiredSignatures: () => THRESHOLD,
        lockTimeoutMs: 60_000,
      },
      clock,
      checkpoint,
      onMove: () => {},
    });
    const watchers = new Map<string, Watcher>();
    const planners = new Map<string, Planner>();
    const books = new Map<string, FeeAccounting>();
    const destinations = new Map<string, Destination>();
    const submitters = new Map<string, Submitter>();
    for (const bridge of bridges.all) {
      const { name } = bridge.provider;
      const payer = memoryKey(99);
      const { deliveryFees, chainView: view, orders } = storage;
      const { oracleRecord } = storage;
      const ledger = new FeeAccounting({
        ...{ here: [bridge], bridges, payer, payerMinimum: undefined, oracleRecord },
        ...{ deliveryFees, view, orders, clock, metrics },
      });
      const watcher = new Watcher(bridge, view, async (change) => {
        await tracker.changed(change);
        await ledger.earned(change);
      });
      const common = { bridge, tracker, clock, checkpoint, metrics, log: SILENT };
      const rules = { maxBatchOrders, maxCommitMessages, cancelAfter: this.cancelAfter, deliverAfterFinalMs };
      const { comparisons } = storage;
      const delays = new Delays(this.relayerDelayAbove ?? this.delayAbove, bridges, view);
      const planner = new Planner({ ...common, bridges, view, comparisons, delays, payer, rules });
      const submitter = new Submitter({
        ...common,
        submissions: storage.submissions,
        view,
        payer,
        onCosts: (shares) => ledger.spent(shares),
      });
      watchers.set(name, watcher);
      planners.set(name, planner);
      books.set(name, ledger);
      submitters.set(name, submitter);
      destinations.set(
        name,
        new Destination({
          ...common,
          watcher,
          planner,
          submitter,
          orders: storage.orders,
          signers: this.signers.map(({ client }) => client),
          signerRecord: new SignerRecord({ oracleRecord, clock }),
          batchWindowMs,
          maxInFlight,
        }),
      );
    }
    for (const { provider } of bridges.all) await tracker.bind(provider.family, provider.domain);
    await tracker.sweepEnded();
    const comparison = new Comparison({
      ...{ bridges, view: storage.chainView, comparisons: storage.comparisons, clock, metrics, log: SILENT },
    });
    const advance = async () => {
      const results = [];
      for (const watcher of watchers.values()) results.push(await watcher.advance());
      for (const bridge of bridges.all) await comparison.compare(bridge);
      return results;
    };
    const step = async () => {
      const results: Result<unknown, AnyFailure>[] = await advance();
      for (const destination of destinations.values()) results.push(await destination.step());
      return results.flatMap((result) => (result.ok ? [] : [result.error.code]));
    };
    const see = async () => {
      await advance();
    };
    const plan = async () => {
      const planner = planners.get('beta') as Planner;
      const planned = await planner.plan(await planner.candidates());
      return planned.ok ? planned.value?.proposal.actions.map(shortForm) : planned.error.code;
    };
    return { watchers, tracker, planners, books, destinations, submitters, see, plan, step };
  }

  /** A second watcher of `chain`, over the relayer's database. */
  watcherOf(chain: MemoryChain, onChange: ViewListener): Watcher {
    return new Watcher(bridgeOf(chain), this.storage.chainView, onChange);
  }

  /** Mines a block on every chain and lets `relayer` take a step, `rounds` times. */
  async run(relayer: TestRelayer, rounds: number): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      for (const chain of this.chains) chain.mine();
      await relayer.step();
      this.clock.tick(1_000);
    }
  }

  /** Makes all events up to now final, and lets `relayer` deliver what they ask for. */
  async deliver(relayer: TestRelayer): Promise<void> {
    for (const chain of this.chains) chain.mine(33);
    await this.run(relayer, 4);
  }

  /** The newest order. */
  async order() {
    const [order] = await this.orders();
    return order ?? assert.fail('there is no order');
  }

  /** All orders, newest first. */
  async orders() {
    return (await this.storage.orders.list({}, null, 1_000)).items;
  }

  /** The states of all orders, oldest first. */
  async states(): Promise<readonly string[]> {
    return (await this.orders()).map(({ state }) => state).reverse();
  }
}
