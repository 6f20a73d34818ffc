import { type Domain, ORDER_STATES, ok, type Result } from '@causeway/protocol';
import type { BridgeStorage, OrderRow } from '@causeway/storage';
import type { Logger } from 'pino';
import { type Bridge, Bridges } from './bridges.ts';
import { type Checkpoint, noCheckpoint } from './checkpoint.ts';
import { type Clock, systemClock } from './clock.ts';
import type { RelayerConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { Destination } from './destination.ts';
import { createServer, type Health, listen } from './http.ts';
import { checkInvariants } from './invariants.ts';
import { createLogger } from './log.ts';
import { Loop } from './loop.ts';
import { Metrics } from './metrics.ts';
import { OrderTracker, WATCHED_STATES } from './orders.ts';
import { Planner } from './planner.ts';
import { httpSigner, type SignerClient } from './signers.ts';
import { Submitter } from './submitter.ts';
import type { ViewChange } from './watcher.ts';
import { Watching } from './watching.ts';
import { checkLanes, type Keys, openBridges, openPayers, verifyDeployments } from './wiring.ts';

/** What a relayer takes from outside; everything absent is made from its configuration. */
export interface RelayerDeps {
  readonly bridges?: readonly Bridge[];
  readonly storage?: BridgeStorage;
  readonly payers?: Keys;
  readonly signers?: readonly SignerClient[];
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly log?: Logger;
  readonly checkpoint?: Checkpoint;
}

/** A started process: where it answers, and how to end it. */
export interface Running {
  readonly url: string;
  /** Ends it cleanly: loops finish their turn, connections and files that it opened are closed. */
  stop(): Promise<void>;
}

/** Orders counted for the metrics. */
const COUNTED = 10_000;

/**
 * Starts a relayer: watchers, order tracker, one worker per destination chain, the HTTP server. Throws ConfigError when
 * the configuration can't work.
 */
export async function startRelayer(config: RelayerConfig, deps: RelayerDeps = {}): Promise<Running> {
  const section = config.relayer;
  const log = deps.log ?? createLogger('relayer', section.logLevel);
  const clock = deps.clock ?? systemClock;
  const random = deps.random ?? Math.random;
  const checkpoint = deps.checkpoint ?? noCheckpoint;
  const bridges = new Bridges(deps.bridges ?? (await openBridges(config)));
  checkLanes('relayer', section.cancelAfterSeconds, bridges);
  const payers = deps.payers ?? (await openPayers(config, bridges));
  await verifyDeployments(bridges, log);
  const storage = deps.storage ?? (await openDatabase(config));
  const signers = deps.signers ?? section.signers.map((url) => httpSigner(url, section.signerTimeoutMs));
  const metrics = new Metrics();

  const tracker = new OrderTracker({
    view: storage.chainView,
    orders: storage.orders,
    submissions: storage.submissions,
    rules: {
      requiredConfirmations: (family, source) => bridges.get(family, source)?.provider.finalityBlocks ?? 0,
      requiredSignatures: (family, destination) => bridges.get(family, destination)?.oracle.threshold ?? 0,
      lockTimeoutMs: 1_000 * section.lockTimeoutSeconds,
    },
    clock,
    checkpoint,
    onMove: (before, after) => {
      metrics.moves.inc({ state: after.state });
      metrics.stage.observe({ state: before.state }, Math.max(0, clock.now() - stageBegan(before)) / 1_000);
      log.info({ orderId: after.id, from: before.state, to: after.state, messageId: after.messageId }, 'order moved');
    },
  });

  const onChange = async (change: ViewChange): Promise<void> => {
    await tracker.changed(change);
    for (const [domain, loop] of workers) if (change.final.length > 0 || domain === change.domain) loop.wake();
  };
  const watching = new Watching({ bridges, view: storage.chainView, onChange, clock, random, metrics, log });

  const failed = (loop: string) => (failure: Error | { readonly code: string; readonly message: string }) => {
    const code = 'code' in failure ? String(failure.code) : 'DEFECT';
    metrics.failures.inc({ loop, code });
    const detail = failure instanceof Error ? { err: failure } : { reason: failure.message };
    log[failure instanceof Error ? 'error' : 'warn']({ loop, code, ...detail }, 'turn failed');
  };
  const loopOf = (name: string, fallbackMs: number, step: () => Promise<Result<number | undefined>>) =>
    new Loop({ step, fallbackMs, clock, random, onFailure: failed(name) });

  const destinationOf = (bridge: Bridge): Destination => {
    const { provider } = bridge;
    const payer = payers[provider.kind];
    if (!payer) throw new TypeError(`no payer for ${provider.kind}`);
    const child = log.child({ chain: provider.name });
    const common = { bridge, tracker, clock, checkpoint, metrics, log: child };
    const planner = new Planner({
      ...common,
      bridges,
      view: storage.chainView,
      payer,
      rules: {
        maxBatchOrders: section.maxBatchOrders,
        maxCommitMessages: section.maxCommitMessages,
        cancelAfter: section.cancelAfterSeconds,
      },
    });
    const submitter = new Submitter({ ...common, submissions: storage.submissions, payer });
    return new Destination({
      ...common,
      planner,
      submitter,
      signers,
      watcher: watching.of(bridge),
      orders: storage.orders,
      batchWindowMs: section.batchWindowMs,
      maxBatchOrders: section.maxBatchOrders,
    });
  };

  // All families of a chain share its oracle, whose transactions go one after the other.
  const workers = new Map<Domain, Loop>();
  for (const domain of new Set(bridges.all.map(({ provider }) => provider.domain))) {
    const here = bridges.all.filter(({ provider }) => provider.domain === domain);
    const destinations = here.map(destinationOf);
    const pollMs = Math.min(...here.map(({ chain }) => chain.pollMs));
    workers.set(
      domain,
      loopOf(`destination ${here[0]?.provider.name}`, pollMs, () => stepChain(destinations)),
    );
  }

  const sweeper = loopOf('sweep', section.intervals.sweepMs, async () => {
    await tracker.expire();
    return ok(undefined);
  });
  const reconciler = loopOf('reconcile', section.intervals.reconcileMs, async () => {
    await tracker.sweep();
    return ok(undefined);
  });
  const guard = loopOf('invariants', section.intervals.invariantsMs, () => checkInvariants(bridges, metrics, log));

  const health = async (): Promise<Health> => {
    const chains = watching.health();
    const broken = chains.some(({ failure, head }) => failure !== null || head === null);
    return { status: broken ? 'degraded' : 'ok', chains };
  };
  const server = createServer(metrics, health, () => countOrders(storage, metrics));

  // What a crash left between two writes, before anything new comes in.
  for (const { provider } of bridges.all) await tracker.bind(provider.family, provider.domain);
  await tracker.sweepEnded();
  const url = await listen(server, section.http);
  const loops = [...workers.values(), sweeper, reconciler, guard];
  watching.start();
  for (const loop of loops) loop.start();
  log.info(
    { url, chains: bridges.all.map(({ provider }) => provider.name), signers: signers.length },
    'relayer started',
  );

  return {
    url,
    async stop() {
      await server.close();
      await watching.stop();
      await Promise.all(loops.map((loop) => loop.stop()));
      if (!deps.bridges) await Promise.all(bridges.all.map(({ provider }) => provider.close()));
      if (!deps.storage) await storage.close();
      log.info('relayer stopped');
    },
  };
}

/** One turn of a chain's destinations: only the one that has a transaction under way, or each until one has. */
async function stepChain(destinations: readonly Destination[]): Promise<Result<number | undefined>> {
  let nextMs: number | undefined;
  for (const destination of await busyFirst(destinations)) {
    const stepped = await destination.step();
    if (!stepped.ok) return stepped;
    if (await destination.busy()) return ok(undefined);
    if (stepped.value !== undefined) nextMs = Math.min(nextMs ?? stepped.value, stepped.value);
  }
  return ok(nextMs);
}

async function busyFirst(destinations: readonly Destination[]): Promise<readonly Destination[]> {
  const busy = await Promise.all(destinations.map((destination) => destination.busy()));
  return [...destinations.filter((_, index) => busy[index]), ...destinations.filter((_, index) => !busy[index])];
}

/** When the order's current state began, as far as its row tells: confirmations touch it, states before do not. */
const stageBegan = (order: OrderRow): number => (order.state === 'confirming' ? order.createdAtMs : order.updatedAtMs);

async function countOrders(storage: BridgeStorage, metrics: Metrics): Promise<void> {
  const underWay = await storage.orders.inStates(['created', 'locking', ...WATCHED_STATES], COUNTED);
  for (const state of ORDER_STATES) {
    if (state === 'completed' || state === 'refunded' || state === 'expired') continue;
    metrics.orders.set({ state }, underWay.filter((order) => order.state === state).length);
  }
}
