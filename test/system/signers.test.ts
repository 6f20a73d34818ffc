import { strict as assert } from 'node:assert';
import { devAccount } from '@causeway/devnet';
import { EVM } from '../support/evm-control.ts';
import { read } from '../support/invariants.ts';
import { sharedStack } from '../support/shared.ts';
import type { Stack } from '../support/stack.ts';
import { until } from '../support/wait.ts';

const bob = devAccount('bob').address;

describe('signers that are down', function () {
  this.timeout(400_000);
  let stack: Stack;

  before(async () => {
    stack = await sharedStack(EVM);
  });

  it('two of five may be: three sign', async () => {
    const down = stack.signers.slice(0, 2);
    await Promise.all(down.map((signer) => signer.kill()));
    const alice = stack.as('alice');
    const id = await alice.order({ from: 'ETH', to: 'polygon', amount: '0.02', destinationAddress: bob });
    await alice.reaches(id, 'completed');
    await Promise.all(down.map((signer) => signer.start()));
  });

  it('with three of them nothing is minted until one is back', async () => {
    const ethereum = stack.provider('ethereum');
    const polygon = stack.provider('polygon');
    const down = stack.signers.slice(0, 3);
    await Promise.all(down.map((signer) => signer.kill()));
    const committed = (await read(polygon.lane(ethereum.domain))).nextInboundNonce;
    const alice = stack.as('alice');
    const id = await alice.order({ from: 'ETH', to: 'polygon', amount: '0.02', destinationAddress: bob });
    const asked = await until('two of them signed', async () => {
      const now = await alice.status(id);
      return now.signatures === 2 ? now : undefined;
    });
    assert.equal(asked.status, 'signing');
    assert.equal((await read(polygon.lane(ethereum.domain))).nextInboundNonce, committed);
    await down[0]?.start();
    await alice.reaches(id, 'completed');
    await Promise.all(down.slice(1).map((signer) => signer.start()));
  });
});
