import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type ChainRegistry, DeploymentComparisons, openProviders } from '@causeway/chains';
import { ConfigError } from '@causeway/config';
import type { AnyFailure, Result } from '@causeway/protocol';
import { type Clock, PeriodicTask, systemClock } from '@causeway/runtime';
import { openPlatformStorage, type PlatformStorage, StorageError } from '@causeway/storage';
import { locateDatabase } from '@causeway/storage/location';
import type { FastifyListenOptions } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { AREAS, buildApp } from './app.ts';
import { type Area, type OpenAreas, openAreas, providedBy } from './area.ts';
import { BlockTimes } from './bridge/block-times.ts';
import { Catalogue } from './bridge/catalogue.ts';
import { LaneRules } from './bridge/lane-rules.ts';
import type { ApiConfig } from './config.ts';
import type { TrustProxy } from './http/callers/trusted-proxies.ts';
import type { App } from './http/schema/types.ts';
import { openSealer } from './keys.ts';
import { createLog } from './log.ts';
import { readWebApp, WEB_FOLDER, type WebApp } from './pages/web-files.ts';
import { KEY_LIFETIME_MS } from './plugins/app/idempotency.ts';
import { Readiness } from './readiness.ts';
import type { ServiceState } from './service-routes.ts';
import { openTelemetry, type TelemetryEnvironment } from './telemetry/index.ts';
import { createMetrics, createMetricsServer } from './telemetry/metrics.ts';

/** How often idempotency keys past their lifetime are deleted, milliseconds. */
const PRUNE_MS = 60_000;
/** Longer than any request takes, milliseconds. */
const IN_FLIGHT_MS = 600_000;

/**
 * Dependencies of the API; absent ones are opened from its configuration, or are the system's. The clock is the
 * database's time.
 */
export interface ApiDeps {
  readonly storage?: PlatformStorage;
  readonly chains?: ChainRegistry;
  readonly clock?: Clock;
  readonly random?: (length: number) => Uint8Array;
  readonly logger?: Logger;
  /** The environment with OpenTelemetry's settings; the process's if absent. */
  readonly env?: TelemetryEnvironment;
  /** The areas; the list in app.ts if absent. */
  readonly areas?: readonly Area[];
  /** The folder of the built web app; the installation's if absent. */
  readonly webFolder?: string;
}

/** A running API. */
export interface RunningApi {
  /** Base URL, without a trailing slash. */
  readonly url: string;
  /** Base URL of the metrics, which are at /metrics; undefined when none are configured. */
  readonly metricsUrl: string | undefined;
  /** Ends streams, requests and locks, then closes everything that the start opened. */
  stop(): Promise<void>;
}

const required = <T>(result: Result<T, AnyFailure>, where?: string): T => {
  if (!result.ok) throw new ConfigError(where ? `${where}: ${result.error.message}` : result.error.message);
  return result.value;
};

/** The parts of the API before it starts. */
export interface AssembledApi {
  readonly app: App;
  readonly areas: OpenAreas;
  readonly storage: PlatformStorage;
  /** The metrics of this process; undefined when none are configured. */
  readonly metrics: Registry | undefined;
  readonly deployments: DeploymentComparisons;
  /** Closes streams and requests, then everything that the assembly opened. */
  close(): Promise<void>;
}

/** Opens the database of the configuration, and writes to it. Throws ConfigError, without the password of a URL. */
async function openDatabase(config: ApiConfig & { readonly baseDir: string }, log: Logger): Promise<PlatformStorage> {
  let storage: PlatformStorage | undefined;
  try {
    const warn = (text: string) => log.warn(text);
    storage = await openPlatformStorage(locateDatabase(config), { quotas: config.api.quotas, warn });
    await storage.probe();
    return storage;
  } catch (error) {
    await storage?.close();
    throw error instanceof StorageError ? new ConfigError(`database: ${error.message}`) : error;
  }
}

/**
 * Remembers the connections that never carried a request; the returned function cuts them. Node counts them as busy, so
 * they would hold up the server's close.
 */
function trackUnused(server: Server): () => void {
  const unused = new Set<Socket>();
  server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => unused.delete(socket));
  return () => {
    for (const socket of unused) socket.destroy();
  };
}

/** The web app in `folder`. The API runs without it, too. */
function webApp(folder: string, log: Logger): WebApp | undefined {
  const web = readWebApp(folder);
  if (!web) log.warn({ folder }, 'there is no web app to serve at /; `npm run bundle` builds it');
  return web;
}

/** Assembles the API from its configuration. Throws ConfigError when the configuration cannot be used. */
export async function assembleApi(
  config: ApiConfig & { readonly baseDir: string },
  deps: ApiDeps = {},
): Promise<AssembledApi> {
  const { api, baseDir } = config;
  const { random = (length) => randomBytes(length) } = deps;
  const log = deps.logger ?? createLog(api.logLevel);
  const chains = deps.chains ?? required(await openProviders(config, baseDir));
  for (const advice of chains.advice) log.warn(advice);
  const deployments = new DeploymentComparisons({
    providers: chains.providers,
    accepted: api.acceptDeviations,
    clock: deps.clock ?? systemClock,
    warn: (fields, text) => log.warn(fields, text),
  });
  required(await deployments.verify());
  const catalogue = required(Catalogue.create(chains.networks, api.homes, config.delayAbove), 'deployments');
  const ofValue = chains.networks.some(({ config: { value } }) => value);
  const storage = deps.storage ?? (await openDatabase(config, log));
  const { clock = storage.clock } = deps;
  const bridge = { catalogue, blockTimes: new BlockTimes(clock), laneRules: new LaneRules(clock), ofValue };
  const list = deps.areas ?? AREAS;
  const sealer = await openSealer(config, storage, list);
  const telemetry = await openTelemetry(deps.env ?? process.env, log);
  const { tracer } = telemetry;
  const areas = openAreas(list, { storage, bridge, sealer, baseDir, clock, random, log, tracer }, api);
  const authenticator = providedBy(areas.all, 'authenticator');
  const metrics = api.metrics && createMetrics(areas.all, storage, deployments);
  let running = true;
  const probe = async (): Promise<void> => {
    try {
      await storage.probe();
    } catch (err) {
      log.error({ err }, 'the storage is unavailable');
      throw err;
    }
  };
  const readiness = new Readiness({ probe });
  const state: ServiceState = {
    running: () => running,
    storage: () => storage.events.latest(),
    isWritable: () => readiness.isWritable(),
    clockAheadMs: () => storage.ahead(),
    networks: providedBy(areas.all, 'networks'),
    deployments: () => deployments.health(),
  };
  const app = await buildApp(
    { storage, sealer, authenticator, areas: areas.all, state },
    {
      clock,
      perMinute: api.rateLimits.perMinute,
      maxKeysPerCaller: api.idempotency.maxKeysPerCaller,
      heartbeatMs: api.streams.heartbeatMs,
      maxStreams: api.streams.max,
      maxStreamsPerCaller: api.streams.maxPerCaller,
      maxPublicStreams: api.streams.maxPublic,
      maxPublicStreamsPerCaller: api.streams.maxPublicPerAddress,
      // `true` was refused when the section was parsed.
      trustProxy: api.trustProxy as TrustProxy,
      requestTimeoutMs: api.requestTimeoutMs,
      cors: api.cors,
      overload: {
        maxEventLoopDelayMs: api.overload.maxEventLoopDelayMs,
        maxHeapBytes: api.overload.maxHeapMegabytes * 1024 * 1024,
      },
      web: api.web ? webApp(deps.webFolder ?? fileURLToPath(WEB_FOLDER), log) : undefined,
      logger: log,
      metrics,
    },
  );
  const cutUnused = trackUnused(app.server);
  return {
    app,
    areas,
    storage,
    metrics,
    deployments,
    async close() {
      running = false;
      for (const { area, service } of areas.all) area.stop?.(service);
      const cut = setTimeout(() => app.server.closeAllConnections(), api.shutdownMs);
      cutUnused();
      await app.close();
      clearTimeout(cut);
      for (const { area, service } of areas.all) await area.close?.(service);
      await telemetry.close();
      if (!deps.storage) await storage.close();
      if (!deps.chains) await chains.close();
    },
  };
}

/**
 * Frees keys in flight whose process has ended, and deletes keys past their lifetime, now and every minute. The only
 * process of a database frees all keys once, at its start. One of several frees keys older than any request.
 */
async function keepIdempotencyKeys(
  { idempotency, leases: { shared } }: PlatformStorage,
  clock: Clock,
  log: Logger,
): Promise<PeriodicTask> {
  const prune = async (): Promise<void> => {
    if (shared) await idempotency.abandonInFlight(clock.now() - IN_FLIGHT_MS);
    await idempotency.prune(clock.now() - KEY_LIFETIME_MS);
  };
  if (!shared) await idempotency.abandonInFlight();
  const rounds = new PeriodicTask(prune, { onFailure: (err) => log.error({ err }, 'pruning failed') });
  await rounds.start(PRUNE_MS);
  return rounds;
}

/** Listens; `where` names the setting in the ConfigError. Returns the URL. */
const listen = (server: Pick<App, 'listen'>, at: FastifyListenOptions, where: string): Promise<string> =>
  server.listen(at).catch((error: unknown) => {
    throw new ConfigError(`${where}: ${error instanceof Error ? error.message : error}`);
  });

/**
 * Starts the API. It continues the idempotency keys and locks of earlier processes before the first request. Throws
 * ConfigError when the configuration cannot be used.
 */
export async function startApi(
  config: ApiConfig & { readonly baseDir: string },
  deps: ApiDeps = {},
): Promise<RunningApi> {
  const log = deps.logger ?? createLog(config.api.logLevel);
  const { app, areas, storage, metrics, deployments, close } = await assembleApi(config, { ...deps, logger: log });
  const pruning = await keepIdempotencyKeys(storage, deps.clock ?? storage.clock, log);
  const measured = metrics && createMetricsServer(metrics);
  const stop = async (): Promise<void> => {
    await pruning.stop();
    await deployments.stop();
    await close();
    await measured?.close();
  };
  const { host, port } = config.api;
  try {
    for (const { area, service } of areas.all) await area.start?.(service);
    const metricsUrl = measured && (await listen(measured, config.api.metrics ?? {}, 'api.metrics.port'));
    await listen(app, { host, port }, 'api.port');
    void deployments.start();
    const bound = app.server.address() as AddressInfo;
    return { url: `http://${host.includes(':') ? `[${host}]` : host}:${bound.port}`, metricsUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
