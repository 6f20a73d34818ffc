import { randomUUID } from 'node:crypto';
import type { ChainIdentity } from '@causeway/chains';
import { ConfigError } from '@causeway/config';
import type { Identity } from '@causeway/keys';
import { fenced, type Guarded, type LeaderTask, LeaseHolder } from '@causeway/outbox';
import { createLogger, type Keys, listen, type Running, required } from '@causeway/process';
import { type Domain, ok } from '@causeway/protocol';
import { type Clock, systemClock } from '@causeway/runtime';
import { type BridgeStorage, type BrokenView, LeaseLost, type OrderRow, StorageError } from '@causeway/storage';
import type { Logger } from 'pino';
import { AdminWatch } from './account/admin-watch.ts';
import { checkDelays, Delays } from './account/delays.ts';
import { plainDifference } from './account/differences.ts';
import { measureBacklog } from './backlog.ts';
import { type Bridge, Bridges } from './bridges.ts';
import { ChainWorker } from './chain-worker.ts';
import { type Checkpoint, noCheckpoint } from './checkpoint.ts';
import type { RelayerConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { Deployments } from './deployments.ts';
import { type ChainHealth, createServer, type Health, statusOf } from './http.ts';
import { beginMaintenance } from './maintenance.ts';
import { beginAtZero, Metrics } from './metrics.ts';
import { OrderTracker } from './orders/order-tracker.ts';
import { RECORD_MS, SignerRecord } from './submit/signer-record.ts';
import { openSigners, type SignerClient } from './submit/signers.ts';
import { brokenAt, shownBroken } from './view/soundness.ts';
import { type OnFailure, turnsOf } from './view/turns.ts';
import type { ViewChange } from './view/view-change.ts';
import { measureLag } from './view/watching.ts';
import { checkChains, checkLanes, openBridges, openPayers } from './wiring.ts';

/** Signatures that an order needs whose destination is not configured: nothing is delivered there. */
const NO_DELIVERY = 0;

/** The relayer's dependencies; absent ones are made from its configuration. */
export interface RelayerDeps {
  readonly bridges?: readonly Bridge[];
  readonly storage?: BridgeStorage;
  readonly payers?: Keys;
  readonly signers?: readonly SignerClient[];
  readonly identity?: Identity;
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly log?: Logger;
  readonly checkpoint?: Checkpoint;
}

/** The lease for the work of one relayer for all chains. */
const UPKEEP = 'upkeep';

/**
 * Starts a relayer: the HTTP server and, for each chain whose lease it gets, watchers, order tracker and destination
 * worker. Throws ConfigError when the configuration cannot work, or when another relayer has the database for itself.
 */
export async function startRelayer(config: RelayerConfig, deps: RelayerDeps = {}): Promise<Running> {
  const section = config.relayer;
  const log = deps.log ?? createLogger('relayer', section.logLevel);
  const random = deps.random ?? Math.random;
  const checkpoint = deps.checkpoint ?? noCheckpoint;
  const bridges = new Bridges(deps.bridges ?? (await openBridges(config, log)));
  checkLanes('relayer', section.cancelAfterSeconds, bridges);
  checkChains('relayer.payerMinimum', section.payerMinimum, bridges);
  checkChains('relayer.prices', section.prices, bridges);
  const payers = deps.payers ?? (await openPayers(config, bridges));
  const metrics = new Metrics();
  const deployments = new Deployments({
    providers: bridges.all.map(({ provider }) => provider),
    accepted: section.acceptDeviations,
    ...{ metrics, clock: deps.clock ?? systemClock, log },
  });
  required(await deployments.verify());
  await checkDelays('relayer', config.delayAbove, section.cancelAfterSeconds, bridges, log);
  const storage = deps.storage ?? (await openDatabase(config, { warn: (text) => log.warn(text) }));
  const clock = deps.clock ?? storage.clock;
  // Signers share no database. They compare with clocks of their own, which a server's time is nearest to.
  const signed = storage.leases.shared ? clock : (deps.clock ?? systemClock);
  const signers = deps.signers ?? (await openSigners(config, signed, deps.identity));
  beginAtZero(
    metrics,
    bridges.byChain().map(([{ provider }]) => provider.name),
    signers.map(({ url }) => url),
  );
  for (const [chain, coins] of Object.entries(section.payerMinimum)) metrics.payerMinimum.set({ chain }, coins);
  for (const [chain, price] of Object.entries(section.prices)) metrics.coinPrice.set({ chain }, price);
  const signerRecord = new SignerRecord({ oracleRecord: storage.oracleRecord, clock });
  const common = { bridges, clock, random, metrics, log };
  const holder = randomUUID();

  const trackerOf = (guarded: Guarded): OrderTracker =>
    new OrderTracker({
      view: guarded.chainView,
      orders: guarded.orders,
      submissions: guarded.submissions,
      rules: {
        requiredConfirmations: (family, source) => bridges.require(family, source).provider.finalityBlocks,
        requiredSignatures: (family, destination) => bridges.get(family, destination)?.oracle.threshold ?? NO_DELIVERY,
        lockTimeoutMs: 1_000 * section.lockTimeoutSeconds,
      },
      clock,
      checkpoint,
      onMove: (before, after) => {
        metrics.moves.inc({ state: after.state });
        if (after.credited && !before.credited) {
          duties.get(after.refundTransaction === null ? after.destination : after.source)?.credited(after);
        }
        metrics.stage.observe({ state: before.state }, Math.max(0, clock.now() - stageBegan(before)) / 1_000);
        log.info({ orderId: after.id, from: before.state, to: after.state, messageId: after.messageId }, 'order moved');
      },
    });

  /** A lost lease is not a failure of the loop that noticed it. */
  const failed =
    (onLost: () => void) =>
    (loop: string): OnFailure =>
    (failure) => {
      if (failure instanceof LeaseLost) return onLost();
      const code = 'code' in failure ? String(failure.code) : 'DEFECT';
      metrics.failures.inc({ loop, code });
      const detail = failure instanceof Error ? { err: failure } : { reason: failure.message };
      log[failure instanceof Error ? 'error' : 'warn']({ loop, code, ...detail }, 'turn failed');
    };

  const administration = new AdminWatch({ deployments, metrics, log });
  const duties = new Map<Domain, ChainWorker>();
  const onChange = ({ domain, final }: ViewChange): void => {
    for (const duty of duties.values()) if (final.length > 0 || duty.domain === domain) duty.wake();
  };
  const keeperOf = (name: string, begin: (guarded: Guarded, onLost: () => void) => Promise<LeaderTask>) =>
    new LeaseHolder({
      name,
      holder,
      leases: storage.leases,
      clock,
      begin: (lease, onLost) => begin(fenced(storage, lease), onLost),
      log,
    });
  const keepers = bridges.byChain().map((here) =>
    keeperOf(`chain ${here[0].provider.name}`, async (guarded, onLost) => {
      const tracker = trackerOf(guarded);
      const duty = await ChainWorker.begin({
        ...common,
        here,
        storage: guarded,
        delays: new Delays(config.delayAbove, bridges, guarded.chainView),
        tracker,
        onChange,
        administration,
        onLost,
        onFailure: failed(onLost),
        config: section,
        payers,
        signers,
        signerRecord,
        oracleRecord: storage.oracleRecord,
        checkpoint,
      });
      duties.set(duty.domain, duty);
      return {
        async stop() {
          duties.delete(duty.domain);
          await duty.stop();
        },
      };
    }),
  );
  keepers.push(
    keeperOf(UPKEEP, (guarded, onLost) =>
      beginMaintenance({
        ...common,
        tracker: trackerOf(guarded),
        intervals: section.intervals,
        onFailure: failed(onLost),
      }),
    ),
  );

  const recording = turnsOf({
    step: () => signerRecord.write().then(() => ok(undefined)),
    ...{ clock, random, onFailure: failed(() => {})('signerRecord') },
  });

  const heldChains = () => [...duties.values()].flatMap((duty) => duty.health());
  const health = async (): Promise<Health> => {
    const held = heldChains();
    const shown = bridges.all.map(({ provider }) => {
      const isHere = ({ chain, family }: ChainHealth) => chain === provider.name && family === provider.family;
      return { provider, health: held.find(isHere) };
    });
    // Nothing is planned from a view that another relayer found broken either.
    const broken = shown.every(({ health }) => health) ? [] : await storage.chainView.broken();
    const chains = shown.map(({ provider, health }) => health ?? standby(provider, broken));
    const differences = (await storage.comparisons.differences()).map(plainDifference);
    const compared = deployments.health();
    const status = statusOf(chains, differences, compared);
    return { status, chains, differences, deployments: compared, clockAheadMs: storage.ahead() };
  };
  /** The backlog of a chain that another relayer works for is shown by that one. */
  const collect = () => {
    metrics.clockAhead.set(storage.ahead() / 1_000);
    measureLag(metrics, heldChains());
    const backlogs = bridges
      .byChain()
      .map(([{ provider }]) => [provider.name, duties.get(provider.domain)?.backlog] as const);
    return measureBacklog(metrics, storage.orders, new Map(backlogs), clock.now());
  };
  const server = createServer(metrics, health, collect);

  const close = async (): Promise<void> => {
    await server.close();
    await deployments.stop();
    await Promise.all([recording.stop(), ...keepers.map((keeper) => keeper.stop())]);
    await administration.compared();
    if (!deps.bridges) await Promise.all(bridges.all.map(({ provider }) => provider.close()));
    if (!deps.storage) await storage.close();
  };
  const url = await begin(keepers, async () => {
    await storage.oracleRecord.keepSigners(signers.map(({ url }) => url));
    void recording.start(RECORD_MS);
    return listen(server, section.http);
  }).catch(async (error: unknown) => {
    await close();
    throw error instanceof StorageError ? new ConfigError(`database: ${error.message}`) : error;
  });
  void deployments.start();
  log.info(
    { url, chains: bridges.all.map(({ provider }) => provider.name), signers: signers.length },
    'relayer started',
  );

  return {
    url,
    async stop() {
      await close();
      log.info('relayer stopped');
    },
  };
}

/** Begins every duty whose lease is free, and then listens. Throws the first failure once all have begun or failed. */
async function begin(keepers: readonly LeaseHolder[], listens: () => Promise<string>): Promise<string> {
  const begun = await Promise.allSettled(keepers.map((keeper) => keeper.start()));
  for (const each of begun) if (each.status === 'rejected') throw each.reason;
  return listens();
}

/** The health of a chain that another relayer follows. */
const standby = ({ name, family, domain }: ChainIdentity, broken: readonly BrokenView[]): ChainHealth => ({
  chain: name,
  family,
  head: null,
  final: null,
  ageMs: null,
  failure: null,
  catchingUp: null,
  broken: shownBroken(brokenAt(broken, family, [domain])),
  standby: true,
});

/** The time when the order's current state began, by its row. */
const stageBegan = (order: OrderRow): number => order.updatedAtMs;
