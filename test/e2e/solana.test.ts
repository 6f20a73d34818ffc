import { strict as assert } from 'node:assert';
import { devAccount } from '@causeway/devnet';
import { Keypair } from '@solana/web3.js';
import { whilePaused } from '../support/chain-control.ts';
import { assertConserved, read } from '../support/invariants.ts';
import { withOwnKey } from '../support/own-key.ts';
import { comesTooLate } from '../support/refunds.ts';
import { sharedStack } from '../support/shared.ts';
import type { NetworkName, Stack } from '../support/stack.ts';
import { until } from '../support/wait.ts';

const ETHER = 10n ** 18n;
/** Lamports in one SOL. Bridged ether has the same number of units on Solana, where it has 9 decimals. */
const SOL = 10n ** 9n;

const carol = devAccount('carol').address;
const carolOnSolana = devAccount('carol', 'solana').address;

describe('orders between Solana and EVM chains', function () {
  this.timeout(400_000);
  let stack: Stack;
  let bob: string;
  let bobOnSolana: string;

  before(async () => {
    stack = await sharedStack('solana');
    bob = stack.address('bob', 'ethereum');
    bobOnSolana = stack.address('bob', 'solana');
  });

  const balance = (at: NetworkName, owner: string, home: NetworkName) =>
    read(stack.provider(at).balance(owner, stack.provider(home).domain));

  it('locks at home and mints, both ways at once, and to a wallet that never held the token', async () => {
    const stranger = Keypair.generate().publicKey.toBase58();
    const [alice, bobs] = [stack.as('alice'), stack.as('bob')];
    const [toStranger, toBob, toPolygon] = await Promise.all([
      alice.order({ from: 'ETH', to: 'solana', amount: '0.5', destinationAddress: stranger }),
      bobs.order({ from: 'ETH', to: 'solana', amount: '0.3', destinationAddress: bobOnSolana }),
      bobs.order({ from: 'SOL', to: 'polygon', amount: '1', destinationAddress: bob }),
    ]);
    const done = await alice.reaches(toStranger, 'completed');
    await bobs.completesAll([toBob, toPolygon]);
    assert.deepEqual(
      await Promise.all([
        balance('solana', stranger, 'ethereum'),
        balance('solana', bobOnSolana, 'ethereum'),
        balance('polygon', bob, 'solana'),
      ]),
      [SOL / 2n, (3n * SOL) / 10n, SOL],
    );
    assert.ok(done.lockTransaction !== null && done.mintTransaction !== null);
    assert.ok(done.signatures >= 3, 'three of five signed');
    await until('the order is final', async () => (await alice.status(toStranger)).final);
  });

  it('burns there and releases at home, both ways at once', async () => {
    const bobs = stack.as('bob');
    const held = () =>
      Promise.all([balance('ethereum', carol, 'ethereum'), balance('solana', carolOnSolana, 'solana')]);
    const [etherBefore, solBefore] = await held();
    const back = await Promise.all([
      bobs.order({ from: 'ETH@solana', to: 'ethereum', amount: '0.2', destinationAddress: carol }),
      bobs.order({ from: 'SOL@polygon', to: 'solana', amount: '0.4', destinationAddress: carolOnSolana }),
    ]);
    await bobs.completesAll(back);
    const [etherAfter, solAfter] = await held();
    assert.deepEqual([etherAfter - etherBefore, solAfter - solBefore], [ETHER / 5n, (4n * SOL) / 10n]);
  });

  it('credits a wallet that the release would leave below rent exemption, and completes', async () => {
    const stranger = Keypair.generate().publicKey.toBase58();
    const bobs = stack.as('bob');
    const id = await bobs.order({ from: 'SOL@polygon', to: 'solana', amount: '0.0005', destinationAddress: stranger });
    await bobs.reaches(id, 'completed');
    assert.equal(await read(stack.provider('solana').claimable(stranger)), SOL / 2_000n);
    assert.equal(await balance('solana', stranger, 'solana'), 0n);
  });

  it('delivers a lock that somebody signs on Solana with their own key, and shows it as an order', async () => {
    const before = await balance('ethereum', carol, 'solana');
    const args = ['0.25', '--network', 'solana', '--to', 'ethereum', '--recipient', carol];
    const { transaction: lock } = await withOwnKey(stack, devAccount('dave', 'solana').privateKey, 'lock', ...args);
    const order = await until('its order is completed', async () => {
      const found = await stack.orderOfLock(lock);
      return found?.state === 'completed' ? found : undefined;
    });
    assert.equal(order.origin, 'chain');
    assert.equal((await balance('ethereum', carol, 'solana')) - before, SOL / 4n);
  });

  it('carries fifty orders at a time to Solana', async () => {
    const before = await balance('solana', carolOnSolana, 'ethereum');
    const alice = stack.as('alice');
    const request = { from: 'ETH', to: 'solana', amount: '0.01', destinationAddress: carolOnSolana };
    const ids = await Promise.all(Array.from({ length: 50 }, () => alice.order(request)));
    await alice.completesAll(ids);
    assert.equal((await balance('solana', carolOnSolana, 'ethereum')) - before, SOL / 2n);
  });

  it('goes on after the Solana node was stopped and started again from its state', async () => {
    const alice = stack.as('alice');
    const before = await balance('solana', bobOnSolana, 'ethereum');
    const id = await alice.order({ from: 'ETH', to: 'solana', amount: '0.03', destinationAddress: bobOnSolana });
    await alice.reaches(id, 'confirming');
    await stack.devnet.restart('solana');
    await alice.reaches(id, 'completed');
    assert.equal((await balance('solana', bobOnSolana, 'ethereum')) - before, (3n * SOL) / 100n);
  });

  describe('that cannot be delivered in time', () => {
    it('a lock on the EVM chain and a burn there are cancelled on Solana and paid back at home', async () => {
      const caller = stack.as('alice');
      const arbitrum = stack.provider('arbitrum');
      const aliceAddress = stack.address('alice', 'arbitrum');
      const there = await caller.order({ from: 'SOL', to: 'arbitrum', amount: '1', destinationAddress: aliceAddress });
      await caller.reaches(there, 'completed');
      const held = await balance('arbitrum', aliceAddress, 'solana');
      const outstanding = (await read(arbitrum.lane(stack.provider('solana').domain))).outstanding;
      await whilePaused(stack, 'solana', async () => {
        const orders = await Promise.all([
          caller.order({ from: 'ARB', to: 'solana', amount: '1', destinationAddress: bobOnSolana }),
          caller.order({ from: 'SOL@arbitrum', to: 'SOL', amount: '1', destinationAddress: bobOnSolana }),
        ]);
        for (const order of orders) await caller.reaches(order, 'refunded');
      });
      assert.equal((await read(arbitrum.lane(stack.provider('solana').domain))).outstanding, outstanding, 'released');
      assert.equal(await balance('arbitrum', aliceAddress, 'solana'), held, 'minted back');
    });

    it('a lock of SOL and a burn on Solana are cancelled on the EVM chain and paid back on Solana', async () => {
      const solana = stack.provider('solana');
      const arbitrum = stack.provider('arbitrum');
      const caller = stack.as('alice');
      const aliceOnSolana = stack.address('alice', 'solana');
      const there = await caller.order({ from: 'ARB', to: 'solana', amount: '3', destinationAddress: aliceOnSolana });
      await caller.reaches(there, 'completed');
      const held = await balance('solana', aliceOnSolana, 'arbitrum');
      const outstanding = (await read(solana.lane(arbitrum.domain))).outstanding;
      assert.ok(held >= 3n * SOL);
      await whilePaused(stack, 'arbitrum', async () => {
        const [lock, burn] = await Promise.all([
          caller.order({ from: 'SOL', to: 'arbitrum', amount: '2', destinationAddress: bob }),
          caller.order({ from: 'ARB@solana', to: 'ARB', amount: '3', destinationAddress: bob }),
        ]);
        await comesTooLate(stack, 'alice', [lock, burn], 'arbitrum');
        const refunded = await caller.reaches(lock, 'refunded');
        assert.ok(refunded.isRolledBack && refunded.refundTransaction !== null && refunded.mintTransaction === null);
        await caller.reaches(burn, 'refunded');
      });
      assert.equal((await read(solana.lane(arbitrum.domain))).outstanding, outstanding, 'released');
      assert.equal(await balance('solana', aliceOnSolana, 'arbitrum'), held, 'minted back');
    });
  });

  it('ends with every asset conserved', async () => {
    await assertConserved(stack.registry.providers);
  });
});
