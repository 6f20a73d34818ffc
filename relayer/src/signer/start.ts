import { randomUUID } from 'node:crypto';
import { ConfigError } from '@causeway/config';
import type { Identity } from '@causeway/keys';
import { createLogger, type Keys, listen, type Running, required } from '@causeway/process';
import { type Clock, systemClock } from '@causeway/runtime';
import { type BridgeStorage, StorageError } from '@causeway/storage';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { AdminWatch } from '../account/admin-watch.ts';
import { Comparison } from '../account/comparison.ts';
import { checkDelays, Delays } from '../account/delays.ts';
import { plainDifference } from '../account/differences.ts';
import { Bridges } from '../bridges.ts';
import type { SignerConfig } from '../config.ts';
import { openDatabase } from '../database.ts';
import { Deployments } from '../deployments.ts';
import { authenticatedPost, type Peers } from '../exchange/authenticated-routes.ts';
import { createServer, type Health, statusOf } from '../http.ts';
import { beginRequestsAtZero, Metrics } from '../metrics.ts';
import { measureLag, Watching } from '../view/watching.ts';
import {
  addressesOf,
  checkLanes,
  checkOrigins,
  openBridges,
  openPeerIdentity,
  openSignerKeys,
  originCounts,
} from '../wiring.ts';
import { SignerPolicy } from './policy.ts';
import { REFUSALS } from './refusal.ts';
import { SignerService } from './service.ts';
import { type SigningBridge, signingChain } from './signing-chain.ts';
import { plainAllowances } from './void-allowances.ts';

/** The signer's dependencies; absent ones are made from its configuration. */
export interface SignerDeps {
  readonly bridges?: readonly SigningBridge[];
  readonly storage?: BridgeStorage;
  readonly keys?: Keys;
  readonly identity?: Identity;
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly log?: Logger;
}

/**
 * Starts a signer: its own watchers, and an HTTP server that signs only verified proposals. Throws ConfigError when the
 * configuration cannot work.
 */
export async function startSigner(config: SignerConfig, deps: SignerDeps = {}): Promise<Running> {
  const section = config.signer;
  const log = deps.log ?? createLogger('signer', section.logLevel);
  const bridges = new Bridges(deps.bridges ?? (await openSigningBridges(config, log)));
  checkLanes('signer', section.cancelAfterSeconds, bridges);
  checkOrigins(bridges);
  const keys = deps.keys ?? (await openSignerKeys(config, bridges));
  const identity = deps.identity ?? (await openPeerIdentity('signer', section.identity, config.baseDir));
  const metrics = new Metrics();
  const deployments = new Deployments({
    providers: bridges.all.map(({ provider }) => provider),
    accepted: section.acceptDeviations,
    ...{ metrics, clock: deps.clock ?? systemClock, log },
  });
  required(await deployments.verify());
  await checkDelays('signer', config.delayAbove, section.cancelAfterSeconds, bridges, log);
  const addresses = addressesOf(keys);
  const storage = deps.storage ?? (await openDatabase(config, { warn: (text) => log.warn(text) }));
  await claim(storage);
  const clock = deps.clock ?? storage.clock;
  beginRequestsAtZero(metrics);
  const { chainView: view, comparisons } = storage;
  const administration = new AdminWatch({ deployments, metrics, log });
  const watching = new Watching({
    bridges,
    view,
    comparison: new Comparison({ bridges, view, comparisons, clock, metrics, log }),
    administration,
    clock,
    random: deps.random ?? Math.random,
    metrics,
    log,
  });
  const service = new SignerService({
    bridges,
    policy: new SignerPolicy({
      bridges,
      view,
      comparisons,
      members: addresses,
      cancelAfter: section.cancelAfterSeconds,
      delays: new Delays(config.delayAbove, bridges, view),
      deployments,
      clock,
    }),
    voids: { bridges, members: addresses, allowances: storage.voidAllowances, deployments },
    keys,
    signatures: storage.signatures,
    view: storage.chainView,
    refresh: (family, domains) => watching.refresh(family, domains),
    behind: (family, domains) => watching.behind(family, domains),
    clock,
    log,
  });
  const health = async (): Promise<Health> => {
    const chains = watching.health();
    const differences = (await comparisons.differences()).map(plainDifference);
    return {
      status: statusOf(chains, differences, deployments.health()),
      chains,
      differences,
      deployments: deployments.health(),
      voidAllowed: plainAllowances(await storage.voidAllowances.list(), bridges),
      signers: addresses,
      identity: identity.name,
      origins: originCounts(bridges),
      clockAheadMs: storage.ahead(),
    };
  };
  const server = createServer(metrics, health, async () => {
    metrics.clockAhead.set(storage.ahead() / 1_000);
    measureLag(metrics, watching.health());
  });
  // A relayer shares no database with it, so both go by the clocks of their machines.
  const peers = { identity, relayers: section.relayers, clock: deps.clock ?? systemClock };
  serveSigning(server, peers, service, metrics, log);
  const url = await listen(server, section.http);
  watching.start();
  void deployments.start();
  log.info({ url, signers: addresses, chains: bridges.all.map(({ provider }) => provider.name) }, 'signer started');
  return {
    url,
    async stop() {
      await server.close();
      await watching.stop();
      await administration.compared();
      await deployments.stop();
      if (!deps.bridges) await Promise.all(bridges.all.map(({ provider }) => provider.close()));
      if (!deps.storage) await storage.close();
      log.info('signer stopped');
    },
  };
}

/** Keeps other signers, and commands that change a view, off this database. Throws ConfigError when one works on it. */
async function claim({ leases }: BridgeStorage): Promise<void> {
  try {
    await leases.acquire('signer', randomUUID(), 1);
  } catch (error) {
    throw error instanceof StorageError ? new ConfigError(`database: ${error.message}`) : error;
  }
}

/**
 * Every bridge on a configured chain, with the view that a signer may use; `log` gets what to settle. Throws
 * ConfigError like openBridges.
 */
export async function openSigningBridges(
  config: SignerConfig,
  log?: Pick<Logger, 'warn'>,
): Promise<readonly SigningBridge[]> {
  // Without a subscription, which would announce every block.
  const chains = Object.entries(config.chains).map(
    ([name, { webSocket: _, ...chain }]) => [name, { ...chain, pollMs: config.signer.pollMs }] as const,
  );
  const bridges = await openBridges({ ...config, chains: Object.fromEntries(chains) }, log);
  return bridges.map((bridge) => ({ ...bridge, provider: signingChain(bridge.provider) }));
}

/**
 * POST /v1/sign for proposals and POST /v1/void for anchors to use up: 200 with the signature, or the refusal's own
 * status with {code, message, retryable, action?}.
 */
function serveSigning(
  server: FastifyInstance,
  peers: Peers,
  service: SignerService,
  metrics: Metrics,
  log: Logger,
): void {
  const serve = (path: string, sign: SignerService['sign']) =>
    authenticatedPost(server, path, peers, async (body, relayer, reply) => {
      const endTimer = metrics.verification.startTimer();
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      const signed = await sign(parsed(body), gone.signal, relayer);
      endTimer();
      metrics.requests.inc({ code: signed.ok ? 'signed' : signed.error.code });
      if (signed.ok) return reply.send(signed.value);
      log.info({ refusal: signed.error }, 'refused');
      return reply.code(REFUSALS[signed.error.code].status).send(signed.error);
    });
  serve('/v1/sign', (...request) => service.sign(...request));
  serve('/v1/void', (...request) => service.signVoid(...request));
}

/** The body's JSON; undefined, which no schema takes, when it is none. */
function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
