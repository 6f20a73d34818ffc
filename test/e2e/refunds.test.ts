import { strict as assert } from 'node:assert';
import { whilePaused } from '../support/chain-control.ts';
import { assertConserved, read } from '../support/invariants.ts';
import { comesTooLate } from '../support/refunds.ts';
import { sharedStack } from '../support/shared.ts';
import type { Stack } from '../support/stack.ts';

const ETHER = 10n ** 18n;

describe('orders that cannot be delivered in time', function () {
  this.timeout(400_000);
  let stack: Stack;
  let alice: string;
  let bob: string;

  before(async () => {
    stack = await sharedStack('evm');
    alice = stack.address('alice', 'polygon');
    bob = stack.address('bob', 'polygon');
  });

  it('a lock is cancelled at its destination and paid back at its source, a burn minted back where it was burned', async () => {
    const polygon = stack.provider('polygon');
    const arbitrum = stack.provider('arbitrum');
    const [locker, burner] = [stack.as('bob'), stack.as('alice')];
    const out = await burner.order({ from: 'ARB', to: 'polygon', amount: '4', destinationAddress: alice });
    await burner.reaches(out, 'completed');
    const before = await read(polygon.lane(arbitrum.domain));
    const coins = await read(polygon.balance(bob, polygon.domain));
    const tokens = await read(polygon.balance(alice, arbitrum.domain));
    assert.ok(tokens >= 4n * ETHER);

    await whilePaused(stack, 'arbitrum', async () => {
      const [lock, burn] = await Promise.all([
        locker.order({ from: 'POL', to: 'arbitrum', amount: '5', destinationAddress: alice }),
        burner.order({ from: 'ARB@polygon', to: 'ARB', amount: '4', destinationAddress: bob }),
      ]);
      await comesTooLate(stack, 'bob', [lock], 'arbitrum');
      const refunded = await locker.reaches(lock, 'refunded');
      assert.equal(refunded.isRolledBack, true);
      assert.ok(refunded.refundTransaction !== null);
      assert.equal(refunded.mintTransaction, null);
      await burner.reaches(burn, 'refunded');
    });
    const spent = coins - (await read(polygon.balance(bob, polygon.domain)));
    assert.ok(spent > 0n && spent < ETHER / 100n, `the sender has it back, less gas: ${spent}`);
    assert.equal((await read(polygon.lane(arbitrum.domain))).outstanding, before.outstanding);
    assert.equal(await read(polygon.balance(alice, arbitrum.domain)), tokens);
  });

  it('nothing is lost', async () => {
    await assertConserved(stack.registry.providers);
  });
});
