import { strict as assert } from 'node:assert';
import { networkOf, whilePaused } from '../support/chain-control.ts';
import type { LateOrders, SystemKind } from '../support/control.ts';
import { assertConserved, read } from '../support/invariants.ts';
import { comesTooLate } from '../support/refunds.ts';
import type { Stack } from '../support/stack.ts';
import { held, unitsOf } from '../support/ways.ts';

/**
 * Checks that orders which cannot be delivered in time are cancelled at their destination and paid back at their
 * source.
 */
export function paysBack({ late, fees }: SystemKind, stackOf: () => Promise<Stack>): void {
  for (const each of late) {
    const { source, destination } = each;
    it(`a lock on ${source} is cancelled on ${destination} and paid back, a burn minted back where it was burned`, async () =>
      paysBackBoth(await stackOf(), each, fees));
  }

  it('nothing is lost', async () => assertConserved((await stackOf()).registry.providers));
}

/** Bob locks the source's asset and alice burns the destination's, while the destination accepts nothing. */
async function paysBackBoth(
  stack: Stack,
  { source, destination, lock, burn }: LateOrders,
  fees: string,
): Promise<void> {
  const [here, there] = [source, destination].map((name) => networkOf(name).assets.main.symbol) as [string, string];
  const lane = stack.provider(source);
  const { domain } = stack.provider(destination);
  const [locker, burner] = [stack.as('bob'), stack.as('alice')];
  const [alice, bob] = [stack.address('alice', source), stack.address('bob', source)];
  const out = await burner.order({ from: there, to: source, amount: burn, destinationAddress: alice });
  await burner.reaches(out, 'completed');
  const facts = async () => ({
    outstanding: (await read(lane.lane(domain))).outstanding,
    tokens: await held(stack, source, alice, there),
  });
  const [before, coins] = [await facts(), await held(stack, source, bob, here)];
  assert.ok(before.tokens >= (await unitsOf(stack, source, there, burn)));

  await whilePaused(stack, destination, async () => {
    const ids = await Promise.all([
      locker.order({
        from: here,
        to: destination,
        amount: lock,
        destinationAddress: stack.address('alice', destination),
      }),
      burner.order({
        from: `${there}@${source}`,
        to: there,
        amount: burn,
        destinationAddress: stack.address('bob', destination),
      }),
    ]);
    await comesTooLate(stack, 'bob', ids.slice(0, 1), destination);
    const refunded = await locker.reaches(ids[0], 'refunded');
    assert.ok(refunded.isRolledBack && refunded.refundTransaction !== null && refunded.mintTransaction === null);
    await burner.reaches(ids[1], 'refunded');
  });
  const spent = coins - (await held(stack, source, bob, here));
  assert.ok(
    spent >= 0n && spent < (await unitsOf(stack, source, here, fees)),
    `the sender has it back, less fees: ${spent}`,
  );
  assert.deepEqual(await facts(), before, 'released at the source, and minted back');
}
