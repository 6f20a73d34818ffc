import { randomUUID } from 'node:crypto';
import type { ChainConfig } from '@causeway/chains';
import { ConfigError } from '@causeway/config';
import { createLogger, type Keys, listen, type Running } from '@causeway/process';
import { ok } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import { type BridgeStorage, StorageError } from '@causeway/storage';
import { locateDatabase } from '@causeway/storage/location';
import type { Logger } from 'pino';
import { AdminWatch } from '../account/admin-watch.ts';
import { Comparison } from '../account/comparison.ts';
import { plainDifference } from '../account/differences.ts';
import { Bridges } from '../bridges.ts';
import type { WatchConfig } from '../config.ts';
import { openDatabase } from '../database.ts';
import { Deployments } from '../deployments.ts';
import { createServer, type Health, statusOf } from '../http.ts';
import { beginPausesAtZero, Metrics } from '../metrics.ts';
import { turnsOf } from '../view/turns.ts';
import { measureLag, Watching } from '../view/watching.ts';
import { checkOrigins, openBridges, openGuardians, originCounts } from '../wiring.ts';
import { Arming } from './arming.ts';
import { Guard, type WatchedBridge } from './guard.ts';
import { PauseRecord } from './pause-record.ts';
import { Shortfalls } from './shortfalls.ts';

/** The watch's dependencies; absent ones are made from its configuration. */
export interface WatchDeps {
  readonly bridges?: readonly WatchedBridge[];
  readonly storage?: BridgeStorage;
  readonly record?: Pick<PauseRecord, 'pauses' | 'keep'>;
  readonly keys?: Keys;
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly log?: Logger;
}

/**
 * Starts a watch: its own view of every chain, the comparisons, an HTTP server and, with guardians' keys, pauses. It
 * starts also while chains cannot be read and when a deployment differs, because then it is needed. Throws ConfigError
 * when the configuration cannot work, or when a key can do more than pause.
 */
export async function startWatch(config: WatchConfig, deps: WatchDeps = {}): Promise<Running> {
  const section = config.watch;
  const log = deps.log ?? createLogger('watch', section.logLevel);
  const random = deps.random ?? Math.random;
  const bridges = new Bridges(deps.bridges ?? (await openWatchedBridges(config, log)));
  checkOrigins(bridges);
  const keys = deps.keys ?? (await openGuardians(config, bridges));
  const storage = deps.storage ?? (await openDatabase(config, { warn: (text) => log.warn(text) }));
  await claim(storage);
  const record = deps.record ?? new PauseRecord(`${locateDatabase(config)}.pauses.json`);
  const clock = deps.clock ?? storage.clock;
  const metrics = new Metrics();
  const providers = bridges.all.map(({ provider }) => provider);
  beginPausesAtZero(metrics, providers);
  const { chainView: view, comparisons } = storage;
  const common = { clock, random, metrics, log };
  const arming = new Arming({ ...common, bridges: bridges.all, keys });
  const shortfalls = new Shortfalls({ bridges, metrics, log });
  const onFailure = (loop: string) => (failure: { readonly message: string }) => {
    const code = 'code' in failure ? String(failure.code) : 'DEFECT';
    metrics.failures.inc({ loop, code });
    log.warn({ loop, code, reason: failure.message }, 'turn failed');
  };
  const guard = new Guard({
    ...{ bridges, comparisons, shortfalls, record, keys, clock, metrics, log },
    isArmed: (bridge) => arming.isArmed(bridge),
    perHour: section.pausesPerHour,
    wake: () => guarding.wake(),
  });
  const guarding = turnsOf({ ...common, step: () => guard.step(), onFailure: onFailure('guard') });
  const judging = turnsOf({
    ...common,
    step: async () => {
      const looked = await shortfalls.look();
      if (looked.ok) guard.held(looked.value);
      guarding.wake();
      return looked.ok ? ok(undefined) : looked;
    },
    onFailure: onFailure('invariants'),
  });
  const comparison = new Comparison({ ...common, bridges, view, comparisons });
  const deployments = new Deployments({ providers, accepted: section.acceptDeviations, ...{ metrics, clock, log } });
  const administration = new AdminWatch({ deployments, metrics, log });
  const watching = new Watching({
    ...{ ...common, bridges, view, comparison, administration },
    onLook: async (bridge, head) => {
      const { name: chain, family } = bridge.provider;
      metrics.watchLooked.set({ chain, family }, clock.now() / 1_000);
      await comparison.compareAgain(bridge);
      guard.looked(bridge, head);
      guarding.wake();
    },
  });

  const health = async (): Promise<Health> => {
    const chains = watching.health();
    const differences = (await comparisons.differences()).map(plainDifference);
    const compared = deployments.health();
    const armed = arming.health();
    const isWell = guard.findings.length === 0 && armed.every((one) => one.armed);
    return {
      status: isWell ? statusOf(chains, differences, compared) : 'degraded',
      ...{ chains, differences, deployments: compared },
      invariants: shortfalls.certain.map(({ invariant, chain, family, remote, detail }) => ({
        ...{ invariant, chain, family, remote, detail },
      })),
      keys: armed,
      due: guard.due,
      pauses: record.pauses.map(({ place, part, causes, state, found, atMs, transactions, failure }) => ({
        chain: bridges.get(place.family, place.domain)?.provider.name ?? String(place.domain),
        family: place.family,
        part: part === null ? 'inbound' : (bridges.get(place.family, part)?.provider.name ?? String(part)),
        ...{ state, found, at: new Date(atMs).toISOString(), transactions, failure },
        causes: causes.map(({ id }) => id),
      })),
      origins: originCounts(bridges),
      clockAheadMs: storage.ahead(),
    };
  };
  const server = createServer(metrics, health, async () => {
    metrics.clockAhead.set(storage.ahead() / 1_000);
    measureLag(metrics, watching.health());
  });
  const close = async (): Promise<void> => {
    await server.close();
    await Promise.all([watching.stop(), deployments.stop(), arming.stop(), judging.stop(), guarding.stop()]);
    await Promise.all([guard.stop(), administration.compared()]);
    if (!deps.bridges) await Promise.all(providers.map((provider) => provider.close()));
    if (!deps.storage) await storage.close();
  };
  const url = await arming
    .start()
    .then(() => listen(server, section.http))
    .catch(async (error: unknown) => {
      await close();
      throw error;
    });
  watching.start();
  void deployments.start();
  void judging.start(section.invariantsMs);
  void guarding.start(section.pollMs);
  log.info({ url, chains: providers.map(({ name }) => name), pauses: Object.keys(keys) }, 'watch started');
  return {
    url,
    async stop() {
      await close();
      log.info('watch stopped');
    },
  };
}

/** Keeps everything else off this database. Throws ConfigError when it is of another process. */
async function claim({ leases, orders, signatures }: BridgeStorage): Promise<void> {
  try {
    await leases.acquire('watch', randomUUID(), 1);
  } catch (error) {
    throw error instanceof StorageError ? new ConfigError(`database: ${error.message}`) : error;
  }
  const [{ items }, signed] = [await orders.list({}, null, 1), await signatures.list(1)];
  if (items.length + signed.length === 0) return;
  const whose = items.length > 0 ? 'a relayer' : 'a signer';
  throw new ConfigError(`database: it is the database of ${whose}; a watch needs one that nobody else writes`);
}

/** Every bridge on a configured chain, polled as a watch does. Throws ConfigError like openBridges. */
async function openWatchedBridges(config: WatchConfig, log: Pick<Logger, 'warn'>): Promise<readonly WatchedBridge[]> {
  const polled = ({ webSocket: _, ...chain }: ChainConfig) => ({ ...chain, pollMs: config.watch.pollMs });
  const chains = Object.entries(config.chains).map(([name, chain]) => [name, polled(chain)] as const);
  return openBridges({ ...config, chains: Object.fromEntries(chains) }, log);
}
