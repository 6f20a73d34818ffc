import { strict as assert } from 'node:assert';
import { devAccount } from '@causeway/devnet';
import { openSolverStorage } from '@causeway/storage';
import type { SystemKind } from '../support/control.ts';
import { runCauseway } from '../support/processes.ts';
import { solverProcess } from '../support/solver-process.ts';
import type { Stack } from '../support/stack.ts';
import { SwapApi } from '../support/swap-api.ts';
import { swapsOf } from '../support/swaps.ts';
import { until } from '../support/wait.ts';
import { watch } from '../support/ways.ts';

/** Coins of the peer in the swap. */
const AMOUNT = '0.01';

/** Checks `causeway solver` as a process that is killed while it fills a swap to a chain of the kind. */
export function killsSolver(kind: SystemKind, stackOf: () => Promise<Stack>): void {
  it('fills once though it is killed at each checkpoint, and shows its books', async () => {
    const { chain, peer, asset } = kind;
    const user = devAccount('bob', kind.kind).address;
    const stack = await stackOf();
    const swaps = await swapsOf(kind, stack, user);
    const api = new SwapApi();
    const { process: solver, config, database } = await solverProcess(kind, stack, await api.start());
    const { encoded, id } = await swaps.termsOf(201, 1n, {}, AMOUNT);
    const received = await watch(stack, chain, user, asset);
    api.swaps.push({ orderId: id, id, terms: encoded, fromChain: peer });
    await swaps.locked(id, AMOUNT);
    for (const checkpoint of ['after-reserved', 'after-broadcast']) {
      solver.startDoomed(checkpoint);
      assert.equal(await solver.ended(), 'SIGKILL');
    }
    await solver.start();
    const storage = await openSolverStorage(database);
    await until('it is settled', async () => (await storage.solver.swap(id))?.stage === 'settled');
    assert.equal((await storage.submissions.forOrder(id)).length, 1);
    await storage.close();
    assert.equal(await received(), '0.25');
    await solver.stop();
    const status = (await runCauseway('solver', 'status', '--json', '--config', config)) as {
      readonly solver: unknown;
      readonly stages: unknown;
      readonly balances: readonly { readonly symbol: string; readonly difference: string }[];
    };
    assert.deepEqual([status.solver, status.stages], [null, { settled: 1 }]);
    assert.deepEqual(
      status.balances.map(({ difference }) => difference),
      ['0', '0'],
    );
    await api.stop();
  });
}
