import { strict as assert } from 'node:assert';
import type { KeyHandle } from '@causeway/chains';
import { encodeTerms, FALLBACK, type Hex, ok, padLeft, type Terms, termsIdOf, ZERO_32 } from '@causeway/protocol';
import { LONG } from '@causeway/protocol/test-support/cases';
import { systemClock } from '@causeway/runtime';
import { openSolverStorage, type SolverStorage } from '@causeway/storage';
import { pino } from 'pino';
import { openBooks } from '../src/books.ts';
import { Desk } from '../src/desk.ts';
import type { Lane } from '../src/lanes.ts';
import type { LockWatch } from '../src/locks.ts';
import { Metrics } from '../src/metrics.ts';
import { Quotes } from '../src/quotes.ts';
import { Treasury } from '../src/treasury.ts';
import { Worth } from '../src/worth.ts';
import { FakeChain, Life, SETTLER, SOLVER, TOKEN } from './support/fake-chain.ts';

/** Now, in seconds, on the chain. */
const NOW = 1_800_000_000n;
const HOUR = 3_600n;
const KEY = { address: SOLVER } as unknown as KeyHandle;
/** Ends that are tried usually. */
const USUAL_ENDS = 40;
/** Pause between two reads of the storage, milliseconds. */
const LOOK_MS = 2;
const log = pino({ level: 'silent' });

const termsOf = (salt: number, change: Partial<Terms> = {}): Hex =>
  encodeTerms({
    ...{ version: 1, domain: 1, settler: SETTLER, assetIn: padLeft(TOKEN as Hex), amountIn: 1_000n, assetOut: ZERO_32 },
    ...{ quotedOut: 900n, minOut: 800n, recipient: padLeft(`0x${'a'.repeat(40)}`), solver: ZERO_32 },
    ...{ exclusiveUntil: NOW + HOUR, deadline: NOW + 2n * HOUR, fallback: FALLBACK.token, home: 0 },
    ...{ homeAddress: ZERO_32, finishFee: 50n, salt: padLeft(`0x${salt.toString(16).padStart(40, '0')}`) },
    ...change,
  });

/** One that has arrived, one whose lock alone is seen, and one that nobody filled in time. */
const ARRIVED = termsOf(1);
const LOCKED = termsOf(2);
const OVERDUE = termsOf(3, { exclusiveUntil: NOW - 2n * HOUR, deadline: NOW - HOUR });

/** A lock of each swap that is deep enough. */
const locks = (): LockWatch =>
  ({
    want() {},
    forget() {},
    read: async () => ok(100),
    depthOf: async () => 100,
    lockOf: (id: Hex) => ({
      block: { number: 1, hash: '', timeMs: 0 },
      message: {
        ...{ reference: id, destination: 1, destinationBridge: padLeft(`0x${'8'.repeat(40)}`), recipient: id },
        ...{ assetHome: 2, wireAmount: 1_000n },
      },
    }),
  }) as unknown as LockWatch;

/** A desk for the chain, in a process of its own that ends with `life`. */
function deskOf(chain: FakeChain, storage: SolverStorage, life: Life): Desk {
  const provider = chain.provider(life);
  const settler = provider.settler ?? assert.fail('no settler');
  const at = { domain: 1, decimals: 0 };
  const lane: Lane = {
    ...{ name: 'lane', from: 'IN@there', to: 'OUT@here', family: 'main', destination: provider, settler },
    source: { domain: 2, name: 'there', onHead: () => () => {} } as unknown as Lane['source'],
    input: { ...at, symbol: 'IN', address: TOKEN, word: padLeft(TOKEN as Hex), home: 2, wireDecimals: 0 },
    output: { ...at, symbol: 'OUT', address: null, word: ZERO_32 },
    bounds: { minAmount: 1n, maxAmount: 10_000n },
    ...{ spreadBps: 10, leastSpreadBps: 5, homeAbove: null },
    early: { confirmations: 1, cap: 5_000n, leastSeconds: 10 },
  };
  const same = { rate: '1', fromToken: 'A', toToken: 'B', timestamp: '', sources: [], stale: false };
  const coins = new Map([[1, { symbol: 'OUT', decimals: 0 }]]);
  const worth = new Worth(new Quotes({ rate: async () => ok(same) }), coins, new Map(), () => undefined);
  return new Desk({
    ...{ here: { provider, since: 0 }, settler, key: KEY, account: padLeft(SOLVER as Hex), lanes: [lane], others: [] },
    ...{ locks: new Map([[2, locks()]]), treasury: new Treasury(new Map()), worth, finishes: true },
    storage: { ...storage, solver: life.guard(storage.solver), submissions: life.guard(storage.submissions) },
    ...{ escalateAfterMs: 60_000, turnMs: 1, clock: systemClock, random: () => 0, metrics: new Metrics(), log },
    onFailure: (error) => {
      throw error;
    },
  });
}

const tell = (desk: Desk): void => {
  for (const terms of [ARRIVED, LOCKED, OVERDUE]) desk.tell({ orderId: termsIdOf(terms), terms, fromChain: 'there' });
};

/** Resolves once every swap has ended, and every transaction of it is final. */
async function ended(storage: SolverStorage): Promise<void> {
  for (;;) {
    const stages = await storage.solver.countByStage();
    const done = (stages.get('settled') ?? 0) + (stages.get('finished') ?? 0);
    const open = await storage.submissions.open(['fill', 'settle', 'finish']);
    if (done === 3 && open.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** Runs a process that ends after so many calls, and then another one to the end. Returns the calls of the first. */
async function killedAfter(calls: number): Promise<number> {
  const storage = await openSolverStorage(':memory:');
  const chain = new FakeChain(Number(NOW) * 1_000);
  chain.arrive(termsIdOf(ARRIVED), 1_000n);
  chain.arrive(termsIdOf(OVERDUE), 1_000n);
  const before = chain.coin;
  const account = (address: string | null) => ({
    ...{ provider: chain.provider(new Life()), key: KEY },
    asset: { domain: 1, symbol: '', decimals: 0, address },
  });
  await openBooks([account(null), account(TOKEN)], storage, systemClock);
  const life = new Life(calls);
  const first = deskOf(chain, storage, life);
  void first.start();
  tell(first);
  await Promise.race([life.ended, ended(storage)]);
  const second = deskOf(chain, storage, new Life());
  if (life.calls > calls) {
    await second.start();
    tell(second);
    await ended(storage);
    await second.stop();
  } else await first.stop();
  const what = `killed after ${calls} calls`;
  for (const terms of [ARRIVED, LOCKED]) {
    const id = termsIdOf(terms);
    assert.equal(chain.swaps.get(id)?.stage, 'settled', what);
    assert.equal(chain.fills.get(id)?.size, 1, `${what}: one fill of ${id} was ever sent`);
  }
  assert.equal(chain.swaps.get(termsIdOf(OVERDUE))?.stage, 'returned', what);
  assert.equal(chain.token, 2_050n, what);
  assert(chain.coin < before - 1_800n && chain.coin >= before - 1_800n - 4n * 7n, what);
  const books = new Map((await storage.solver.sums()).map(({ asset, sum }) => [asset, sum]));
  assert.deepEqual([books.get(null), books.get(TOKEN) ?? 0n], [chain.coin, chain.token], `${what}: books`);
  await storage.close();
  return life.calls;
}

describe('a solver that is killed', () => {
  it('fills each swap once, loses none, and its books equal its balances, wherever it ends', async function () {
    this.timeout(60_000);
    const all = await killedAfter(Number.MAX_SAFE_INTEGER);
    assert(all > 100, `${all} calls`);
    // The usual ends are spread over all calls; the long mode ends after each.
    const step = LONG ? 1 : Math.ceil(all / USUAL_ENDS);
    for (let calls = 0; calls < all; calls += step) await killedAfter(calls);
  });
});
