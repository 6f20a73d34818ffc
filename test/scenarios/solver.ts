import { strict as assert } from 'node:assert';
import { devAccount } from '@causeway/devnet';
import { type Hex, termsIdOf } from '@causeway/protocol';
import { LONG } from '@causeway/protocol/test-support/cases';
import type { SystemKind } from '../support/control.ts';
import { completedOrder } from '../support/own-key.ts';
import { TestSolver } from '../support/solver.ts';
import type { Stack } from '../support/stack.ts';
import { type Swaps, swapsOf } from '../support/swaps.ts';
import { until } from '../support/wait.ts';
import { unitsOf, watch } from '../support/ways.ts';

/** Coins of the peer in one swap. */
const AMOUNT = '0.01';

/** Checks a solver that fills swaps to a chain, before and after the delivery, and sends home what they brought. */
export function solvesSwaps(kind: SystemKind, stackOf: () => Promise<Stack>): void {
  const { chain, peer, asset } = kind;
  const user = devAccount('bob', kind.kind);
  let stack: Stack;
  let swaps: Swaps;
  let solver: TestSolver;

  before(async () => {
    stack = await stackOf();
    swaps = await swapsOf(kind, stack, user.address);
    solver = new TestSolver(kind, stack);
  });
  after(() => solver.stop());

  /** Runs `work` with a solver whose lane is changed, and compares its books with its balances at the end. */
  async function running(work: () => Promise<void>, change: Readonly<Record<string, unknown>> = {}): Promise<void> {
    await solver.start(change);
    try {
      await work();
      await solver.isBalanced();
    } finally {
      solver.api.swaps.splice(0);
      await solver.halt();
    }
  }

  const metric = async (name: string): Promise<string | undefined> => {
    const text = await (await fetch(`${solver.url}/metrics`)).text();
    return text.split('\n').find((line) => line.startsWith(`${name}{`));
  };

  it('fills an order of the API once it is delivered', () =>
    running(async () => {
      const alice = stack.as('alice');
      const received = await watch(stack, chain, user.address, asset);
      const id = await alice.order({
        ...{ from: `${swaps.coin}@${peer}`, to: `${asset}@${chain}`, amount: AMOUNT, destinationAddress: user.address },
        ...{ mode: 'swap', minToAmount: '0.25' },
      });
      const { terms } = await alice.detail(id);
      const encoded = (terms?.hex ?? assert.fail('an order without terms')) as Hex;
      solver.list({ encoded, id: termsIdOf(encoded) });
      await alice.delivered(id);
      const row = await solver.reaches(termsIdOf(encoded), 'settled');
      assert.equal(await received(), '0.25');
      assert.deepEqual(
        [row.early, row.paid, row.received],
        [false, await unitsOf(stack, chain, asset, '0.25'), await unitsOf(stack, chain, swaps.coin, AMOUNT)],
      );
      assert.equal(await solver.transactions(row.swapId), 1);
      assert.match((await metric('causeway_solver_fills_total')) ?? '', /when="late".* 1$/);
      const filled = await alice.reaches(id, 'completed');
      assert.deepEqual([filled.filledAmount, filled.solver], ['0.25', devAccount('carol', kind.kind).address]);
      await until('the order shows that the solver was paid', async () => (await alice.status(id)).settled);
    }));

  // What follows is the same on every kind; the long mode has it on each.
  if (kind.kind !== 'evm' && !LONG) return;

  it('fills before the delivery where its lane allows it, and settles after it', () =>
    running(
      async () => {
        const swap = await swaps.termsOf(102, 1n, {}, AMOUNT);
        const received = await watch(stack, chain, user.address, asset);
        await solver.order(swap);
        const lock = await swaps.lock(swap.id, AMOUNT);
        assert.equal((await solver.reaches(swap.id, 'filled')).early, true);
        assert.equal(await received(), '0.25');
        await completedOrder(stack, lock);
        const { profit } = await solver.reaches(swap.id, 'settled');
        assert.ok(BigInt(profit ?? '0') > 0n);
        assert.equal(await solver.transactions(swap.id), 2);
      },
      { early: { confirmations: 1, cap: AMOUNT, leastSeconds: 60 } },
    ));

  it('leaves what pays it too little to others, and finishes what nobody filled', () =>
    running(async () => {
      const out = await unitsOf(stack, chain, asset, 1);
      const dear = await swaps.termsOf(103, 1n, { quotedOut: out * 20_000n, minOut: out * 20_000n }, AMOUNT);
      const overdue = await swaps.termsOf(104, -1n, {}, AMOUNT);
      solver.list(dear);
      solver.list(overdue);
      const locks = [await swaps.lock(dear.id, AMOUNT), await swaps.lock(overdue.id, AMOUNT)];
      for (const lock of locks) await completedOrder(stack, lock);
      await solver.reaches(overdue.id, 'finished');
      await until('it knows why', async () => (await solver.storage.solver.swap(dear.id))?.reason === 'UNPROFITABLE');
      assert.deepEqual(await solver.submissions(dear.id, 'fill'), []);
    }));

  it('offers while it runs', () =>
    running(async () => {
      await until('it offers', async () => (solver.api.offers.at(-1)?.length ?? 0) === 1);
      const [offer] = solver.api.offers.at(-1) ?? [];
      assert.equal(offer?.rate, '997000');
      const health = (await (await fetch(`${solver.url}/health`)).json()) as { status: string };
      assert.equal(health.status, 'ok');
    }));

  it('withdraws its offers at its end', () => assert.deepEqual(solver.api.offers.at(-1), []));

  if (!LONG) return;

  it('sends home what its fills brought', () =>
    running(
      async () => {
        await until('it arrived at home', async () => (await solver.storage.solver.homeward('arrived')).length > 0);
      },
      { bringHomeAbove: '0.001' },
    ));
}
