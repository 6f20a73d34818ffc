import { strict as assert } from 'node:assert';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedConfig } from '@causeway/chains';
import { loadConfig } from '@causeway/config';
import { devKey } from '@causeway/devnet';
import type { Hex } from '@causeway/protocol';
import { booksOf, type SolverConfig, solverConfig, startSolver } from '@causeway/solver';
import { openSolverStorage, type SolverStorage, type SolverSwapRow } from '@causeway/storage';
import { pino } from 'pino';
import { networkOf } from './chain-control.ts';
import type { SystemKind } from './control.ts';
import type { Stack } from './stack.ts';
import { SwapApi } from './swap-api.ts';
import type { NewSwap } from './swaps.ts';
import { until } from './wait.ts';

/** Name of the environment variable with the solver's API key, and the key. */
const API_KEY = 'CAUSEWAY_TEST_SOLVER_KEY';

/** What a lane may change. */
export type LaneChange = Readonly<Record<string, unknown>>;

/** A solver with carol's keys in this process, beside an API that lists what a test puts there. */
export class TestSolver {
  readonly api = new SwapApi();
  readonly #kind: SystemKind;
  readonly #stack: Stack;
  readonly #folder = mkdtempSync(join(tmpdir(), 'causeway-solver-'));
  #storage: SolverStorage | undefined;
  #config: SolverConfig | undefined;
  #running: { readonly url: string; stop(): Promise<void> } | undefined;

  constructor(kind: SystemKind, stack: Stack) {
    this.#kind = kind;
    this.#stack = stack;
  }

  get storage(): SolverStorage {
    return this.#storage ?? assert.fail('the solver was not started');
  }

  get url(): string {
    return this.#running?.url ?? assert.fail('the solver does not run');
  }

  /**
   * Starts it. Its lane takes the peer's coin for this chain's asset, at a million for one.
   */
  async start(change: LaneChange = {}): Promise<void> {
    const { chain, peer, asset } = this.#kind;
    const coin = networkOf(peer).assets.main.symbol;
    const apiUrl = this.#apiUrl ?? (await this.api.start());
    this.#apiUrl = apiUrl;
    process.env[API_KEY] = 'test';
    const { baseDir, ...shared } = loadConfig(this.#stack.devnet.configuration.relayer.config, sharedConfig);
    const lane = { from: `${coin}@${peer}`, to: `${asset}@${chain}`, minAmount: '0.0001', maxAmount: '1', ...change };
    const unused = { keystore: 'none.json', password: { env: API_KEY } };
    const parsed = solverConfig.parse({
      ...shared,
      database: join(this.#folder, 'solver.db'),
      solver: {
        ...{ http: { port: 0 }, keys: { [this.#kind.kind]: unused }, api: { url: apiUrl, key: { env: API_KEY } } },
        ...{ rates: { local: { [coin]: '1000000', [asset]: '1' } }, lanes: [lane] },
        intervals: { listMs: 100, offersMs: 500, homewardMs: 300, turnMs: 500 },
      },
    });
    this.#config = { ...parsed, baseDir };
    this.#storage ??= await openSolverStorage(join(this.#folder, 'solver.db'));
    const keys = this.#keys();
    const log = pino({ level: 'silent' });
    this.#running = await startSolver(this.#config, { storage: this.#storage, keys, log });
  }
  #apiUrl: string | undefined;

  /** Ends the process's part, as an operator does; its database stays. */
  async halt(): Promise<void> {
    await this.#running?.stop();
    this.#running = undefined;
  }

  async stop(): Promise<void> {
    await this.halt();
    await this.api.stop();
    await this.#storage?.close();
    await rm(this.#folder, { recursive: true });
  }

  /** Lists the swap, as the API does once its lock is seen. */
  list({ encoded, id }: NewSwap): void {
    this.api.swaps.push({ orderId: id, id, terms: encoded, fromChain: this.#kind.peer });
  }

  /** Lists the swap before its lock, and tells of it by the stream, as the API does to the solver that it names. */
  async order(swap: NewSwap): Promise<void> {
    await until('the solver follows the stream', async () => this.api.followers > 0);
    this.list(swap);
    this.api.order({ orderId: swap.id, id: swap.id });
  }

  /** The swap's row, once it is in `stage`. */
  reaches(id: Hex, stage: SolverSwapRow['stage']): Promise<SolverSwapRow> {
    return until(`the solver has ${id} as ${stage}`, async () => {
      const row = await this.storage.solver.swap(id);
      return row?.stage === stage ? row : undefined;
    });
  }

  /** The states of the submissions for a swap with this purpose. */
  async submissions(id: Hex, purpose: 'fill' | 'settle' | 'finish'): Promise<readonly string[]> {
    const of = await this.storage.submissions.forOrder(id);
    return of.filter((row) => row.purpose === purpose).map(({ state }) => state);
  }

  /** How many transactions it made for a swap, with approvals. */
  async transactions(id: Hex): Promise<number> {
    return (await this.storage.submissions.forOrder(id)).length;
  }

  /** Waits until the books equal the balances. */
  async isBalanced(): Promise<void> {
    const config = this.#config ?? assert.fail('the solver was not started');
    await until('the books equal the balances', async () => {
      const balances = await booksOf(config, this.storage, this.#stack.registry, this.#keys());
      return balances.every(({ difference }) => difference === 0n);
    });
  }

  #keys() {
    const kinds = [...new Set([this.#kind.kind, networkOf(this.#kind.peer).kind])];
    return Object.fromEntries(kinds.map((kind) => [kind, devKey('carol', kind)]));
  }
}
