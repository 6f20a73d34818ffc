import { strict as assert } from 'node:assert';
import { devAccount } from '@causeway/devnet';
import { DELIVERY, killsAtEveryCheckpoint } from '../support/crashes.ts';
import { read } from '../support/invariants.ts';
import { sharedStack } from '../support/shared.ts';

const bob = devAccount('bob').address;

describe('a relayer that is killed', function () {
  this.timeout(400_000);
  killsAtEveryCheckpoint(() => sharedStack('evm'), {
    delivered: [
      {
        order: { from: 'ETH', to: 'polygon', amount: '0.03', destinationAddress: bob },
        executedAt: 'polygon',
        deaths: DELIVERY,
      },
    ],
    refunded: {
      order: { from: 'POL', to: 'arbitrum', amount: '3', destinationAddress: bob },
      executedAt: 'polygon',
      paused: 'arbitrum',
    },
  });
});

describe('an API that is killed while it locks', function () {
  this.timeout(400_000);

  it('locks once after a restart', async () => {
    const stack = await sharedStack('evm');
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
