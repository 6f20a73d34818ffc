import type { KeyHandle } from '@causeway/chains';
import type { Guarded, LeaderTask } from '@causeway/outbox';
import type { Keys } from '@causeway/process';
import type { ChainKind, Domain } from '@causeway/protocol';
import type { Clock, PeriodicTask } from '@causeway/runtime';
import type { OracleRecordRepository, OrderRow } from '@causeway/storage';
import type { Logger } from 'pino';
import type { AdminWatch } from './account/admin-watch.ts';
import { Comparison } from './account/comparison.ts';
import type { Delays } from './account/delays.ts';
import { type Backlog, backlogOf } from './backlog.ts';
import { type Bridge, Bridges } from './bridges.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { RelayerConfig } from './config.ts';
import { FeeAccounting } from './fees/fee-accounting.ts';
import type { ChainHealth } from './http.ts';
import type { Metrics } from './metrics.ts';
import type { OrderTracker } from './orders/order-tracker.ts';
import { Planner } from './plan/planner.ts';
import { Destination } from './submit/destination.ts';
import type { SignerRecord } from './submit/signer-record.ts';
import type { SignerClient } from './submit/signers.ts';
import { stepChain } from './submit/step-chain.ts';
import { Submitter } from './submit/submitter.ts';
import { SwapWatcher } from './view/swap-watcher.ts';
import { type OnFailure, type TurnOptions, turnsOf } from './view/turns.ts';
import type { ViewChange } from './view/view-change.ts';
import { Watching } from './view/watching.ts';

export interface ChainWorkerDeps {
  /** All bridges of one chain. They share its oracle. */
  readonly here: readonly [Bridge, ...Bridge[]];
  readonly bridges: Bridges;
  /** Guarded by this chain's lease. */
  readonly storage: Guarded;
  readonly delays: Delays;
  /** Moves orders, guarded by the same lease. */
  readonly tracker: OrderTracker;
  /** Called for every change of this chain's view, after its orders moved. */
  readonly onChange: (change: ViewChange) => void;
  readonly administration: AdminWatch;
  /** Called when a write was refused because another holder has the lease. */
  readonly onLost: () => void;
  readonly onFailure: (loop: string) => OnFailure;
  readonly config: RelayerConfig['relayer'];
  readonly payers: Keys;
  readonly signers: readonly SignerClient[];
  readonly signerRecord: SignerRecord;
  readonly oracleRecord: OracleRecordRepository;
  readonly clock: Clock;
  readonly random: () => number;
  readonly checkpoint: Checkpoint;
  readonly metrics: Metrics;
  readonly log: Logger;
}

/**
 * The work that only one relayer may do for a chain: following its blocks, and getting the oracle's transactions
 * included.
 */
export class ChainWorker implements LeaderTask {
  readonly domain: Domain;
  /** Called when a payment of `order` on this chain failed and was credited. */
  readonly credited: (order: OrderRow) => void;
  readonly #watching: Watching;
  readonly #submitters: readonly Submitter[];
  readonly #worker: PeriodicTask;
  readonly #workerEveryMs: number;
  readonly #books: PeriodicTask;
  readonly #booksEveryMs: number;
  readonly #swaps: readonly PeriodicTask[];

  private constructor(deps: ChainWorkerDeps) {
    const { here, storage, tracker, onChange, onLost, onFailure, clock, random, metrics, log } = deps;
    const [{ provider }] = here;
    this.domain = provider.domain;
    const books = new FeeAccounting({
      here,
      bridges: deps.bridges,
      payer: payerOf(provider.kind, deps.payers),
      payerMinimum: deps.config.payerMinimum[provider.name],
      oracleRecord: deps.oracleRecord,
      deliveryFees: storage.deliveryFees,
      view: storage.chainView,
      orders: storage.orders,
      clock,
      metrics,
    });
    this.credited = (order) => books.credited(order);
    this.#watching = new Watching({
      bridges: new Bridges(here),
      view: storage.chainView,
      onChange: async (change) => {
        await tracker.changed(change);
        await books.earned(change);
        for (const swaps of this.#swaps) swaps.wake();
        onChange(change);
      },
      comparison: new Comparison({
        bridges: deps.bridges,
        view: storage.chainView,
        comparisons: storage.comparisons,
        clock,
        metrics,
        log,
      }),
      administration: deps.administration,
      onLost,
      clock,
      random,
      metrics,
      log,
    });
    const own = here.map((bridge) => this.#destinationOf(bridge, books, deps));
    this.#submitters = own.map(({ submitter }) => submitter);
    const destinations = own.map(({ destination }) => destination);
    const turns = (name: string, step: TurnOptions['step']) =>
      turnsOf({ step, clock, random, onFailure: onFailure(`${name} ${provider.name}`) });
    this.#worker = turns('destination', () => stepChain(destinations));
    this.#workerEveryMs = Math.min(...here.map(({ chain }) => chain.pollMs));
    this.#books = turns('books', () => books.read());
    this.#booksEveryMs = deps.config.intervals.booksMs;
    this.#swaps = here.flatMap((bridge) => {
      const swaps = this.#swapsOf(bridge, storage);
      return swaps ? [turns('swaps', () => swaps.advance())] : [];
    });
  }

  /** Completes work that a crash left between two writes, and then begins. */
  static async begin(deps: ChainWorkerDeps): Promise<ChainWorker> {
    const duty = new ChainWorker(deps);
    for (const { provider } of deps.here) await deps.tracker.bind(provider.family, provider.domain);
    duty.#watching.start();
    void duty.#worker.start(duty.#workerEveryMs);
    void duty.#books.start(duty.#booksEveryMs);
    for (const swaps of duty.#swaps) void swaps.start(duty.#booksEveryMs);
    return duty;
  }

  /** Requests a turn of the destinations. */
  wake(): void {
    this.#worker.wake();
  }

  health(): readonly ChainHealth[] {
    return this.#watching.health();
  }

  async stop(): Promise<void> {
    const others = this.#swaps.map((swaps) => swaps.stop());
    await Promise.all([this.#watching.stop(), this.#worker.stop(), this.#books.stop(), ...others]);
  }

  /** What of this chain's oracle transactions waits. */
  get backlog(): Backlog {
    return backlogOf(this.#submitters);
  }

  #swapsOf(bridge: Bridge, storage: Guarded): SwapWatcher | undefined {
    const { provider } = bridge;
    if (!provider.settler) return undefined;
    return new SwapWatcher(
      { provider, settler: provider.settler },
      { view: storage.chainView, swaps: storage.swaps, finalTo: () => this.#watching.of(bridge).finalTo },
    );
  }

  #destinationOf(bridge: Bridge, books: FeeAccounting, deps: ChainWorkerDeps) {
    const { bridges, storage, tracker, config, payers, signers, clock, checkpoint, metrics, log } = deps;
    const { provider } = bridge;
    const payer = payerOf(provider.kind, payers);
    const common = { bridge, tracker, clock, checkpoint, metrics, log: log.child({ chain: provider.name }) };
    const { maxBatchOrders, maxCommitMessages, maxInFlight, batchWindowMs, cancelAfterSeconds: cancelAfter } = config;
    const deliverAfterFinalMs = 1_000 * config.deliverAfterFinalSeconds;
    const rules = { maxBatchOrders, maxCommitMessages, cancelAfter, deliverAfterFinalMs };
    const submitter = new Submitter({
      ...common,
      submissions: storage.submissions,
      view: storage.chainView,
      payer,
      onCosts: (shares) => books.spent(shares),
    });
    const destination = new Destination({
      ...common,
      planner: new Planner({
        ...common,
        bridges,
        view: storage.chainView,
        comparisons: storage.comparisons,
        delays: deps.delays,
        payer,
        rules,
      }),
      submitter,
      signers,
      signerRecord: deps.signerRecord,
      watcher: this.#watching.of(bridge),
      orders: storage.orders,
      batchWindowMs,
      maxInFlight,
    });
    return { submitter, destination };
  }
}

function payerOf(kind: ChainKind, payers: Keys): KeyHandle {
  const payer = payers[kind];
  if (!payer) throw new TypeError(`no payer for ${kind}`);
  return payer;
}
