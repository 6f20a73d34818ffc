import { strict as assert } from 'node:assert';
import { keyFromPrivate } from '@causeway/chains/keys';
import { callRpc, devAccount } from '@causeway/devnet';
import { type Hex, ZERO_32 } from '@causeway/protocol';
import { assertConserved, read } from '../support/invariants.ts';
import { sharedStack } from '../support/shared.ts';
import type { NetworkName, Stack } from '../support/stack.ts';
import { until } from '../support/wait.ts';

const ETHER = 10n ** 18n;
const carol = devAccount('carol').address;

/** Code of a recipient that reverts on every call. */
const REFUSING_CODE = '0x60006000fd';
const REFUSER = `0x${'5e'.repeat(20)}`;

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

  it('delivers a lock that nobody ordered through the API, and shows it as an order', async () => {
    const ethereum = stack.provider('ethereum');
    const polygon = stack.provider('polygon');
    const before = await balance('ethereum', bob, 'polygon');
    const recipient = ethereum.parseAddress(bob);
    assert.ok(recipient.ok);
    const key = keyFromPrivate(devAccount('dave').privateKey as Hex);
    const args = { remote: ethereum.domain, recipient: recipient.value, localAmount: ETHER, reference: ZERO_32 };
    const lock = await read(polygon.lockTokens(key, args));
    await until('the lock is delivered', async () => (await balance('ethereum', bob, 'polygon')) - before === ETHER);
    const order = await until('its order is completed', async () => {
      const found = await stack.orderOfLock(lock);
      return found?.state === 'completed' ? found : undefined;
    });
    assert.equal(order.origin, 'chain');
    const printed = (await stack.causeway('orders', '--json', '--state', 'completed')) as readonly { id: string }[];
    assert.ok(printed.some(({ id }) => id === order.id));
  });

  it('credits a recipient that refuses, and completes', async () => {
    await callRpc(stack.devnet.chain('ethereum').node.url, 'anvil_setCode', [REFUSER, REFUSING_CODE]);
    const caller = stack.as('bob');
    const id = await caller.order({ from: 'ETH@polygon', to: 'ethereum', amount: '0.1', destinationAddress: REFUSER });
    await caller.reaches(id, 'completed');
    assert.equal(await read(stack.provider('ethereum').claimable(REFUSER)), ETHER / 10n);
    assert.equal(await balance('ethereum', REFUSER, 'ethereum'), 0n);
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
