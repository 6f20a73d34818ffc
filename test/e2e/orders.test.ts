import { strict as assert } from 'node:assert';
import { keyFromPrivate } from '@causeway/chains/keys';
import { callRpc, devAccount } from '@causeway/devnet';
import type { Hex } from '@causeway/protocol';
import { assertConserved, read } from '../support/invariants.ts';
import { withOwnKey } from '../support/own-key.ts';
import { sharedStack } from '../support/shared.ts';
import type { NetworkName, Stack } from '../support/stack.ts';
import { until } from '../support/wait.ts';

const ETHER = 10n ** 18n;
const carol = devAccount('carol').address;

/** Code of a recipient that reverts on every call. */
const REFUSING_CODE = '0x60006000fd';
const REFUSING_KEY: Hex = `0x${'5e'.repeat(32)}`;
const REFUSER = keyFromPrivate(REFUSING_KEY).address;

describe('orders between EVM chains', function () {
  this.timeout(400_000);
  let stack: Stack;
  let bob: string;

  before(async () => {
    stack = await sharedStack('evm');
    bob = stack.address('bob', 'ethereum');
  });

  const balance = (at: NetworkName, owner: string, home: NetworkName) =>
    read(stack.provider(at).balance(owner, stack.provider(home).domain));

  it('locks ether at its home and mints it on another chain', async () => {
    const before = await balance('polygon', bob, 'ethereum');
    const alice = stack.as('alice');
    const id = await alice.order({ from: 'ETH', to: 'polygon', amount: '0.5', destinationAddress: bob });
    const done = await alice.reaches(id, 'completed');
    assert.equal(done.isCompleted, true);
    assert.equal((await balance('polygon', bob, 'ethereum')) - before, ETHER / 2n);
    assert.ok(done.lockTransaction !== null && done.mintTransaction !== null);
    assert.ok(done.signatures >= 3, 'three of five signed');
    await until('the order is final', async () => (await alice.status(id)).final);
  });

  it('burns it there and releases it at home', async () => {
    const before = await balance('ethereum', carol, 'ethereum');
    const caller = stack.as('bob');
    const id = await caller.order({ from: 'ETH@polygon', to: 'ethereum', amount: '0.2', destinationAddress: carol });
    await caller.reaches(id, 'completed');
    assert.equal((await balance('ethereum', carol, 'ethereum')) - before, ETHER / 5n);
  });

  it('moves an ERC-20 to another chain and back', async () => {
    const alice = stack.as('alice');
    const out = await alice.order({ from: 'ARB', to: 'ethereum', amount: 12.5, destinationAddress: bob });
    await alice.reaches(out, 'completed');
    assert.equal(await balance('ethereum', bob, 'arbitrum'), (25n * ETHER) / 2n);

    const before = await balance('arbitrum', carol, 'arbitrum');
    const caller = stack.as('bob');
    const back = await caller.order({ from: 'ARB@ethereum', to: 'ARB', amount: '2.5', destinationAddress: carol });
    await caller.reaches(back, 'completed');
    assert.equal((await balance('arbitrum', carol, 'arbitrum')) - before, (5n * ETHER) / 2n);
  });

  it('delivers locks and burns that somebody signs with their own key, and shows them as orders', async () => {
    const dave = devAccount('dave');
    const completed = (transaction: string) =>
      until('its order is completed', async () => {
        const found = await stack.orderOfLock(transaction);
        return found?.state === 'completed' ? found : undefined;
      });
    const lock = await withOwnKey(stack, dave.privateKey, 'lock', '1', '--network', 'polygon', '--to', 'ethereum');
    assert.deepEqual([lock.operation, lock.amount, lock.symbol, lock.from], ['lockTokens', '1', 'POL', dave.address]);
    const order = await completed(lock.transaction);
    assert.equal(order.origin, 'chain');
    assert.equal(await balance('ethereum', dave.address, 'polygon'), ETHER);
    const printed = (await stack.causeway('orders', '--json', '--state', 'completed')) as readonly { id: string }[];
    assert.ok(printed.some(({ id }) => id === order.id));

    const before = await balance('polygon', bob, 'polygon');
    const back = ['--network', 'ethereum', '--to', 'polygon', '--recipient', bob];
    const burn = await withOwnKey(stack, dave.privateKey, 'burn', '0.75', ...back);
    await completed(burn.transaction);
    assert.equal((await balance('polygon', bob, 'polygon')) - before, (3n * ETHER) / 4n);
    assert.equal(await balance('ethereum', dave.address, 'polygon'), ETHER / 4n);
  });

  it('show their transactions before they are sent, and need a yes where nobody can be asked', async () => {
    const [wallet] = [devAccount('dave')];
    const args = ['lock', '1', '--network', 'polygon', '--to', 'ethereum', '--key-env', 'OWN'] as const;
    process.env.OWN = wallet.privateKey;
    try {
      const before = await balance('polygon', wallet.address, 'polygon');
      const plan = (await stack.causeway(...args, '--plan', '--json')) as { transactions: readonly unknown[] };
      assert.equal(plan.transactions.length, 1);
      await assert.rejects(stack.causeway(...args), /give --yes/);
      await assert.rejects(stack.causeway(...args, '--to', 'nowhere', '--yes'), /nowhere is no network/);
      await assert.rejects(stack.causeway('lock', '0.0000000001', ...args.slice(2), '--plan'), /DustAmount/);
      await assert.rejects(
        stack.causeway('claim', '--network', 'polygon', '--key-env', 'OWN', '--yes'),
        /NothingToClaim/,
      );
      assert.equal(await balance('polygon', wallet.address, 'polygon'), before);
    } finally {
      delete process.env.OWN;
    }
  });

  it('credits a recipient that refuses, completes, and pays when the recipient claims', async () => {
    const { url } = stack.devnet.chain('ethereum').node;
    await callRpc(url, 'anvil_setCode', [REFUSER, REFUSING_CODE]);
    const caller = stack.as('bob');
    const id = await caller.order({ from: 'ETH@polygon', to: 'ethereum', amount: '0.1', destinationAddress: REFUSER });
    await caller.reaches(id, 'completed');
    assert.equal(await read(stack.provider('ethereum').claimable(REFUSER)), ETHER / 10n);
    assert.equal(await balance('ethereum', REFUSER, 'ethereum'), 0n);
    await callRpc(url, 'anvil_setCode', [REFUSER, '0x']);
    await callRpc(url, 'anvil_setBalance', [REFUSER, `0x${ETHER.toString(16)}`]);
    const before = await balance('ethereum', carol, 'ethereum');
    const claim = await withOwnKey(stack, REFUSING_KEY, 'claim', '--network', 'ethereum', '--to', carol);
    assert.deepEqual([claim.amount, claim.symbol], ['0.1', 'ETH']);
    assert.equal((await balance('ethereum', carol, 'ethereum')) - before, ETHER / 10n);
    assert.equal(await read(stack.provider('ethereum').claimable(REFUSER)), 0n);
  });

  it('carries a hundred orders at a time', async () => {
    const before = await balance('polygon', carol, 'ethereum');
    const alice = stack.as('alice');
    const request = { from: 'ETH', to: 'polygon', amount: '0.01', destinationAddress: carol };
    const ids = await Promise.all(Array.from({ length: 100 }, () => alice.order(request)));
    assert.equal(new Set(ids).size, 100);
    await alice.completesAll(ids);
    assert.equal((await balance('polygon', carol, 'ethereum')) - before, ETHER);
  });

  it('ends with every asset conserved', async () => {
    await assertConserved(stack.registry.providers);
  });
});
