import assert from 'node:assert/strict';
import { KIND } from '@causeway/protocol';
import { ROOT } from '../../conformance/src/setting.ts';
import { PAGE_NONCES } from './support/addresses.ts';
import { useBridge } from './support/bridge.ts';
import { SYSTEM_PROGRAM } from './support/chain.ts';
import { REMOTE } from './support/setting.ts';

const interval = (firstNonce: bigint, count: number) => ({ source: REMOTE.domain, firstNonce, count, root: ROOT });

describe('commitRoot', () => {
  const bridge = useBridge();
  const { calls, chain, at } = bridge;

  it('creates the next status page when an interval reaches it', () => {
    for (let first = 0n; first < PAGE_NONCES - 32n; first += 64n)
      bridge.run(calls.commitRoot(interval(first, first + 64n > PAGE_NONCES - 32n ? 32 : 64)));
    assert.equal(bridge.remote().nextInboundNonce, PAGE_NONCES - 32n);
    assert.equal(chain.account(at.status(REMOTE.domain, PAGE_NONCES)), undefined);
    const last = bridge.commit(Array.from({ length: 64 }, () => bridge.inbound(KIND.lock)));
    const page = bridge.read('statusPage', at.status(REMOTE.domain, PAGE_NONCES));
    assert.deepEqual([page.source, page.page], [REMOTE.domain, 1n]);
    for (const index of [31, 32]) bridge.run(calls.cancel(last, index));
    assert.equal(bridge.statusOf(PAGE_NONCES - 1n), 'cancelled');
    assert.equal(bridge.statusOf(PAGE_NONCES), 'cancelled');
    assert.equal(bridge.statusOf(PAGE_NONCES + 1n), 'none');
  });

  it('is not stopped by lamports that someone sent to the addresses of its accounts', () => {
    for (const address of [at.root(REMOTE.domain, 0n, 3), at.status(REMOTE.domain, 0n)])
      for (const lamports of [1n, 10n ** 9n])
        chain.put(address, { lamports, owner: SYSTEM_PROGRAM, data: new Uint8Array() });
    bridge.run(calls.commitRoot(interval(0n, 3)));
    assert.equal(bridge.statusOf(0n), 'none');
  });

  it('is refused for more than 64 messages', () => {
    for (const count of [65, 2 ** 32 - 1]) bridge.refuse(calls.commitRoot(interval(0n, count)), 'BatchTooLarge');
  });
});
