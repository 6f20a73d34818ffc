import { strict as assert } from 'node:assert';
import { lockTokens } from '@causeway/chains';
import { devAccount, devKey } from '@causeway/devnet';
import { type Hex, padLeft, ZERO_32 } from '@causeway/protocol';
import { describeSystem } from '../scenarios/whole-system.ts';
import { whilePaused } from '../support/chain-control.ts';
import { executionsAt } from '../support/executions.ts';
import { assertConserved, read } from '../support/invariants.ts';
import { RADIX, RadixControl } from '../support/radix-control.ts';
import { comesTooLate } from '../support/refunds.ts';
import type { NetworkName, Stack } from '../support/stack.ts';
import { until } from '../support/wait.ts';
import { watch } from '../support/ways.ts';

const carol = { evm: devAccount('carol').address, radix: devAccount('carol', 'radix').address };

/** Number of epochs in which an oracle transaction can be committed. */
const A_WINDOW = 2;

/** 30 bytes that are no account: the node id of XRD, of no entity, and of an account that nobody created. */
const NO_ACCOUNTS: readonly Hex[] = [
  padLeft('0x5da66318c6318c61f5a61b4c6318c6318cf794aa8d295f14e6318c6318c6'),
  padLeft(`0x00${'5b'.repeat(29)}`),
  padLeft(`0xc1${'5b'.repeat(29)}`),
];

const stackOf = describeSystem(RADIX);

describe('orders to and from Radix', function () {
  this.timeout(400_000);
  let stack: Stack;
  let ledger: RadixControl;

  before(async () => {
    stack = await stackOf();
    ledger = new RadixControl(stack);
  });

  const outstanding = async (home: NetworkName, remote: NetworkName) =>
    (await read(stack.provider(home).lane(stack.provider(remote).domain))).outstanding;

  it('delivers what a wallet locks with the manifest that the API hands out', async () => {
    const received = await watch(stack, 'ethereum', carol.evm, 'XRD');
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
    assert.equal(await received(), '4');
  });

  it('mints ten orders in one transaction, with their root', async () => {
    const caller = stack.as('alice');
    const request = { from: 'ETH', to: 'radix', amount: '0.01', destinationAddress: carol.radix };
    const received = await watch(stack, 'radix', carol.radix, 'ETH');
    let ids: readonly string[] = [];
    await whilePaused(stack, 'radix', async () => {
      ids = await Promise.all(Array.from({ length: 10 }, () => caller.order(request)));
      for (const id of ids) await caller.reaches(id, 'proving');
    });
    await caller.completesAll(ids);
    const statuses = await Promise.all(ids.map((id) => caller.status(id)));
    assert.equal(new Set(statuses.map(({ mintTransaction }) => mintTransaction)).size, 1);
    assert.equal(await received(), '0.1');
  });

  it('refunds locks for what is no account on Radix, without waiting, and delivers what came with them', async () => {
    const ethereum = stack.provider('ethereum');
    const remote = stack.provider('radix').domain;
    const before = await outstanding('ethereum', 'radix');
    const locks: string[] = [];
    for (const recipient of NO_ACCOUNTS) {
      const args = { remote, recipient, localAmount: 10n ** 17n, reference: ZERO_32 };
      locks.push(await read(lockTokens(ethereum, devKey('dave'), args)));
    }
    const caller = stack.as('alice');
    const id = await caller.order({ from: 'ETH', to: 'radix', amount: '0.02', destinationAddress: carol.radix });
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

  it('wait for no blocks: what is on Radix is final at once', async () => {
    const alice = stack.as('alice');
    const bobs = stack.address('bob', 'ethereum');
    const id = await alice.order({ from: 'XRD', to: 'ethereum', amount: '2', destinationAddress: bobs });
    await alice.reaches(id, 'proving', 'signing', 'minting', 'completed');
    await ledger.freeze();
    try {
      const done = await alice.reaches(id, 'completed');
      assert.deepEqual([done.confirmations, done.requiredConfirmations], [0, 0]);
    } finally {
      await ledger.thaw();
    }
    const bob = stack.as('bob');
    const back = await bob.order({ from: 'XRD@ethereum', to: 'radix', amount: '1', destinationAddress: carol.radix });
    assert.ok((await bob.reaches(back, 'completed')).final);
  });

  // These come last: ending epochs moves the ledger's time permanently ahead of the other chains', and refunds wait for
  // time.
  describe('epochs that end', () => {
    it('let a relayer that was killed propose its transaction anew, and refund once', async () => {
      const radix = stack.provider('radix');
      const alice = stack.as('alice');
      const from = (await read(radix.head())).number + 1;
      await whilePaused(stack, 'arbitrum', async () => {
        await stack.relayer.stop();
        // The relayer dies with the transaction signed and stored, but not sent.
        stack.relayer.startDoomed('during-refund');
        const id = await alice.order({ from: 'XRD', to: 'arbitrum', amount: '6', destinationAddress: carol.evm });
        await comesTooLate(stack, 'alice', [id], 'arbitrum');
        assert.equal(await stack.relayer.ended(), 'SIGKILL');
        await ledger.endEpochs(A_WINDOW);
        await stack.relayer.start();
        await alice.reaches(id, 'refunded');
        assert.ok((await stack.submissionsOf(id)).includes('dropped'), 'it had expired');
      });
      assert.deepEqual([...(await executionsAt(radix, from)).values()], [1]);
    });

    it('let signers that were down sign another proposal', async () => {
      const down = stack.signers.slice(0, 3);
      await Promise.all(down.map((signer) => signer.kill()));
      const alice = stack.as('alice');
      const id = await alice.order({ from: 'ETH', to: 'radix', amount: '0.02', destinationAddress: carol.radix });
      await until('two of them signed', async () => (await alice.status(id)).signatures === 2);
      await ledger.endEpochs(A_WINDOW);
      await Promise.all(down.map((signer) => signer.start()));
      await alice.reaches(id, 'completed');
    });

    it('lose nothing: every asset is conserved', () => assertConserved(stack.registry.providers));
  });
});
