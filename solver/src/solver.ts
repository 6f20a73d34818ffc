import {
  type ChainProvider,
  type ChainRegistry,
  DeploymentComparisons,
  type DeploymentHealth,
  isRefused,
  type KeyHandle,
  kindOf,
  nativeCoin,
  openProviders,
  showDifferences,
} from '@causeway/chains';
import { Causeway } from '@causeway/client';
import { ConfigError, readSecret } from '@causeway/config';
import type { OutboxCheckpoint } from '@causeway/outbox';
import { openRates } from '@causeway/prices';
import {
  createLogger,
  createServer,
  type Keys,
  listen,
  openDatabase,
  openKeys,
  type Running,
  required,
} from '@causeway/process';
import { type Domain, decodeTerms, formatDecimal, type Hex, parseDecimal } from '@causeway/protocol';
import { type Clock, systemClock } from '@causeway/runtime';
import { openSolverStorage, type SolverStorage } from '@causeway/storage';
import type { Logger } from 'pino';
import { type Account, type Balance, compareBooks, openBooks } from './books.ts';
import type { SolverConfig } from './config.ts';
import { Desk } from './desk.ts';
import { type OrderedSwap, OrderFeed } from './feed.ts';
import { Homeward, homewardRoutes } from './homeward.ts';
import { assetKey, type Coin, type Held, keptAmounts, type Lane, openLanes, wordAt } from './lanes.ts';
import { LockWatch } from './locks.ts';
import { Metrics } from './metrics.ts';
import { type LaneState, Offers } from './offers.ts';
import type { Deployed } from './outlook.ts';
import { DOLLAR_DECIMALS } from './pricing.ts';
import { Quotes } from './quotes.ts';
import { Treasury } from './treasury.ts';
import { Worth } from './worth.ts';

/** The solver's dependencies; absent ones are made from its configuration. */
export interface SolverDeps {
  readonly registry?: ChainRegistry;
  readonly storage?: SolverStorage;
  readonly keys?: Keys;
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly log?: Logger;
  readonly checkpoint?: (point: OutboxCheckpoint) => void;
}

/** The answer of /health. */
export interface SolverHealth {
  readonly status: 'ok' | 'degraded';
  readonly lanes: readonly LaneState[];
  readonly swaps: Readonly<Record<string, number>>;
  /** When the list of open swaps was read last, RFC 3339; null before. */
  readonly listedAt: string | null;
  /** What differs between the deployments and their files, as they were compared last. */
  readonly deployments: readonly DeploymentHealth[];
}

/** The list of open swaps counts as unread after this time, milliseconds. */
const FEED_DEAD_MS = 30_000;

/**
 * Starts a solver: it takes up what an earlier process left, hears of swaps, offers, fills, settles, finishes, and
 * brings bridged tokens home. Throws ConfigError when the configuration cannot work.
 */
export async function startSolver(config: SolverConfig, deps: SolverDeps = {}): Promise<Running> {
  const section = config.solver;
  const log = deps.log ?? createLogger('solver', section.logLevel);
  const registry = deps.registry ?? required(await openProviders(config, config.baseDir));
  const { networks } = registry;
  const lanes = openLanes(config, networks);
  const kept = keptAmounts(config, networks);
  const costs = gasOf(config, networks);
  const apiKey = required(readSecret(section.api.key, config.baseDir), 'solver.api.key');
  const keys = deps.keys ?? (await openSolverKeys(config, registry));
  const metrics = new Metrics();
  const deployments = new DeploymentComparisons({
    providers: registry.providers,
    accepted: section.acceptDeviations,
    clock: deps.clock ?? systemClock,
    warn: (fields, text) => log.warn(fields, text),
    onCompared: (compared) => showDifferences(metrics.deploymentDiffers, compared),
  });
  required(await deployments.verify());
  const storage = deps.storage ?? (await openDatabase(openSolverStorage, config, { warn: (text) => log.warn(text) }));
  const clock = deps.clock ?? storage.clock;
  const random = deps.random ?? Math.random;
  const rates = openRates(section.rates, { clock, log });
  const failed = (loop: string) => (error: unknown) => {
    const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'DEFECT';
    metrics.failures.inc({ loop, code });
    const detail = error instanceof Error ? { err: error } : { reason: (error as { message?: string })?.message };
    log.warn({ loop, code, ...detail }, 'turn failed');
  };

  const keyOf = keyIn(keys);
  const coins = coinsOf(registry);
  const treasury = new Treasury(kept);
  const arriving = (domain: Domain, family: string, word: string) =>
    lanes.find(({ input, family: one }) => input.domain === domain && one === family && input.word === word)?.input;
  const worth = new Worth(new Quotes(rates), coins, costs, arriving);
  const deployed = registry.networks.flatMap(({ deployment, providers }) =>
    Object.entries(providers).map(([family, provider]) => ({
      provider,
      since: deployment.bridges[family]?.deployedAtBlock ?? 0,
    })),
  );
  const escalateOf = (provider: ChainProvider): number =>
    registry.network(provider.name)?.config.escalateAfterMs ?? 30_000;

  const sources = new Map(lanes.filter(({ early }) => early).map(({ source }) => [source, new LockWatch(source)]));
  const desks = new Map<ChainProvider, Desk>();
  for (const here of deployed) {
    const { provider } = here;
    const own = lanes.filter(({ destination }) => destination === provider);
    if (!provider.settler || own.length === 0) continue;
    const others: readonly Deployed[] = deployed.filter(
      ({ provider: other }) => other.family === provider.family && other !== provider,
    );
    const locks = new Map<number, LockWatch>();
    for (const { source } of own) {
      const watch = sources.get(source);
      if (watch) locks.set(source.domain, watch);
    }
    const key = keyOf(provider);
    desks.set(
      provider,
      new Desk({
        ...{ here, settler: provider.settler, key, account: wordAt(provider, key.address), lanes: own, others, locks },
        ...{ storage, treasury, worth, finishes: section.finish, escalateAfterMs: escalateOf(provider) },
        ...{ turnMs: section.intervals.turnMs, clock, random, metrics, log, checkpoint: deps.checkpoint },
        onFailure: failed(`swaps ${provider.name}`),
      }),
    );
  }

  const client = new Causeway({ baseUrl: section.api.url, apiKey, insecureHttp: section.api.insecureHttp });
  const feed = new OrderFeed({
    ...{ client, clock, listMs: section.intervals.listMs, onFailure: failed('feed') },
    onSwap: (swap) => deskOfTerms(desks, swap)?.tell(swap),
  });
  const offers = new Offers({
    ...{ client, lanes, treasury, worth, metrics, clock, everyMs: section.intervals.offersMs },
    ...{ validSeconds: section.validSeconds, chainDownSeconds: section.chainDownSeconds },
    ...{ lateAfterSeconds: section.lateAfterSeconds, onFailure: failed('offers') },
    deskOf: ({ destination }) => desks.get(destination) as Desk,
    keyOf: ({ destination }) => keyOf(destination),
  });
  const homeward = new Homeward({
    ...{ storage, clock, log, everyMs: section.intervals.homewardMs, onFailure: failed('homeward') },
    routes: homewardRoutes(lanes, (lane) => routeHome(lane, registry, keyOf, escalateOf)),
  });
  const accounts = accountsOf(lanes, registry, coins, keyOf);

  const health = async (): Promise<SolverHealth> => {
    const { readAtMs } = feed;
    const isFed = readAtMs !== null && clock.now() - readAtMs < FEED_DEAD_MS;
    const isOffering = offers.lanes.length > 0 && offers.lanes.every(({ offered }) => offered);
    const compared = deployments.health();
    return {
      status: isFed && isOffering && !isRefused(compared) ? 'ok' : 'degraded',
      lanes: offers.lanes,
      swaps: Object.fromEntries(await storage.solver.countByStage()),
      listedAt: readAtMs === null ? null : new Date(readAtMs).toISOString(),
      deployments: compared,
    };
  };
  const collect = async (): Promise<void> => {
    metrics.underWay.reset();
    for (const [stage, count] of await storage.solver.countByStage()) metrics.underWay.set({ stage }, count);
    for (const { lane, profit } of await storage.solver.lanes())
      metrics.profit.set(
        { lane },
        Number(formatDecimal(profit < 0n ? -profit : profit, DOLLAR_DECIMALS)) * (profit < 0n ? -1 : 1),
      );
  };
  const server = createServer({ registry: metrics.registry, health, collect });

  const close = async (): Promise<void> => {
    await server.close();
    await offers.stop();
    await feed.stop();
    await deployments.stop();
    await Promise.all([...desks.values()].map((desk) => desk.stop()));
    await homeward.stop();
    rates.close();
    if (!deps.registry) await registry.close();
    if (!deps.storage) await storage.close();
  };
  try {
    await openBooks(accounts, storage, clock);
    await homeward.resume();
    for (const desk of desks.values()) await desk.start();
    const url = await listen(server, section.http);
    feed.start();
    offers.start();
    homeward.start();
    void deployments.start();
    log.info({ url, lanes: lanes.map(({ name }) => name) }, 'solver started');
    return {
      url,
      async stop() {
        await close();
        log.info('solver stopped');
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The desk of the settler that the terms of `swap` name. */
function deskOfTerms(desks: ReadonlyMap<ChainProvider, Desk>, { terms }: OrderedSwap): Desk | undefined {
  const decoded = decodeTerms(terms);
  if (!decoded.ok) return undefined;
  const { domain, settler } = decoded.value;
  for (const [provider, desk] of desks)
    if (provider.domain === domain && provider.settler?.address === settler) return desk;
  return undefined;
}

/** What a call costs by chain as configured, smallest units of its coin. Throws ConfigError for an unknown chain. */
function gasOf({ solver }: SolverConfig, networks: ChainRegistry['networks']): ReadonlyMap<Domain, bigint> {
  return new Map(
    Object.entries(solver.gas).map(([name, text]) => {
      const network = networks.find((one) => one.name === name);
      if (!network) throw new ConfigError(`solver.gas.${name}: is none of the configured chains`);
      const { domain, kind } = network.deployment;
      return [domain, required(parseDecimal(text, kindOf(kind).coin.decimals), `solver.gas.${name}`)];
    }),
  );
}

/** The way home of a lane's input, whose home has to be configured. */
function routeHome(
  { input, family, name }: Lane,
  registry: ChainRegistry,
  keyOf: (provider: ChainProvider) => KeyHandle,
  escalateOf: (provider: ChainProvider) => number,
) {
  const network = registry.networks.find(({ deployment }) => deployment.domain === input.home);
  const [home, record] = [network?.providers[family], network?.deployment.bridges[family]?.canonicalAsset];
  const here = registry.providers.find((one) => one.family === family && one.domain === input.domain);
  if (!home || !record || !here)
    throw new ConfigError(`solver.lanes: the home of what ${name} brings is not configured`);
  return {
    ...{ home, hereKey: keyOf(here), homeAccount: wordAt(home, keyOf(home).address) as Hex },
    ...{ homeToken: record.address, homeDecimals: record.decimals, escalateAfterMs: escalateOf(here) },
  };
}

/** Every asset that the lanes move, and the coin of each chain that they touch. */
function accountsOf(
  lanes: readonly Lane[],
  registry: ChainRegistry,
  coins: ReadonlyMap<Domain, Coin>,
  keyOf: (provider: ChainProvider) => KeyHandle,
): readonly Account[] {
  const accounts = new Map<string, Account>();
  const add = (provider: ChainProvider, asset: Held) => {
    const key = assetKey(asset.domain, asset.address);
    if (!accounts.has(key)) accounts.set(key, { provider, key: keyOf(provider), asset });
  };
  const addCoin = (provider: ChainProvider) => {
    const coin = coins.get(provider.domain);
    if (!coin) return;
    const { symbol, decimals } = coin;
    add(provider, { domain: provider.domain, address: null, symbol: symbol ?? 'coin', decimals });
  };
  for (const { destination, input, output, homeAbove, family } of lanes) {
    addCoin(destination);
    add(destination, input);
    add(destination, output);
    const network = registry.networks.find(({ deployment }) => deployment.domain === input.home);
    const [home, record] = [network?.providers[family], network?.deployment.bridges[family]?.canonicalAsset];
    if (homeAbove === null || !home || !record || home.domain === destination.domain) continue;
    addCoin(home);
    add(home, { domain: home.domain, symbol: record.symbol, address: record.address, decimals: record.decimals });
  }
  return [...accounts.values()];
}

/** The books of a configuration beside the balances of its accounts. */
export function booksOf(
  config: SolverConfig,
  storage: Pick<SolverStorage, 'solver'>,
  registry: ChainRegistry,
  keys: Keys,
): Promise<readonly Balance[]> {
  const lanes = openLanes(config, registry.networks);
  return compareBooks(accountsOf(lanes, registry, coinsOf(registry), keyIn(keys)), storage);
}

/** The keys of a configuration for its chains. Throws ConfigError when one is missing or cannot be opened. */
export function openSolverKeys({ solver, baseDir }: SolverConfig, { networks }: ChainRegistry): Promise<Keys> {
  const keyed = networks.map(({ deployment }) => ({
    kind: deployment.kind,
    address: Object.values(deployment.bridges)[0]?.address ?? '',
  }));
  return openKeys('solver.keys', solver.keys, 'that fills', keyed, baseDir);
}

const keyIn =
  (keys: Keys) =>
  ({ kind }: Pick<ChainProvider, 'kind'>): KeyHandle => {
    const key = keys[kind];
    if (!key) throw new ConfigError(`solver.keys.${kind}: give the key that fills on ${kind} chains`);
    return key;
  };

/** The coin of each chain. */
const coinsOf = ({ networks }: ChainRegistry): ReadonlyMap<Domain, Coin> =>
  new Map(
    networks.map((network) => [
      network.deployment.domain,
      { symbol: nativeCoin(network), decimals: kindOf(network.deployment.kind).coin.decimals },
    ]),
  );
