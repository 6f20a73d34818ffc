import { strict as assert } from 'node:assert';
import { CHECKPOINTS } from '@causeway/relayer';
import type { OrderRequest } from './api-client.ts';
import { whilePaused } from './chain-control.ts';
import { executionsAt } from './executions.ts';
import { assertConserved, read } from './invariants.ts';
import { comesTooLate, type EvmNetworkName } from './refunds.ts';
import type { NetworkName, Stack } from './stack.ts';

/** An order, and the chain that executes it or, when its destination is paused, refunds it. */
export interface CrashCase {
  readonly order: OrderRequest;
  readonly executedAt: NetworkName;
}

/** A delivery of one order, in which the relayer dies at each of these checkpoints in turn. */
export interface Delivery extends CrashCase {
  readonly deaths: readonly string[];
}

export interface CrashCases {
  readonly delivered: readonly Delivery[];
  /** An order over a lane with a short time limit, to an EVM chain. */
  readonly refunded: CrashCase & { readonly paused: EvmNetworkName };
}

/** Checkpoints of a delivery, in order. */
export const DELIVERY = CHECKPOINTS.filter((name) => name !== 'during-refund');

/**
 * Kills the relayer at each delivery's checkpoints, restarts it each time, and checks that every message is executed
 * once.
 */
export function killsAtEveryCheckpoint(stackOf: () => Promise<Stack>, cases: CrashCases): void {
  let stack: Stack;

  before(async () => {
    stack = await stackOf();
  });

  /** Runs an order until it is in `state`, while the relayer kills itself at each of `checkpoints`. */
  async function surviving(
    checkpoints: readonly string[],
    { order, executedAt }: CrashCase,
    state: 'completed' | 'refunded',
    underWay: (id: string) => Promise<void> = async () => {},
  ): Promise<void> {
    const provider = stack.provider(executedAt);
    const alice = stack.as('alice');
    const from = (await read(provider.head())).number + 1;
    const [first = '', ...rest] = checkpoints;
    await stack.relayer.stop();
    stack.relayer.startDoomed(first);
    const id = await alice.order(order);
    await underWay(id);
    for (const next of [...rest, undefined]) {
      assert.equal(await stack.relayer.ended(), 'SIGKILL', 'the relayer reached the checkpoint');
      if (next) stack.relayer.startDoomed(next);
    }
    await stack.relayer.start();
    await alice.reaches(id, state);
    const executions = await executionsAt(provider, from);
    assert.deepEqual([...executions.values()], [1], 'one message, executed once');
  }

  for (const delivery of cases.delivered) {
    it(`${delivery.deaths.join(', ')}: delivers once to ${delivery.executedAt}, restarted after each`, () =>
      surviving(delivery.deaths, delivery, 'completed'));
  }

  it('during-refund: refunds once after a restart', () => {
    const { paused } = cases.refunded;
    return whilePaused(stack, paused, () =>
      surviving(['during-refund'], cases.refunded, 'refunded', (id) => comesTooLate(stack, 'alice', [id], paused)),
    );
  });

  it('loses nothing: every asset is conserved', () => assertConserved(stack.registry.providers));
}
