import { strict as assert } from 'node:assert';
import { accountOn, whilePaused } from '../support/chain-control.ts';
import type { SystemKind, Way } from '../support/control.ts';
import { executionsAt } from '../support/executions.ts';
import { assertConserved, read } from '../support/invariants.ts';
import { comesTooLate } from '../support/refunds.ts';
import type { NetworkName, Stack } from '../support/stack.ts';
import { homeOf } from '../support/ways.ts';

/**
 * Kills the relayer at each delivery's checkpoints, restarts it each time, and checks that every message is executed
 * once.
 */
export function killsAtEveryCheckpoint({ deliveries, refunded }: SystemKind, stackOf: () => Promise<Stack>): void {
  let stack: Stack;

  before(async () => {
    stack = await stackOf();
  });

  /** Runs an order until it is in `state`, while the relayer kills itself at each of `checkpoints`. */
  async function surviving(
    checkpoints: readonly string[],
    { from, to, amount }: Way,
    executedAt: NetworkName,
    state: 'completed' | 'refunded',
    underWay: (id: string) => Promise<void> = async () => {},
  ): Promise<void> {
    const provider = stack.provider(executedAt);
    const alice = stack.as('alice');
    const start = (await read(provider.head())).number + 1;
    const [first = '', ...rest] = checkpoints;
    await stack.relayer.stop();
    stack.relayer.startDoomed(first);
    const id = await alice.order({ from, to, amount, destinationAddress: accountOn('bob', to) });
    await underWay(id);
    for (const next of [...rest, undefined]) {
      assert.equal(await stack.relayer.ended(), 'SIGKILL', 'the relayer reached the checkpoint');
      if (next) stack.relayer.startDoomed(next);
    }
    await stack.relayer.start();
    await alice.reaches(id, state);
    const executions = await executionsAt(provider, start);
    assert.deepEqual([...executions.values()], [1], 'one message, executed once');
  }

  for (const { way, deaths } of deliveries) {
    it(`${deaths.join(', ')}: delivers once to ${way.to}, restarted after each`, () =>
      surviving(deaths, way, way.to, 'completed'));
  }

  it('during-refund: refunds once after a restart', () =>
    whilePaused(stack, refunded.to, () =>
      surviving(['during-refund'], refunded, homeOf(refunded.from).home, 'refunded', (id) =>
        comesTooLate(stack, 'alice', [id], refunded.to),
      ),
    ));

  it('loses nothing: every asset is conserved', () => assertConserved(stack.registry.providers));
}
