import { strict as assert } from 'node:assert';
import { devAccount, devKey } from '@causeway/devnet';
import { ZERO_32 } from '@causeway/protocol';
import { Keypair } from '@solana/web3.js';
import { controlOf } from '../support/chain-control.ts';
import { assertConserved, read } from '../support/invariants.ts';
import { type NetworkName, type Stack, startStack } from '../support/stack.ts';
import { until } from '../support/wait.ts';

const ETHER = 10n ** 18n;
/** Lamports in one SOL; bridged ether has as many units on Solana, where it has 9 decimals. */
const SOL = 10n ** 9n;

const bob = devAccount('bob').address;
const bobOnSolana = devAccount('bob', 'solana').address;
const carol = devAccount('carol').address;
const carolOnSolana = devAccount('carol', 'solana').address;

/** Lanes that are given up soon, so that refunds can be watched; nothing else is sent over them. */
const REFUND_LANES = {
  'solana:arbitrum': 12,
  'arbitrum:solana': 12,
} as const;

describe('orders between Solana and EVM chains', function () {
  this.timeout(400_000);
  let stack: Stack;

  before(async () => {
    stack = await startStack({ families: ['main'], cancelAfterSeconds: { default: 300, lanes: REFUND_LANES } });
  });
  after(() => stack?.stop());

  const balance = (at: NetworkName, owner: string, home: NetworkName) =>
    read(stack.provider(at).balance(owner, stack.provider(home).domain));

  it('locks ether at its home and mints it on Solana, to a wallet that never held it', async () => {
    const stranger = Keypair.generate().publicKey.toBase58();
    const alice = stack.as('alice');
    const id = await alice.order({ from: 'ETH', to: 'solana', amount: '0.5', destinationAddress: stranger });
    const done = await alice.reaches(id, 'completed');
    assert.equal(await balance('solana', stranger, 'ethereum'), SOL / 2n);
    assert.ok(done.lockTransaction !== null && done.mintTransaction !== null);
    assert.ok(done.signatures >= 3, 'three of five signed');
    await until('the order is final', async () => (await alice.status(id)).final);
  });

  it('burns it on Solana and releases it at home', async () => {
    const bobs = stack.as('bob');
    const there = await bobs.order({ from: 'ETH', to: 'solana', amount: '0.3', destinationAddress: bobOnSolana });
    await bobs.reaches(there, 'completed');
    const before = await balance('ethereum', carol, 'ethereum');
    const back = await bobs.order({ from: 'ETH@solana', to: 'ethereum', amount: '0.2', destinationAddress: carol });
    await bobs.reaches(back, 'completed');
    assert.equal((await balance('ethereum', carol, 'ethereum')) - before, ETHER / 5n);
  });

  it('locks SOL and mints it on an EVM chain, and releases it on the way back', async () => {
    const bobs = stack.as('bob');
    const there = await bobs.order({ from: 'SOL', to: 'polygon', amount: '1', destinationAddress: bob });
    await bobs.reaches(there, 'completed');
    assert.equal(await balance('polygon', bob, 'solana'), SOL);
    const before = await balance('solana', carolOnSolana, 'solana');
    const back = await bobs.order({
      from: 'SOL@polygon',
      to: 'solana',
      amount: '0.4',
      destinationAddress: carolOnSolana,
    });
    await bobs.reaches(back, 'completed');
    assert.equal((await balance('solana', carolOnSolana, 'solana')) - before, (4n * SOL) / 10n);
  });

  it('credits a wallet that the release would leave below rent exemption, and completes', async () => {
    const stranger = Keypair.generate().publicKey.toBase58();
    const bobs = stack.as('bob');
    const id = await bobs.order({ from: 'SOL@polygon', to: 'solana', amount: '0.0005', destinationAddress: stranger });
    await bobs.reaches(id, 'completed');
    assert.equal(await read(stack.provider('solana').claimable(stranger)), SOL / 2_000n);
    assert.equal(await balance('solana', stranger, 'solana'), 0n);
  });

  it('delivers a lock on Solana that nobody ordered through the API, and shows it as an order', async () => {
    const solana = stack.provider('solana');
    const ethereum = stack.provider('ethereum');
    const before = await balance('ethereum', carol, 'solana');
    const recipient = ethereum.parseAddress(carol);
    assert.ok(recipient.ok);
    const args = { remote: ethereum.domain, recipient: recipient.value, localAmount: SOL / 4n, reference: ZERO_32 };
    const lock = await read(solana.lockTokens(devKey('dave', 'solana'), args));
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
    /** Runs `work` while nothing is minted or released at `name`. */
    async function whilePaused(name: NetworkName, work: () => Promise<void>): Promise<void> {
      const control = controlOf(stack, name);
      await control.pauseInbound();
      try {
        await work();
      } finally {
        await control.unpauseInbound();
      }
    }

    it('a lock of SOL is cancelled on the EVM chain and paid back on Solana', async () => {
      const solana = stack.provider('solana');
      const arbitrum = stack.provider('arbitrum');
      const outstanding = (await read(solana.lane(arbitrum.domain))).outstanding;
      await whilePaused('arbitrum', async () => {
        const caller = stack.as('alice');
        const id = await caller.order({ from: 'SOL', to: 'arbitrum', amount: '2', destinationAddress: bob });
        const refunded = await caller.reaches(id, 'refunded');
        assert.ok(refunded.isRolledBack && refunded.refundTransaction !== null && refunded.mintTransaction === null);
      });
      assert.equal((await read(solana.lane(arbitrum.domain))).outstanding, outstanding);
    });

    it('a lock on the EVM chain is cancelled on Solana and paid back at home; so is a burn there', async () => {
      const caller = stack.as('alice');
      const aliceOnSolana = devAccount('alice', 'solana').address;
      const there = await caller.order({ from: 'ARB', to: 'solana', amount: '3', destinationAddress: aliceOnSolana });
      await caller.reaches(there, 'completed');
      const held = await balance('solana', aliceOnSolana, 'arbitrum');
      assert.ok(held >= 3n * SOL);

      await whilePaused('solana', async () => {
        const lock = await caller.order({ from: 'ARB', to: 'solana', amount: '1', destinationAddress: bobOnSolana });
        await caller.reaches(lock, 'refunded');
      });
      await whilePaused('arbitrum', async () => {
        const burn = await caller.order({ from: 'ARB@solana', to: 'ARB', amount: '3', destinationAddress: bob });
        await caller.reaches(burn, 'refunded');
      });
      assert.equal(await balance('solana', aliceOnSolana, 'arbitrum'), held, 'minted back');
    });
  });

  it('ends with every asset conserved', async () => {
    await assertConserved(stack.registry.providers);
  });
});
