import assert from 'node:assert/strict';
import { KIND, type Message } from '@causeway/protocol';
import type { Address } from '@solana/kit';
import { batchOf } from '../../conformance/src/messages.ts';
import { ROOT } from '../../conformance/src/setting.ts';
import { intervalOf, useBridge } from './support/bridge.ts';
import { withAccounts } from './support/call.ts';
import { SYSTEM_PROGRAM } from './support/chain.ts';
import { ADMIN, OTHER, PAYER, REMOTE, STRANGER } from './support/setting.ts';

describe('closeRoot', () => {
  const bridge = useBridge();
  const { calls, chain, at } = bridge;
  const lock = bridge.inbound(KIND.lock);
  const rootAddress = at.root(REMOTE.domain, 0n, 2);
  /** An interval of two, and another one after it. */
  const commitTwo = () => {
    const committed = bridge.commit([lock, lock]);
    bridge.commit([lock]);
    return committed;
  };
  const finish = (committed = commitTwo()) => {
    bridge.run(calls.cancel(committed, 0));
    bridge.run(calls.mint(committed, 1));
    return committed;
  };

  it('gives the whole rent back to who paid it, and leaves no account', () => {
    const before = chain.lamports(PAYER);
    const interval = intervalOf(finish());
    const rent = chain.lamports(rootAddress);
    // Page and credit stay.
    const spent = before - chain.lamports(PAYER);
    bridge.run(calls.closeRoot(interval));
    assert.equal(chain.lamports(PAYER), before - spent + rent);
    assert.equal(chain.account(rootAddress), undefined);
  });

  it('takes lamports along that someone sent there', () => {
    const interval = intervalOf(finish());
    const root = chain.account(rootAddress);
    assert(root !== undefined);
    chain.put(rootAddress, { ...root, lamports: root.lamports + 5n });
    const before = chain.lamports(PAYER);
    bridge.run(calls.closeRoot(interval));
    assert.equal(chain.lamports(PAYER), before + root.lamports + 5n);
  });

  it('pays a payer that has become a program', () => {
    const interval = intervalOf(finish());
    chain.put(PAYER, { ...chain.account(bridge.program), lamports: 10n ** 9n } as never);
    const rent = chain.lamports(rootAddress);
    bridge.run(calls.closeRoot(interval));
    assert.equal(chain.lamports(PAYER), 10n ** 9n + rent);
  });

  it('is refused while a message is neither executed nor cancelled', () => {
    const committed = commitTwo();
    const close = calls.closeRoot(intervalOf(committed));
    bridge.refuse(close, 'RootInUse');
    bridge.run(calls.mint(committed, 1));
    bridge.refuse(close, 'RootInUse');
    bridge.run(calls.cancel(committed, 0));
    bridge.run(close);
  });

  it('is refused for the last interval of a lane, which tells where it begins', () => {
    const committed = bridge.commit([lock]);
    bridge.run(calls.mint(committed, 0));
    const close = calls.closeRoot(intervalOf(committed));
    bridge.refuse(close, 'RootInUse');
    const next = bridge.commit([lock]);
    bridge.run(close);
    bridge.run(calls.mint(next, 0));
    bridge.refuse(calls.closeRoot(intervalOf(next)), 'RootInUse');
  });

  it('needs the remote of the lane', () => {
    bridge.run(calls.setRemote(OTHER));
    const close = calls.closeRoot(intervalOf(finish()));
    const refused = { [at.remote(OTHER.domain)]: 'InvalidAccount', [at.bridge]: 'InvalidAccount' };
    for (const [remote, code] of Object.entries(refused))
      bridge.refuse(withAccounts(close, { remote: remote as Address }), code);
    bridge.run(close);
  });

  it('is refused while a replaced message may still be cancelled', () => {
    const committed = finish();
    const other = committed.messages.map((message): Message => ({ ...message, sender: lock.recipient }));
    const { batch } = batchOf(other);
    bridge.run(calls.pause('pauseInbound'));
    bridge.run(calls.replaceRoot({ ...intervalOf(committed), root: batch.root }, [0n]));
    const close = calls.closeRoot(intervalOf(committed));
    bridge.refuse(close, 'RootInUse');
    bridge.run(calls.cancel({ messages: other, batch }, 0));
    bridge.run(close);
  });

  it('pays nobody but who paid', () => {
    const interval = intervalOf(finish());
    for (const rentTo of [STRANGER, ADMIN, at.escrow, rootAddress])
      bridge.refuse(calls.closeRoot(interval, rentTo), 'InvalidAccount');
  });

  it('is refused twice, and for what was never committed', () => {
    const interval = intervalOf(finish());
    bridge.run(calls.closeRoot(interval));
    bridge.refuse(calls.closeRoot(interval), 'UnknownRoot');
    bridge.refuse(calls.closeRoot({ ...interval, count: 1 }), 'UnknownRoot');
    chain.put(rootAddress, { lamports: 10n ** 9n, owner: SYSTEM_PROGRAM, data: new Uint8Array() });
    bridge.refuse(calls.closeRoot(interval), 'UnknownRoot');
  });

  it('leaves later calls the reason why nothing is to be done', () => {
    const committed = finish();
    bridge.run(calls.closeRoot(intervalOf(committed)));
    bridge.refuse(calls.mint(committed, 1), 'AlreadyExecuted');
    bridge.refuse(calls.cancel(committed, 1), 'AlreadyExecuted');
    bridge.refuse(calls.mint(committed, 0), 'AlreadyCancelled');
    bridge.refuse(calls.cancel(committed, 0), 'AlreadyCancelled');
    assert.equal(bridge.statusOf(0n), 'cancelled');
    assert.equal(bridge.statusOf(1n), 'executed');
  });

  it('does not open the interval again', () => {
    const interval = intervalOf(finish());
    bridge.run(calls.closeRoot(interval));
    bridge.refuse(calls.commitRoot(interval), 'NonceGap');
  });

  it('goes on while everything is paused', () => {
    const interval = intervalOf(finish());
    for (const name of ['pauseInbound', 'pauseOutbound'] as const) bridge.run(calls.pause(name));
    bridge.run(calls.pauseRemote('pauseRemote', REMOTE.domain));
    bridge.run(calls.closeRoot(interval));
  });

  it('needs the pages of the interval', () => {
    const interval = intervalOf(finish());
    for (const page of ['firstStatus', 'lastStatus'])
      bridge.refuse(withAccounts(calls.closeRoot(interval), { [page]: at.bridge }), 'InvalidAccount');
  });
});

describe('replaceRoot', () => {
  const bridge = useBridge();
  const { calls, chain, at } = bridge;
  const lock = bridge.inbound(KIND.lock);
  const interval = { source: REMOTE.domain, firstNonce: 0n, count: 2, root: ROOT };
  const pause = () => bridge.run(calls.pause('pauseInbound'));
  /** Two intervals, the first of which is closed. */
  const closed = () => {
    const committed = bridge.commit([lock, lock]);
    bridge.commit([lock]);
    bridge.run(calls.mint(committed, 0));
    bridge.run(calls.cancel(committed, 1));
    bridge.run(calls.closeRoot(intervalOf(committed)));
    return committed;
  };

  describe('creates a root anew', () => {
    it('that was closed, at the admin’s expense', () => {
      closed();
      pause();
      bridge.runEmitting(calls.replaceRoot(interval, [0n]), 'rootReplaced', { ...interval, changed: [0n] });
      assert.deepEqual(bridge.root(interval), { ...interval, payer: ADMIN });
      assert.deepEqual([bridge.statusOf(0n), bridge.statusOf(1n)], ['replaced', 'cancelled']);
    });

    it('under which a replaced message is cancelled', () => {
      const { messages } = closed();
      pause();
      const right = batchOf(messages.map((message) => ({ ...message, sender: lock.recipient })));
      bridge.run(calls.replaceRoot(intervalOf(right), [0n]));
      bridge.run(calls.cancel(right, 0));
      bridge.run(calls.closeRoot(intervalOf(right), ADMIN));
    });

    it('for any 1 to 64 nonces that end at or below the next', () => {
      bridge.commit(Array.from({ length: 64 }, () => lock));
      bridge.commit([lock]);
      pause();
      for (const [firstNonce, count] of [
        [0n, 1],
        [63n, 2],
        [1n, 64],
      ] as const)
        bridge.run(calls.replaceRoot({ ...interval, firstNonce, count }, []));
      for (const [firstNonce, count] of [
        [0n, 65],
        [65n, 1],
        [2n, 64],
        [1n, 0],
        [2n ** 64n - 1n, 1],
      ] as const)
        bridge.refuse(calls.replaceRoot({ ...interval, firstNonce, count }, []), 'UnknownRoot');
    });

    it('only where no message of the lane is later', () => {
      pause();
      bridge.refuse(calls.replaceRoot(interval, []), 'UnknownRoot');
    });
  });

  describe('drops the last interval', () => {
    it('with the root, whose rent goes back to who paid it', () => {
      const committed = bridge.commit([lock, lock]);
      const rent = chain.lamports(at.root(REMOTE.domain, 0n, 2));
      pause();
      const before = chain.lamports(PAYER);
      bridge.run(calls.drop(intervalOf(committed)));
      assert.equal(chain.lamports(PAYER), before + rent);
      assert.equal(chain.account(at.root(REMOTE.domain, 0n, 2)), undefined);
      assert.equal(bridge.remote().nextInboundNonce, 0n);
    });

    it('whose root was closed before, once it is created anew', () => {
      closed();
      pause();
      bridge.run(calls.drop({ ...interval, firstNonce: 2n, count: 1 }));
      bridge.refuse(calls.drop(interval, null), 'UnknownRoot');
      bridge.run(calls.replaceRoot(interval, []));
      bridge.run(calls.drop(interval, ADMIN));
      assert.equal(bridge.remote().nextInboundNonce, 0n);
      assert.deepEqual([bridge.statusOf(0n), bridge.statusOf(1n)], ['replaced', 'replaced']);
    });

    it('whole, and pays nobody but who paid', () => {
      const committed = bridge.commit([lock, lock]);
      bridge.run(calls.mint(committed, 0));
      bridge.run(calls.mint(committed, 1));
      pause();
      bridge.refuse(calls.drop({ ...interval, firstNonce: 1n, count: 1 }, null), 'UnknownRoot');
      bridge.refuse(calls.drop(intervalOf(committed), null), 'InvalidAccount');
      bridge.refuse(calls.drop(intervalOf(committed), STRANGER), 'InvalidAccount');
      bridge.run(calls.drop(intervalOf(committed)));
    });

    it('on two pages', function () {
      this.timeout(60_000);
      for (let first = 0n; first < 4_096n - 64n; first += 64n)
        bridge.run(calls.commitRoot({ ...interval, firstNonce: first, count: 64 }));
      bridge.commit([lock]);
      const last = bridge.commit(Array.from({ length: 64 }, () => lock));
      for (const index of [0, 62, 63]) bridge.run(calls.cancel(last, index));
      pause();
      bridge.run(calls.drop(intervalOf(last)));
      const { firstNonce } = last.batch;
      const statuses = [0n, 1n, 62n, 63n].map((offset) => bridge.statusOf(firstNonce + offset));
      assert.deepEqual(statuses, ['replaced', 'none', 'replaced', 'replaced']);
      assert.equal(bridge.remote().nextInboundNonce, firstNonce);
    });
  });
});
