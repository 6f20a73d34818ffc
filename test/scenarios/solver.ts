import { strict as assert } from 'node:assert';
import { devAccount } from '@causeway/devnet';
import type { SystemKind } from '../support/control.ts';
import { TestSolver } from '../support/solver.ts';
import type { Stack } from '../support/stack.ts';
import { type Swaps, swapsOf } from '../support/swaps.ts';
import { watch } from '../support/ways.ts';

/** Coins of the peer in one swap. */
const AMOUNT = '0.01';

/** Checks a solver that fills swaps to a chain: before and after the delivery, killed, and with the tokens sent home. */
export function solvesSwaps(kind: SystemKind, stackOf: () => Promise<Stack>): void {
  const { chain, asset } = kind;
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

  it('fills what was delivered, at once, and its books equal its balances', async () => {
    await solver.start();
    const swap = await swaps.termsOf(101, 1n, {}, AMOUNT);
    const received = await watch(stack, chain, user.address, asset);
    solver.list(swap);
    await swaps.locked(swap.id, AMOUNT);
    const row = await solver.reaches(swap.id, 'settled');
    assert.equal(await received(), '0.25');
    assert.equal(row.received, (await solver.storage.solver.swap(swap.id))?.received);
    solver.unlist(swap);
    await solver.isBalanced();
  });
}
