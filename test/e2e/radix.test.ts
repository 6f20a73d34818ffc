import { strict as assert } from 'node:assert';
import { lockTokens } from '@causeway/chains';
import { devAccount, devKey } from '@causeway/devnet';
import { type Hex, padLeft, ZERO_32 } from '@causeway/protocol';
import { whilePaused } from '../support/chain-control.ts';
import { assertConserved, read } from '../support/invariants.ts';
import { withOwnKey } from '../support/own-key.ts';
import { RadixControl } from '../support/radix-control.ts';
import { comesTooLate } from '../support/refunds.ts';
import { sharedStack } from '../support/shared.ts';
import type { NetworkName, Stack } from '../support/stack.ts';
import { until } from '../support/wait.ts';

/** Local units of one ether and of one XRD, which have 18 decimals on EVM chains and on Radix. */
const WHOLE = 10n ** 18n;
/** Local units of one SOL and of every asset that is bridged to Solana. */
const SOL = 10n ** 9n;

type Addresses = Readonly<Record<'evm' | 'solana' | 'radix', string>>;

/** The addresses of somebody who holds the keys. */
const on = (role: 'carol' | 'dave') => ({
  evm: devAccount(role).address,
  solana: devAccount(role, 'solana').address,
  radix: devAccount(role, 'radix').address,
});
const carol = on('carol');
const dave = on('dave');

/** 30 bytes that are no account: the node id of XRD, of no entity, and of an account that nobody created. */
const NO_ACCOUNTS: readonly Hex[] = [
  padLeft('0x5da66318c6318c61f5a61b4c6318c6318cf794aa8d295f14e6318c6318c6'),
  padLeft(`0x00${'5b'.repeat(29)}`),
  padLeft(`0xc1${'5b'.repeat(29)}`),
];

describe('orders between Radix and other chains', function () {
  this.timeout(400_000);
  let stack: Stack;
  let ledger: RadixControl;
  let alice: Addresses;
  let bob: Addresses;

  before(async () => {
    stack = await sharedStack('radix');
    const walletsOf = (name: 'alice' | 'bob') => ({
      evm: stack.address(name, 'ethereum'),
      solana: stack.address(name, 'solana'),
      radix: stack.address(name, 'radix'),
    });
    alice = walletsOf('alice');
    bob = walletsOf('bob');
    ledger = new RadixControl(stack);
  });

  const balance = (at: NetworkName, owner: string, home: NetworkName) =>
    read(stack.provider(at).balance(owner, stack.provider(home).domain));
  const outstanding = async (home: NetworkName, remote: NetworkName) =>
    (await read(stack.provider(home).lane(stack.provider(remote).domain))).outstanding;

  it('locks at home and mints, between Radix, EVM and Solana, all ways at once', async () => {
    const caller = stack.as('alice');
    const [toEvm, ...others] = await Promise.all([
      caller.order({ from: 'XRD', to: 'ethereum', amount: '70', destinationAddress: bob.evm }),
      caller.order({ from: 'XRD', to: 'solana', amount: '80', destinationAddress: bob.solana }),
      caller.order({ from: 'ETH', to: 'radix', amount: '0.5', destinationAddress: bob.radix }),
      caller.order({ from: 'SOL', to: 'radix', amount: '1.5', destinationAddress: bob.radix }),
    ]);
    const done = await caller.reaches(toEvm, 'completed');
    await caller.completesAll(others);
    assert.deepEqual(
      await Promise.all([
        balance('ethereum', bob.evm, 'radix'),
        balance('solana', bob.solana, 'radix'),
        balance('radix', bob.radix, 'ethereum'),
        balance('radix', bob.radix, 'solana'),
      ]),
      [70n * WHOLE, 80n * SOL, WHOLE / 2n, (3n * WHOLE) / 2n],
    );
    assert.deepEqual([done.confirmations, done.requiredConfirmations], [0, 0]);
    assert.ok(done.lockTransaction !== null && done.mintTransaction !== null);
    assert.ok(done.signatures >= 3, 'three of five signed');
  });

  it('burns there and releases at home, all ways at once', async () => {
    const held = () =>
      Promise.all([
        balance('radix', carol.radix, 'radix'),
        balance('ethereum', carol.evm, 'ethereum'),
        balance('solana', carol.solana, 'solana'),
      ]);
    const caller = stack.as('bob');
    const before = await held();
    const ids = await Promise.all([
      caller.order({ from: 'XRD@ethereum', to: 'radix', amount: '7', destinationAddress: carol.radix }),
      caller.order({ from: 'XRD@solana', to: 'radix', amount: '8', destinationAddress: carol.radix }),
      caller.order({ from: 'ETH@radix', to: 'ethereum', amount: '0.2', destinationAddress: carol.evm }),
      caller.order({ from: 'SOL@radix', to: 'solana', amount: '0.4', destinationAddress: carol.solana }),
    ]);
    await caller.completesAll(ids);
    const after = await held();
    assert.deepEqual(
      after.map((amount, index) => amount - (before[index] ?? 0n)),
      [15n * WHOLE, WHOLE / 5n, (4n * SOL) / 10n],
    );
    assert.ok((await caller.status(ids[0] ?? '')).final, 'what is on Radix is final at once');
  });

  it('credits an account that refuses deposits, completes, and pays when its owner claims', async () => {
    const radix = stack.provider('radix');
    await ledger.setDeposits('dave', 'reject');
    const caller = stack.as('bob');
    const id = await caller.order({ from: 'XRD@ethereum', to: 'radix', amount: '3', destinationAddress: dave.radix });
    const done = await caller.reaches(id, 'completed');
    assert.ok(done.mintTransaction !== null);
    assert.equal(await read(radix.claimable(dave.radix)), 3n * WHOLE);
    assert.equal((await caller.detail(id)).claimable, true);
    const claim = ['claim', '--network', 'radix', '--to', carol.radix];
    assert.equal((await withOwnKey(stack, devAccount('dave', 'radix').privateKey, ...claim)).amount, '3');
    assert.equal(await read(radix.claimable(dave.radix)), 0n);
  });

  it('delivers what a wallet locks with the manifest that the API hands out', async () => {
    const before = await balance('ethereum', carol.evm, 'radix');
    const caller = stack.as('bob');
    const id = await caller.order({
      from: 'XRD',
      to: 'ethereum',
      amount: '4',
      destinationAddress: carol.evm,
      fromAddress: carol.radix,
    });
    const [unsigned] = (await caller.detail(id)).transactions ?? [];
    assert(unsigned?.kind === 'radix');
    await ledger.send('carol', unsigned.manifest);
    await caller.reaches(id, 'completed');
    assert.equal((await balance('ethereum', carol.evm, 'radix')) - before, 4n * WHOLE);
  });

  it('delivers a lock that somebody signs on Radix with their own key, and shows it as an order', async () => {
    const before = await balance('ethereum', carol.evm, 'radix');
    const args = ['5', '--network', 'radix', '--to', 'ethereum', '--recipient', carol.evm];
    const { transaction: lock } = await withOwnKey(stack, devAccount('dave', 'radix').privateKey, 'lock', ...args);
    const order = await until('there is an order for the lock', () => stack.orderOfLock(lock));
    assert.equal(order.origin, 'chain');
    await stack.as('alice').reaches(order.id, 'completed');
    assert.equal((await balance('ethereum', carol.evm, 'radix')) - before, 5n * WHOLE);
  });

  it('mints ten orders in one transaction, with their root', async () => {
    const caller = stack.as('alice');
    const request = { from: 'ETH', to: 'radix', amount: '0.01', destinationAddress: carol.radix };
    const before = await balance('radix', carol.radix, 'ethereum');
    let ids: readonly string[] = [];
    await whilePaused(stack, 'radix', async () => {
      ids = await Promise.all(Array.from({ length: 10 }, () => caller.order(request)));
      for (const id of ids) await caller.reaches(id, 'proving');
    });
    await caller.completesAll(ids);
    const statuses = await Promise.all(ids.map((id) => caller.status(id)));
    assert.equal(new Set(statuses.map(({ mintTransaction }) => mintTransaction)).size, 1);
    assert.equal((await balance('radix', carol.radix, 'ethereum')) - before, WHOLE / 10n);
  });

  it('goes on after the Radix ledger was stopped and started again from its state', async () => {
    const caller = stack.as('alice');
    const before = await balance('radix', carol.radix, 'ethereum');
    const id = await caller.order({ from: 'ETH', to: 'radix', amount: '0.03', destinationAddress: carol.radix });
    await caller.reaches(id, 'confirming');
    await stack.devnet.restart('radix');
    await caller.reaches(id, 'completed');
    assert.equal((await balance('radix', carol.radix, 'ethereum')) - before, (3n * WHOLE) / 100n);
  });

  it('refunds locks for what is no account on Radix, without waiting, and delivers what came with them', async () => {
    const ethereum = stack.provider('ethereum');
    const remote = stack.provider('radix').domain;
    const before = await outstanding('ethereum', 'radix');
    const locks: string[] = [];
    for (const recipient of NO_ACCOUNTS) {
      const args = { remote, recipient, localAmount: WHOLE / 10n, reference: ZERO_32 };
      locks.push(await read(lockTokens(ethereum, devKey('dave'), args)));
    }
    const caller = stack.as('alice');
    const id = await caller.order({ from: 'ETH', to: 'radix', amount: '0.02', destinationAddress: bob.radix });
    await caller.reaches(id, 'completed');
    const shown: string[] = [];
    for (const lock of locks) {
      const order = await until('there is an order for the lock', () => stack.orderOfLock(lock));
      await caller.reaches(order.id, 'refunded');
      shown.push((await caller.detail(order.id)).destinationAddress);
    }
    assert.deepEqual(
      shown,
      NO_ACCOUNTS.map((recipient) => stack.provider('radix').formatAddress(recipient)),
    );
    assert.equal((await outstanding('ethereum', 'radix')) - before, 2n * 10n ** 7n);
  });

  describe('that cannot be delivered in time', () => {
    it('a lock on the EVM chain and a burn there are cancelled on Radix and paid back at home', async () => {
      const caller = stack.as('alice');
      const there = await caller.order({ from: 'XRD', to: 'arbitrum', amount: '10', destinationAddress: alice.evm });
      await caller.reaches(there, 'completed');
      const held = await balance('arbitrum', alice.evm, 'radix');
      const before = await outstanding('arbitrum', 'radix');
      await whilePaused(stack, 'radix', async () => {
        const orders = await Promise.all([
          caller.order({ from: 'ARB', to: 'radix', amount: '1', destinationAddress: bob.radix }),
          caller.order({ from: 'XRD@arbitrum', to: 'XRD', amount: '10', destinationAddress: bob.radix }),
        ]);
        for (const order of orders) await caller.reaches(order, 'refunded');
      });
      assert.equal(await outstanding('arbitrum', 'radix'), before, 'released');
      assert.equal(await balance('arbitrum', alice.evm, 'radix'), held, 'minted back');
    });

    it('a lock of XRD and a burn on Radix are cancelled on the EVM chain and paid back on Radix', async () => {
      const caller = stack.as('alice');
      const there = await caller.order({ from: 'ARB', to: 'radix', amount: '3', destinationAddress: alice.radix });
      await caller.reaches(there, 'completed');
      const held = await balance('radix', alice.radix, 'arbitrum');
      const before = await outstanding('radix', 'arbitrum');
      assert.ok(held >= 3n * WHOLE);
      await whilePaused(stack, 'arbitrum', async () => {
        const [lock, burn] = await Promise.all([
          caller.order({ from: 'XRD', to: 'arbitrum', amount: '20', destinationAddress: bob.evm }),
          caller.order({ from: 'ARB@radix', to: 'ARB', amount: '3', destinationAddress: bob.evm }),
        ]);
        await comesTooLate(stack, 'alice', [lock, burn], 'arbitrum');
        const refunded = await caller.reaches(lock, 'refunded');
        assert.ok(refunded.isRolledBack && refunded.refundTransaction !== null && refunded.mintTransaction === null);
        await caller.reaches(burn, 'refunded');
      });
      assert.equal(await outstanding('radix', 'arbitrum'), before, 'released');
      assert.equal(await balance('radix', alice.radix, 'arbitrum'), held, 'minted back');
    });
  });

  it('ends with every asset conserved', async () => {
    await assertConserved(stack.registry.providers);
  });
});
