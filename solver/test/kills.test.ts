import { strict as assert } from 'node:assert';
import { termsIdOf } from '@causeway/protocol';
import { LONG } from '@causeway/protocol/test-support/cases';
import { systemClock } from '@causeway/runtime';
import { openSolverStorage, type SolverStorage } from '@causeway/storage';
import { openBooks } from '../src/books.ts';
import type { Desk } from '../src/desk.ts';
import { deskOf, HOUR, KEY, NOW, termsOf } from './support/desk.ts';
import { FakeChain, Life, TOKEN } from './support/fake-chain.ts';

/** Ends that are tried usually. */
const USUAL_ENDS = 40;
/** Pause between two reads of the storage, milliseconds. */
const LOOK_MS = 2;

/** One that has arrived, one whose lock alone is seen, and one that nobody filled in time. */
const ARRIVED = termsOf(1);
const LOCKED = termsOf(2);
const OVERDUE = termsOf(3, { exclusiveUntil: NOW - 2n * HOUR, deadline: NOW - HOUR });

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
