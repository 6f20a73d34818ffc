import { strict as assert } from 'node:assert';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DelayAbove } from '@causeway/chains';
import type { MemoryChain } from '@causeway/chains/test-support';
import { type Clock, systemClock } from '@causeway/runtime';
import { openPlatformStorage } from '@causeway/storage';
import '@causeway/storage/test-support/audit';
import { type Logger, pino } from 'pino';
import { AREAS } from '../../src/app.ts';
import type { Area } from '../../src/area.ts';
import { orders } from '../../src/areas/orders/index.ts';
import type { OrderService } from '../../src/areas/orders/service.ts';
import { type ApiConfig, apiConfig } from '../../src/config.ts';
import type { App } from '../../src/http/schema/types.ts';
import { type AssembledApi, assembleApi } from '../../src/start.ts';
import { testChains } from './chains.ts';
import { assertKept, logIn, recordSecrets } from './once.ts';
import { ALICE, ALICE_ADDRESS, BOB, type Person, START_MS, settlePeople, USUAL } from './people.ts';

export * from './people.ts';

export const RECIPIENT = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

/** A clock that a test sets; durations and timers are the machine's. */
export class TestClock implements Clock {
  nowMs = START_MS;
  readonly now = (): number => this.nowMs;
  #passedMs = 0;
  #stoodAtMs: number | undefined;
  readonly monotonic = (): number => (this.#stoodAtMs ?? systemClock.monotonic()) + this.#passedMs;
  readonly after = systemClock.after;

  /** From now on durations rise by `pass` alone. They are whole, so that sums and differences are exact. */
  stand(): void {
    this.#stoodAtMs = Math.floor(systemClock.monotonic());
  }

  /** Lets `ms` pass, for durations, too. */
  pass(ms: number): void {
    this.nowMs += ms;
    this.#passedMs += ms;
  }
}

const directory = mkdtempSync(join(tmpdir(), 'causeway-api-'));
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));

const log = logIn(directory);

// A child process that uses this module has no mocha.
globalThis.after?.('no file and no other answer has a secret that a client sees once', function scanAll() {
  this.timeout(60_000);
  assertKept(directory, [ALICE, BOB]);
});

let databases = 0;

/** Cheap argon2id, and limits of attempts and agents that most tests do not reach. */
const AVATAR_SETTINGS = {
  attemptsPerMinute: 10_000,
  maxAgents: 10_000,
  anonymousAgentsPerDay: 10_000,
  argon2: { memoryKiB: 64, passes: 1 },
};

/** Limits of a day that only tests about limits reach, which set their own. */
const FREE_SPENDING = { perDay: 10_000, amounts: { ETH: '1000000000', POL: '1000000000' }, otherAmount: '1000000000' };

/** The configuration of the tests; `api` overrides members of the api section, and adds to `avatars`. */
export function testConfig(
  api: Readonly<Record<string, unknown>> = {},
  delayAbove: DelayAbove = {},
): ApiConfig & { baseDir: string } {
  const unreachable = { enabled: false };
  const config = apiConfig.parse({
    database: 'unused.sqlite',
    chains: {},
    delayAbove,
    api: {
      port: 0,
      web: false,
      logLevel: 'silent',
      keys: { env: 'TEST_MASTER_KEYS' },
      rates: { sources: { coingecko: unreachable, coinbase: unreachable, kraken: unreachable, pyth: unreachable } },
      rateLimits: { perMinute: 100_000 },
      // Others use the machine, too.
      overload: { maxEventLoopDelayMs: 0 },
      wallets: { sendLimits: FREE_SPENDING },
      ...api,
      avatars: { ...AVATAR_SETTINGS, ...(api.avatars as object) },
    },
  });
  return { ...config, baseDir: directory };
}

/** An API over chains in memory and its own database file. */
export interface TestApi extends AssembledApi, ReturnType<typeof testChains> {
  readonly clock: TestClock;
  readonly orders: OrderService;
  /** The database file, for a second process with the same database. */
  readonly databasePath: string;
}

export interface TestApiOptions {
  readonly api?: Readonly<Record<string, unknown>>;
  readonly chains?: ReturnType<typeof testChains>;
  readonly databasePath?: string | undefined;
  /** Gives the database, once the hooks of a description run; `databasePath` if absent. */
  readonly database?: () => string | undefined;
  /** Lanes on which large amounts wait. */
  readonly delayAbove?: DelayAbove;
  /** Coins of alice on Ethereum. */
  readonly coins?: number;
  /** The avatars in a new database; alice and bob when absent. */
  readonly people?: readonly Person[];
  /** Opens a storage in place of the platform's. */
  readonly open?: typeof openPlatformStorage;
  /** Takes the log in place of `TEST_LOG`. */
  readonly logger?: Logger;
  /** The environment with OpenTelemetry's settings; none of them if absent. */
  readonly env?: Readonly<Record<string, string>>;
  /** Additional areas. */
  readonly areas?: readonly Area[];
  /** The folder of the built web app, which is served when `api.web` is true. */
  readonly webFolder?: string;
}

/** Every problem of `app` that its operation does not document. */
function recordUndocumented(app: App): readonly string[] {
  const found: string[] = [];
  app.addHook('onSend', async (request, reply, payload) => {
    const { operation } = request.routeOptions.config;
    if (operation === undefined || reply.statusCode < 400 || typeof payload !== 'string') return payload;
    const { errorCode } = JSON.parse(payload) as { readonly errorCode: string };
    // The router had taken another path for a parameter of the operation.
    if (errorCode === 'METHOD_NOT_ALLOWED') return payload;
    if (!operation.codes.includes(errorCode)) found.push(`${operation.declaration.operationId}: ${errorCode}`);
    return payload;
  });
  return found;
}

/** Assembles a test API; `close` also closes its storage. */
export async function testApi(options: TestApiOptions = {}): Promise<TestApi> {
  databases += 1;
  const chains = options.chains ?? testChains();
  const clock = new TestClock();
  const databasePath = options.databasePath ?? options.database?.() ?? join(directory, `${databases}.sqlite`);
  const { open = openPlatformStorage, areas = [] } = options;
  await settlePeople({ open, database: databasePath, people: options.people ?? USUAL, folder: directory });
  const config = testConfig(options.api, options.delayAbove);
  const storage = await open(databasePath, { clock, quotas: config.api.quotas });
  const api = await assembleApi(config, {
    storage,
    chains: chains.registry,
    clock,
    env: options.env ?? {},
    areas: [...AREAS, ...areas],
    ...(options.webFolder !== undefined && { webFolder: options.webFolder }),
    logger: options.logger ?? (process.env.TEST_LOG ? pino({ level: process.env.TEST_LOG }) : log),
  });
  const undocumented = recordUndocumented(api.app);
  recordSecrets(api.app);
  const close = async (): Promise<void> => {
    await api.close();
    await storage.close();
    assert.deepEqual(undocumented, [], 'answers that their operation does not document');
  };
  if (options.coins !== undefined) fund(chains, 'ethereum', options.coins);
  return { ...chains, ...api, orders: api.areas.use(orders), clock, databasePath, close };
}

const opened =
  (api: TestApi, options: TestApiOptions | (() => TestApiOptions)) =>
  async (context: Mocha.Context): Promise<void> => {
    context.timeout(60_000);
    Object.assign(api, await testApi(typeof options === 'function' ? options() : options));
  };

/** One API for all tests of a description. It is there once the hooks run. */
export function apiForAll(options: TestApiOptions | (() => TestApiOptions) = {}): TestApi {
  const api = {} as TestApi;
  const open = opened(api, options);
  before('open an API', function openApi() {
    return open(this);
  });
  after('close the API', () => api.close());
  return api;
}

/** An API for each test of a description. */
export function apiForEach(options: TestApiOptions | (() => TestApiOptions) = {}): TestApi {
  const api = {} as TestApi;
  const open = opened(api, options);
  beforeEach('open an API', function openApi() {
    return open(this);
  });
  afterEach('close the API', () => api.close());
  return api;
}

/** Wire units of a whole number of an 18-decimals asset. */
export const units = (amount: number): bigint => BigInt(amount) * 10n ** 18n;

/**
 * Sets what `address` holds of the canonical asset of `home`, in local units; COIN is the home of a coin beside a
 * token.
 */
export function hold(chain: MemoryChain, address: string, localAmount: bigint, home = chain.domain): void {
  const owner = chain.parseAddress(address);
  assert.ok(owner.ok);
  chain.give(owner.value, localAmount, home);
}

/** Gives alice `amount` of a chain's own asset. */
export function fund(
  chains: Pick<TestApi, 'ethereum' | 'polygon' | 'arbitrum'>,
  name: 'ethereum' | 'polygon' | 'arbitrum',
  amount: number,
): void {
  hold(chains[name], ALICE_ADDRESS, units(amount));
}

/** Headers of a caller. */
export const as = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

/** POST /api/v1/orders as `token`. */
export const postOrder = (api: TestApi, token: string, payload: object, headers: Record<string, string> = {}) =>
  api.app.inject({ method: 'POST', url: '/api/v1/orders', headers: { ...as(token), ...headers }, payload });

/** The JSON of an answer; fails unless it has `status`. */
export async function jsonOf(answer: ReturnType<typeof postOrder>, status: number) {
  const got = await answer;
  assert.equal(got.statusCode, status, got.body);
  return got.json();
}
