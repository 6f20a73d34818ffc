import { strict as assert } from 'node:assert';
import { devKey } from '@causeway/devnet';
import { accountOn, controlOf } from '../support/chain-control.ts';
import type { SystemKind } from '../support/control.ts';
import { read } from '../support/invariants.ts';
import { relayerSees } from '../support/relayer-view.ts';
import { askToCommit } from '../support/signing.ts';
import type { Stack } from '../support/stack.ts';
import { until } from '../support/wait.ts';

/** Checks that a lock with 31 confirmations is neither signed nor minted, and that one more delivers it. */
export function waitsForFinality({ chain: name, asset, peer }: SystemKind, stackOf: () => Promise<Stack>): void {
  it('31 confirmations do not mint, and signers refuse; 32 do', async () => {
    const stack = await stackOf();
    const chain = controlOf(stack, name);
    const [source, destination] = [stack.provider(name), stack.provider(peer)];
    const alice = stack.as('alice');
    const nonce = (await read(source.lane(destination.domain))).nextOutboundNonce;
    await chain.freeze();
    try {
      const id = await alice.order({
        from: asset,
        to: peer,
        amount: '0.07',
        destinationAddress: accountOn('bob', peer),
      });
      const lock = await until('the lock is included', async () => {
        await chain.mine(1);
        return (await alice.status(id)).lockTransaction ?? undefined;
      });
      const block = await chain.blockOf(lock);
      await chain.mine(block + 31 - (await chain.head()));
      await relayerSees(stack, name, block + 31);
      await until('31 confirmations are shown', async () => (await alice.status(id)).confirmations === 31);

      const message = { source: source.domain, destination: destination.domain, nonce };
      const anchor = await read(destination.anchor(devKey('relayer')));
      assert.equal(await askToCommit(stack, message, anchor), 'NOT_FINAL');
      assert.equal((await alice.status(id)).status, 'confirming');
      const { nextInboundNonce } = await read(destination.lane(source.domain));
      assert.equal(nextInboundNonce, nonce, 'nothing was committed');

      await chain.mine(1);
      await alice.reaches(id, 'completed');
    } finally {
      await chain.thaw();
    }
  });
}
