import { strict as assert } from 'node:assert';
import { lockTokens } from '@causeway/chains';
import { keyFromPrivate } from '@causeway/chains/keys';
import { devAccount, devKey } from '@causeway/devnet';
import type { Hex } from '@causeway/protocol';
import { EvmControl } from '../support/evm-control.ts';
import { assertConserved, read } from '../support/invariants.ts';
import { relayerSees } from '../support/relayer-view.ts';
import { sharedStack } from '../support/shared.ts';
import { askToCommit } from '../support/signing.ts';
import type { Stack } from '../support/stack.ts';
import { until } from '../support/wait.ts';

const ETHER = 10n ** 18n;
const bob = devAccount('bob').address;

describe('finality of the source', function () {
  this.timeout(400_000);
  let stack: Stack;
  let chain: EvmControl;

  before(async () => {
    stack = await sharedStack('evm');
    chain = new EvmControl(stack, 'ethereum');
  });
  beforeEach(() => chain.freeze());
  afterEach(() => chain.thaw());

  it('31 confirmations do not mint, and signers refuse; 32 do', async () => {
    const ethereum = stack.provider('ethereum');
    const polygon = stack.provider('polygon');
    const alice = stack.as('alice');
    const nonce = (await read(ethereum.lane(polygon.domain))).nextOutboundNonce;
    const id = await alice.order({ from: 'ETH', to: 'polygon', amount: '0.07', destinationAddress: bob });
    await until('the lock waits for a block', async () => (await alice.status(id)).status === 'locking');
    const lockBlock = await until('the lock is included', async () => {
      await chain.mine(1);
      const { lockTransaction } = await alice.status(id);
      return lockTransaction === null ? undefined : chain.blockOf(lockTransaction);
    });
    await chain.mine(lockBlock + 31 - (await chain.head()));
    await relayerSees(stack, 'ethereum', lockBlock + 31);
    await until('31 confirmations are shown', async () => (await alice.status(id)).confirmations === 31);

    const message = { source: ethereum.domain, destination: polygon.domain, nonce };
    const refusal = await askToCommit(stack, message, await read(polygon.anchor(devKey('relayer'))));
    assert.equal(refusal, 'NOT_FINAL');
    assert.equal((await alice.status(id)).status, 'confirming');
    assert.equal((await read(polygon.lane(ethereum.domain))).nextInboundNonce, nonce, 'nothing was committed');

    await chain.mine(1);
    await alice.reaches(id, 'completed');
  });

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
