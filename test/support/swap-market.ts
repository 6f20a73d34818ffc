import { strict as assert } from 'node:assert';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settling } from '@causeway/chains';
import { runSolver } from '@causeway/cli/solver';
import type { Causeway, OrderDetail } from '@causeway/client';
import { loadConfig } from '@causeway/config';
import { type ConfiguredProcess, devAccount } from '@causeway/devnet';
import { formatDecimal, type Hex, PRIVATE_FILE } from '@causeway/protocol';
import { type SolverConfig, solverConfig } from '@causeway/solver';
import { openSolverStorage, type SolverStorage } from '@causeway/storage';
import { accountOn, networkOf } from './chain-control.ts';
import { assertConserved, read } from './invariants.ts';
import { CausewayProcess, runCauseway } from './processes.ts';
import { type NetworkName, type Stack, startStack } from './stack.ts';
import { until } from './wait.ts';
import { held } from './ways.ts';

/** Chains of the three kinds, whose own assets are their coins. */
export const SWAP_CHAINS = ['ethereum', 'polygon', 'solana', 'radix'] as const satisfies readonly NetworkName[];
export type SwapChain = (typeof SWAP_CHAINS)[number];

/** A swap of one chain's coin for another's. */
export interface SwapWay {
  readonly from: SwapChain;
  readonly to: SwapChain;
}

/** Every ordered pair of them. */
export const SWAP_WAYS: readonly SwapWay[] = SWAP_CHAINS.flatMap((from) =>
  SWAP_CHAINS.filter((to) => to !== from).map((to) => ({ from, to })),
);

export const coinOf = (name: SwapChain): string => networkOf(name).assets.main.symbol;

/** Coins of each chain that are worth 60 dollars: enough that the spread pays for two calls of any settler. */
const AMOUNTS: Readonly<Record<SwapChain, string>> = { ethereum: '0.02', polygon: '150', solana: '0.4', radix: '2000' };
/** The most that the faucet gives of each coin at once. */
const GIFTS: Readonly<Record<SwapChain, string>> = {
  ethereum: '100',
  polygon: '10000',
  solana: '100',
  radix: '100000',
};
const SPREAD = { spreadBps: 250, leastSpreadBps: 5 } as const;

/** Members of an order of mode swap that a test chooses. */
export interface SwapWish {
  readonly amount?: string;
  readonly recipient?: string;
  readonly fallback?: 'home' | 'token';
  /** Seconds from now. */
  readonly deadlineSeconds?: number;
  /** Makes it a limit order, of no solver. */
  readonly minToAmount?: string;
}

/** What a lane of the solver's configuration may change. */
export type LanePolicy = Partial<SolverConfig['solver']['lanes'][number]>;

type Offer = ReturnType<Causeway['market']['offers']> extends AsyncGenerator<infer One> ? One : never;

/** What `causeway solver status --json` says. */
interface SolverStatus {
  readonly stages: Readonly<Record<string, number>>;
  readonly lanes: readonly { readonly lane: string; readonly filled: number; readonly missed: number }[];
  readonly balances: readonly {
    readonly chain: string;
    readonly symbol: string;
    readonly booked: string;
    readonly held: string | null;
    readonly difference: string | null;
  }[];
}

/** Changes the lanes of a solver's configuration. */
function writePolicy({ config }: ConfiguredProcess, policy: (way: SwapWay) => LanePolicy): void {
  const { baseDir: _, ...sections } = loadConfig(config, solverConfig);
  const chainOf = (place: string) => place.split('@')[1] as SwapChain;
  const lanes = sections.solver.lanes.map(({ early: _early, ...lane }) => ({
    ...lane,
    ...SPREAD,
    ...policy({ from: chainOf(lane.from), to: chainOf(lane.to) }),
  }));
  // JSON is YAML.
  const text = JSON.stringify({ ...sections, solver: { ...sections.solver, lanes } });
  writeFileSync(config, text, { mode: PRIVATE_FILE });
}

/** Gives alice and the solver much of each coin, `gifts` times. */
async function enrich({ devnet, address }: Stack, gifts: number): Promise<void> {
  for (const network of SWAP_CHAINS) {
    for (const to of [accountOn('solver', network), address('alice', network)]) {
      for (let gift = 0; gift < gifts; gift += 1) {
        const wish = { network, address: to, token: coinOf(network), amount: GIFTS[network] };
        await read(devnet.faucet.give(wish));
      }
    }
  }
}

/** A stack of SWAP_CHAINS, with a process that fills swaps between their coins, as `npm start` runs it. */
export class SwapMarket {
  readonly stack: Stack;
  readonly solver: CausewayProcess;
  readonly #solverConfig: ConfiguredProcess;
  /** The newest block of each chain when nobody had ordered yet. */
  readonly #since: ReadonlyMap<SwapChain, number>;

  private constructor(
    stack: Stack,
    solver: CausewayProcess,
    configured: ConfiguredProcess,
    since: ReadonlyMap<SwapChain, number>,
  ) {
    this.stack = stack;
    this.solver = solver;
    this.#solverConfig = configured;
    this.#since = since;
  }

  /** `cancelAfterSeconds`: of every lane. `gifts`: how often alice and the solver get much of each coin. */
  static async start(cancelAfterSeconds: number, gifts = 1): Promise<SwapMarket> {
    const stack = await startStack({
      networks: SWAP_CHAINS,
      families: ['main'],
      cancelAfterSeconds: { default: cancelAfterSeconds },
    });
    try {
      let [solver, configured]: [CausewayProcess?, ConfiguredProcess?] = [];
      const waiting = {
        async start(written: ConfiguredProcess) {
          configured = written;
          writePolicy(written, () => ({}));
          // Now, because to books that are open a gift is a difference.
          await enrich(stack, gifts);
          solver = new CausewayProcess('solver', written, stack.devnet.folder, stack.devnet.guard);
          await solver.start();
        },
      };
      await runSolver({ devnet: stack.devnet, api: stack.api.url }, waiting, new AbortController().signal);
      const heads = SWAP_CHAINS.map(async (name) => [name, (await read(stack.provider(name).head())).number] as const);
      assert.ok(solver && configured);
      const market = new SwapMarket(stack, solver, configured, new Map(await Promise.all(heads)));
      await market.offersAll();
      return market;
    } catch (error) {
      await stack.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.solver.stop();
    await this.stack.stop();
  }

  /** The settler of a chain's bridge. */
  settlerOn(name: SwapChain): Settling {
    return this.stack.provider(name).settler ?? assert.fail(`${name} has no settler`);
  }

  /** Starts the solver anew with lanes that are changed so, and waits until it offers all of them. */
  async restartSolver(policy: (way: SwapWay) => LanePolicy): Promise<void> {
    await this.solver.stop();
    writePolicy(this.#solverConfig, policy);
    await this.solver.start();
    await this.offersAll();
  }

  /** What is on offer now. */
  async offers(): Promise<readonly Offer[]> {
    const offers: Offer[] = [];
    for await (const offer of this.stack.as('alice').client.market.offers()) offers.push(offer);
    return offers;
  }

  /** Waits until every lane is on offer. */
  async offersAll(): Promise<void> {
    await until('the solver offers every lane', async () => (await this.offers()).length === SWAP_WAYS.length);
  }

  /** Orders a swap from alice's wallet. Its least is what the solver offers, so that exactly this is paid. */
  async order({ from, to }: SwapWay, wish: SwapWish = {}): Promise<OrderDetail> {
    const { amount = AMOUNTS[from], recipient = accountOn('dave', to), deadlineSeconds, ...more } = wish;
    const { client } = this.stack.as('alice');
    const { orderId } = await client.orders.create({
      ...{ mode: 'swap', from: `${coinOf(from)}@${from}`, to: `${coinOf(to)}@${to}`, amount },
      ...{ destinationAddress: recipient, ...more },
      ...(wish.minToAmount === undefined && { slippageBps: 0 }),
      ...(deadlineSeconds && { deadline: new Date(Date.now() + deadlineSeconds * 1_000).toISOString() }),
    });
    return client.orders.get(orderId);
  }

  /** What the solver's account holds of a chain's coin, or of what the bridge makes of it on another chain. */
  solverHolds(at: SwapChain, coin: SwapChain): Promise<bigint> {
    return held(this.stack, at, devAccount('solver', networkOf(at).kind).address, coinOf(coin));
  }

  status(): Promise<SolverStatus> {
    return runCauseway('solver', 'status', '--json', '--config', this.#solverConfig.config) as Promise<SolverStatus>;
  }

  /** Waits until the solver's books equal its balances, which `causeway solver status` reads from the chains. */
  async isBalanced(): Promise<void> {
    let last: SolverStatus['balances'] = [];
    await until('the books equal the balances', async () => {
      last = (await this.status()).balances;
      return last.every(({ difference }) => difference === '0');
    }).catch((error) =>
      assert.fail(`${error}: ${JSON.stringify(last.filter(({ difference }) => difference !== '0'))}`),
    );
  }

  /** Runs `work` on the solver's database. */
  async withBooks<T>(work: (storage: SolverStorage) => Promise<T>): Promise<T> {
    const storage = await openSolverStorage(join(this.stack.devnet.folder, 'solver.db'));
    try {
      return await work(storage);
    } finally {
      await storage.close();
    }
  }

  /** The settlers' events of all chains so far: how often each swap was filled, settled and returned. */
  async ends(): Promise<ReadonlyMap<Hex, Readonly<Record<string, number>>>> {
    const ends = new Map<Hex, Record<string, number>>();
    for (const [name, since] of this.#since) {
      const head = await read(this.stack.provider(name).head());
      const { events } = await read(this.settlerOn(name).scan(since, head));
      for (const { id, type } of events) {
        const of = ends.get(id) ?? {};
        of[type] = (of[type] ?? 0) + 1;
        ends.set(id, of);
      }
    }
    return ends;
  }

  /**
   * With nothing in flight: I1, I5 and I6 of the bridges, and of every swap that was locked: W1 (it ended with a fill
   * or a return, or the bridge refunded its input), W2 (one end, and once), W3 and W6 (nothing is left in its vault).
   */
  async assertSound(orders: readonly OrderDetail[]): Promise<void> {
    await assertConserved(this.stack.registry.providers);
    const ends = await this.ends();
    for (const { orderId, status, reference, toChain, terms } of orders) {
      const { filled = 0, settled = 0, returned = 0 } = ends.get(reference as Hex) ?? {};
      const what = `${orderId}, ${status}: filled ${filled}, settled ${settled}, returned ${returned}`;
      assert.ok(['completed', 'refunded', 'returned', 'expired'].includes(status), `W1 of ${what}`);
      assert.equal(
        filled + returned,
        status === 'expired' ? 0 : filled + returned === 0 && status === 'refunded' ? 0 : 1,
        `W2 of ${what}`,
      );
      assert.equal(filled, status === 'completed' ? 1 : 0, `W1 of ${what}`);
      assert.equal(settled, filled, `the filler of ${what}`);
      const waiting = await read(this.settlerOn(toChain as SwapChain).held(reference as Hex, terms?.assetIn as Hex));
      assert.equal(waiting, 0n, `W6 of ${what}`);
    }
  }
}

/** Local units as a decimal of whole units. */
export const inUnits = (amount: bigint, unit: bigint): string => formatDecimal((amount * 10n ** 18n) / unit, 18);
