import { strict as assert } from 'node:assert';
import { devAccount } from '@causeway/devnet';
import { CHECKPOINTS } from '@causeway/relayer';
import { controlOf } from '../support/chain-control.ts';
import { executionsAt } from '../support/executions.ts';
import { assertConserved, read } from '../support/invariants.ts';
import { sharedStack } from '../support/shared.ts';
import type { Stack } from '../support/stack.ts';

const bob = devAccount('bob').address;

describe('a relayer that is killed', function () {
  this.timeout(400_000);
  let stack: Stack;

  before(async () => {
    stack = await sharedStack();
  });

  /** Restarts the relayer so that it kills itself at `checkpoint`. */
  async function armRelayer(checkpoint: string): Promise<void> {
    await stack.relayer.stop();
    await stack.relayer.start({ CAUSEWAY_CRASH_AT: checkpoint });
  }

  /** Waits for the crash, then runs the relayer without one. */
  async function recover(): Promise<void> {
    assert.equal(await stack.relayer.ended(), 'SIGKILL', 'the relayer reached the checkpoint');
    await stack.relayer.start();
  }

  for (const checkpoint of CHECKPOINTS.filter((name) => name !== 'during-refund')) {
    it(`${checkpoint}: delivers once after a restart`, async () => {
      const polygon = stack.provider('polygon');
      const alice = stack.as('alice');
      const from = (await read(polygon.head())).number;
      await armRelayer(checkpoint);
      const id = await alice.order({ from: 'ETH', to: 'polygon', amount: '0.03', destinationAddress: bob });
      await recover();
      await alice.reaches(id, 'completed');
      const executions = await executionsAt(polygon, from);
      assert.deepEqual([...executions.values()], [1], 'one message, executed once');
    });
  }

  it('during-refund: refunds once after a restart', async () => {
    const arbitrum = controlOf(stack, 'arbitrum');
    const source = stack.provider('polygon');
    const alice = stack.as('alice');
    const from = (await read(source.head())).number;
    await armRelayer('during-refund');
    await arbitrum.pauseInbound();
    try {
      const id = await alice.order({ from: 'POL', to: 'arbitrum', amount: '3', destinationAddress: bob });
      await recover();
      await alice.reaches(id, 'refunded');
      const executions = await executionsAt(source, from);
      assert.deepEqual([...executions.values()], [1], 'one refund, paid once');
    } finally {
      await arbitrum.unpauseInbound();
    }
  });

  it('loses nothing: every asset is conserved', async () => {
    await assertConserved(stack.registry.providers);
  });
});

describe('an API that is killed while it locks', function () {
  this.timeout(400_000);

  it('locks once after a restart', async () => {
    const stack = await sharedStack();
    const ethereum = stack.provider('ethereum');
    const polygon = stack.provider('polygon');
    const before = await read(ethereum.lane(polygon.domain));
    const alice = stack.as('alice');
    const id = await alice.order({ from: 'ETH', to: 'polygon', amount: '0.04', destinationAddress: bob });
    await stack.api.kill();
    await stack.api.start();
    await alice.reaches(id, 'completed');
    const after = await read(ethereum.lane(polygon.domain));
    assert.equal(after.nextOutboundNonce - before.nextOutboundNonce, 1n);
  });
});
