import { strict as assert } from 'node:assert';
import { devAccount, devKey } from '@causeway/devnet';
import { controlOf } from '../support/chain-control.ts';
import type { ChainControl } from '../support/control.ts';
import { read } from '../support/invariants.ts';
import { relayerSees } from '../support/relayer-view.ts';
import { sharedStack } from '../support/shared.ts';
import { askToCommit } from '../support/signing.ts';
import type { Stack } from '../support/stack.ts';
import { until } from '../support/wait.ts';

describe('finality of Solana', function () {
  this.timeout(400_000);
  let stack: Stack;
  let chain: ChainControl;

  before(async () => {
    stack = await sharedStack('solana');
    chain = controlOf(stack, 'solana');
  });

  it('31 slots do not mint, and signers refuse; 32 do', async () => {
    const solana = stack.provider('solana');
    const ethereum = stack.provider('ethereum');
    const alice = stack.as('alice');
    const nonce = (await read(solana.lane(ethereum.domain))).nextOutboundNonce;
    await chain.freeze();
    try {
      const destinationAddress = devAccount('bob').address;
      const id = await alice.order({ from: 'SOL', to: 'ethereum', amount: '0.07', destinationAddress });
      const lock = await until('the lock is sent', async () => {
        await chain.mine(1);
        return (await alice.status(id)).lockTransaction ?? undefined;
      });
      const slot = await chain.blockOf(lock);
      await chain.mine(slot + 31 - (await chain.head()));
      await relayerSees(stack, 'solana', slot + 31);
      await until('31 confirmations are shown', async () => (await alice.status(id)).confirmations === 31);

      const message = { source: solana.domain, destination: ethereum.domain, nonce };
      const anchor = await read(ethereum.anchor(devKey('relayer', 'evm')));
      assert.equal(await askToCommit(stack, message, anchor), 'NOT_FINAL');
      assert.equal((await alice.status(id)).status, 'confirming');
      assert.equal((await read(ethereum.lane(solana.domain))).nextInboundNonce, nonce, 'nothing was committed');

      await chain.mine(1);
      await alice.reaches(id, 'completed');
    } finally {
      await chain.thaw();
    }
  });
});
