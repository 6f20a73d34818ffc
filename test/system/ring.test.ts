import { strict as assert } from 'node:assert';
import type { DevnetName } from '@causeway/devnet';
import { sendsFromEveryWallet } from '../scenarios/wallets.ts';
import { accountOn, whilePaused } from '../support/chain-control.ts';
import { assertConserved } from '../support/invariants.ts';
import { SOON } from '../support/limits.ts';
import { comesTooLate } from '../support/refunds.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { carries, held } from '../support/ways.ts';

const RING: readonly DevnetName[] = ['base', 'optimism', 'bnb', 'avalanche'];
const ASSETS = ['AERO', 'OP', 'BNB', 'AVAX'];

describe('a ring of chains beside the usual five', function () {
  this.timeout(300_000);
  let stack: Stack;

  before(async () => {
    const lanes = { 'base:bnb': SOON };
    stack = await startStack({ networks: RING, cancelAfterSeconds: { default: 300, lanes } });
  });
  after(() => stack?.stop());

  const wallet = (name: DevnetName) => stack.address('bob', name);

  it('carries each asset to the next chain and back home, all at once', async () => {
    const out = ASSETS.map((from, at) => ({ from, to: RING[(at + 1) % 4] as DevnetName, amount: String(at + 2) }));
    await carries(stack, 'bob', out, wallet);
    const back = out.map(({ from, to: at }, home) => ({
      ...{ from: `${from}@${at}`, to: RING[home] as DevnetName, amount: '1' },
    }));
    // Bob’s own coins pay for the burns meanwhile.
    await carries(stack, 'bob', back, (name) => accountOn('carol', name));
    await assertConserved(stack.registry.providers);
  });

  it('shows and sends coin and asset of a wallet on each', async () => {
    assert.deepEqual((await sendsFromEveryWallet(stack)).toSorted(), RING.toSorted());
  });

  it('refunds what cannot be delivered in time', async () => {
    const before = await held(stack, 'base', wallet('base'), 'AERO');
    await whilePaused(stack, 'bnb', async () => {
      const order = { from: 'AERO', to: 'bnb', amount: '7', destinationAddress: wallet('bnb') };
      const id = await stack.as('bob').order(order);
      // Its coin is no asset of a bridge there.
      assert.equal((await stack.as('bob').detail(id)).feeToken, 'ETH');
      await comesTooLate(stack, 'bob', [id], 'bnb');
      await stack.as('bob').reaches(id, 'refunded');
    });
    assert.equal(await held(stack, 'base', wallet('base'), 'AERO'), before);
    await assertConserved(stack.registry.providers);
  });
});
