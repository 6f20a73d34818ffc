import { strict as assert } from 'node:assert';
import { type Hex, termsIdOf } from '@causeway/protocol';
import { systemClock } from '@causeway/runtime';
import { openSolverStorage, type SolverStorage, type SolverSwapRow } from '@causeway/storage';
import type { Desk } from '../src/desk.ts';
import { deskOf, HOUR, NOW, termsOf } from './support/desk.ts';
import { FakeChain, Life } from './support/fake-chain.ts';

/** Pause between two tries of `until`, milliseconds. */
const LOOK_MS = 2;
/** More turns of a desk than it needs for a call. */
const TURNS = 20;

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}

describe('a desk', () => {
  let storage: SolverStorage;
  let chain: FakeChain;
  let desk: Desk;
  let aheadMs = 0;
  /** The machine's clock, ahead by what a test says. */
  const clock = {
    ...systemClock,
    now: () => Date.now() + aheadMs,
    monotonic: () => performance.now() + aheadMs,
  };

  /** A desk for `on`, with a locked swap of these terms, whose input is there already or not. */
  async function opened(on: FakeChain, terms: Hex, input = 1_000n): Promise<void> {
    chain = on;
    storage = await openSolverStorage(':memory:');
    chain.arrive(termsIdOf(terms), input);
    desk = deskOf(chain, storage, new Life(), clock);
    await desk.start();
    desk.tell({ orderId: termsIdOf(terms), terms, fromChain: 'there', lockTransaction: '0x01' });
  }
  beforeEach(() => {
    aheadMs = 0;
  });
  afterEach(async () => {
    await desk.stop();
    await storage.close();
  });

  const row = (terms: Hex): Promise<SolverSwapRow | undefined> => storage.solver.swap(termsIdOf(terms));

  it('sees a deadline pass where nobody makes a block', async () => {
    const dear = { quotedOut: 5_000n, minOut: 5_000n };
    const terms = termsOf(1, { ...dear, exclusiveUntil: NOW + 30n, deadline: NOW + 60n });
    await opened(new FakeChain(Number(NOW) * 1_000, true), terms);
    await until(async () => (await row(terms))?.reason === 'UNPROFITABLE');
    aheadMs = 70_000;
    chain.timeMs += aheadMs;
    await until(async () => (await row(terms))?.stage === 'finished');
    assert.equal(chain.swaps.get(termsIdOf(terms))?.stage, 'returned');
  });

  it('reads histories for the proof of a delivery once it hears of one', async () => {
    const terms = termsOf(3, { quotedOut: 5_000n, minOut: 5_000n });
    await opened(new FakeChain(Number(NOW) * 1_000, true), terms, 0n);
    await until(async () => (await row(terms))?.reason === 'UNPROFITABLE');
    const before = chain.reads;
    await until(() => chain.reads > before + TURNS);
    assert.equal(chain.wholeReads, 0);
    const order = { orderId: termsIdOf(terms), terms, fromChain: 'there', lockTransaction: '0x01' };
    desk.tell({ ...order, deliveredTransaction: '0x02' });
    await until(() => chain.wholeReads > 0);
  });

  it('leaves a swap whose call failed on chain alone for a while, and tries again', async () => {
    const terms = termsOf(2, { exclusiveUntil: NOW + HOUR, deadline: NOW + 2n * HOUR });
    const fills = () => chain.fills.get(termsIdOf(terms))?.size ?? 0;
    const refusing = new FakeChain(Number(NOW) * 1_000);
    refusing.refuses = true;
    await opened(refusing, terms);
    await until(async () => fills() === 1 && (await storage.submissions.open(['fill'])).length === 0);
    // Longer than the pause after a call that was refused without cost.
    aheadMs = 20_000;
    const before = chain.reads;
    await until(() => chain.reads > before + TURNS);
    assert.deepEqual([fills(), (await row(terms))?.stage], [1, 'seen']);
    chain.refuses = false;
    aheadMs = 3_600_000;
    await until(async () => (await row(terms))?.stage === 'settled');
    assert.equal(fills(), 2);
  });
});
