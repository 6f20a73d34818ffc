import { strict as assert } from 'node:assert';
import { devAccount } from '@causeway/devnet';
import { whilePaused } from '../support/chain-control.ts';
import { assertConserved, read } from '../support/invariants.ts';
import { sharedStack } from '../support/shared.ts';
import type { Stack } from '../support/stack.ts';

const ETHER = 10n ** 18n;
const alice = devAccount('alice').address;
const bob = devAccount('bob').address;

describe('orders that cannot be delivered in time', function () {
  this.timeout(400_000);
  let stack: Stack;

  before(async () => {
    stack = await sharedStack();
  });

  it('a lock is cancelled at its destination and paid back at its source', async () => {
    const polygon = stack.provider('polygon');
    const arbitrum = stack.provider('arbitrum');
    const caller = stack.as('alice');
    const before = await read(polygon.lane(arbitrum.domain));
    const held = await read(polygon.balance(alice, polygon.domain));
    await whilePaused(stack, 'arbitrum', async () => {
      const id = await caller.order({ from: 'POL', to: 'arbitrum', amount: '5', destinationAddress: bob });
      const refunded = await caller.reaches(id, 'refunded');
      assert.equal(refunded.isRolledBack, true);
      assert.ok(refunded.refundTransaction !== null);
      assert.equal(refunded.mintTransaction, null);
      const spent = held - (await read(polygon.balance(alice, polygon.domain)));
      assert.ok(spent > 0n && spent < ETHER / 100n, `the sender has it back, less gas: ${spent}`);
      assert.equal((await read(polygon.lane(arbitrum.domain))).outstanding, before.outstanding);
    });
  });

  it('a burn is cancelled at home and minted back where it was burned', async () => {
    const polygon = stack.provider('polygon');
    const arbitrum = stack.provider('arbitrum');
    const caller = stack.as('alice');
    const out = await caller.order({ from: 'ARB', to: 'polygon', amount: '4', destinationAddress: alice });
    await caller.reaches(out, 'completed');
    const held = await read(polygon.balance(alice, arbitrum.domain));
    assert.ok(held >= 4n * ETHER);

    await whilePaused(stack, 'arbitrum', async () => {
      const id = await caller.order({ from: 'ARB@polygon', to: 'ARB', amount: '4', destinationAddress: bob });
      await caller.reaches(id, 'refunded');
      assert.equal(await read(polygon.balance(alice, arbitrum.domain)), held);
    });
  });

  it('nothing is lost', async () => {
    await assertConserved(stack.registry.providers);
  });
});
