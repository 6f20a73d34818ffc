import { strict as assert } from 'node:assert';
import { lockTokens } from '@causeway/chains';
import { keyFromPrivate } from '@causeway/chains/keys';
import { devAccount } from '@causeway/devnet';
import type { Hex } from '@causeway/protocol';
import { describeSystem } from '../scenarios/whole-system.ts';
import { EVM, EvmControl } from '../support/evm-control.ts';
import { assertConserved, read } from '../support/invariants.ts';
import { completedOrder, withOwnKey } from '../support/own-key.ts';
import type { NetworkName, Stack } from '../support/stack.ts';
import { until } from '../support/wait.ts';
import { watch } from '../support/ways.ts';

const ETHER = 10n ** 18n;
const bob = devAccount('bob').address;
const dave = devAccount('dave');

const stackOf = describeSystem(EVM);

describe('operations with an own key', function () {
  this.timeout(400_000);
  let stack: Stack;

  before(async () => {
    stack = await stackOf();
  });

  const balance = (at: NetworkName, owner: string, home: NetworkName) =>
    read(stack.provider(at).balance(owner, stack.provider(home).domain));

  it('burn what was minted for a lock, are delivered, and are listed as orders', async () => {
    const received = await watch(stack, 'polygon', bob, 'POL');
    const back = ['--network', 'ethereum', '--to', 'polygon', '--recipient', bob];
    const burn = await withOwnKey(stack, dave.privateKey, 'burn', '0.75', ...back);
    const order = await completedOrder(stack, burn.transaction);
    assert.equal(await received(), '0.75');
    assert.equal(await balance('ethereum', dave.address, 'polygon'), ETHER / 4n);
    const printed = (await stack.causeway('orders', '--json', '--state', 'completed')) as readonly { id: string }[];
    assert.ok(printed.some(({ id }) => id === order.id));
  });

  it('show their transactions before they are sent, and need a yes where nobody can be asked', async () => {
    const args = ['lock', '1', '--network', 'polygon', '--to', 'ethereum', '--key-env', 'OWN'] as const;
    process.env.OWN = dave.privateKey;
    try {
      const before = await balance('polygon', dave.address, 'polygon');
      const plan = (await stack.causeway(...args, '--plan', '--json')) as { transactions: readonly unknown[] };
      assert.equal(plan.transactions.length, 1);
      await assert.rejects(stack.causeway(...args), /give --yes/);
      await assert.rejects(stack.causeway(...args, '--to', 'nowhere', '--yes'), /nowhere is no network/);
      await assert.rejects(stack.causeway('lock', '0.0000000001', ...args.slice(2), '--plan'), /DustAmount/);
      await assert.rejects(
        stack.causeway('claim', '--network', 'polygon', '--key-env', 'OWN', '--yes'),
        /NothingToClaim/,
      );
      assert.equal(await balance('polygon', dave.address, 'polygon'), before);
    } finally {
      delete process.env.OWN;
    }
  });
});

describe('reorganisations of the source', function () {
  this.timeout(400_000);
  let stack: Stack;
  let chain: EvmControl;

  before(async () => {
    stack = await stackOf();
    chain = new EvmControl(stack, 'ethereum');
  });
  beforeEach(() => chain.freeze());
  afterEach(() => chain.thaw());

  it('a reorganised lock takes the order back, is sent again by its wallet, and is delivered once', async () => {
    const alice = stack.as('alice');
    const id = await alice.order({ from: 'ETH', to: 'polygon', amount: '0.06', destinationAddress: bob });
    const included = await until('the lock is seen', async () => {
      await chain.mine(1);
      const now = await alice.status(id);
      return now.status === 'confirming' ? now : undefined;
    });
    const depth = (await chain.head()) - (await chain.blockOf(included.lockTransaction ?? '')) + 1;
    await chain.reorganise(depth);
    await until('the order is back', async () => {
      await chain.mine(1);
      const triggers = await stack.triggersOf(id);
      return triggers.includes('lockVanished');
    });
    await chain.thaw();
    await alice.reaches(id, 'completed');
  });

  it('a lock that vanished for good is never minted', async () => {
    const ethereum = stack.provider('ethereum');
    const polygon = stack.provider('polygon');
    const before = await read(polygon.balance(devAccount('dave').address, ethereum.domain));
    const recipient = polygon.parseAddress(devAccount('dave').address);
    assert.ok(recipient.ok);
    const reference: Hex = `0x${'7e'.repeat(32)}`;
    const key = keyFromPrivate(devAccount('carol').privateKey as Hex);
    const args = { remote: polygon.domain, recipient: recipient.value, localAmount: ETHER, reference };
    const mined = setInterval(() => void chain.mine(1), 200);
    const lock = await read(lockTokens(ethereum, key, args)).finally(() => clearInterval(mined));
    const seen = await until('an order confirms the lock', async () => {
      const order = await stack.orderOfLock(lock);
      return order?.state === 'confirming' ? order : undefined;
    });
    await chain.reorganise((await chain.head()) - (await chain.blockOf(lock)) + 1);
    await chain.mine(40);
    await until('its order is back', async () => {
      const order = await stack.orderOfLock(lock);
      return order?.id === seen.id && order.state === 'locking';
    });
    assert.equal(await read(polygon.balance(devAccount('dave').address, ethereum.domain)), before);
    await assertConserved(stack.registry.providers);
  });
});

describe('an API that is killed while it locks', function () {
  this.timeout(400_000);

  it('locks once after a restart', async () => {
    const stack = await stackOf();
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
