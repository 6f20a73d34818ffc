import assert from 'node:assert/strict';
import { type Hex, KIND } from '@causeway/protocol';
import { PAGE_NONCES } from './support/addresses.ts';
import { useBridge } from './support/bridge.ts';
import { withMembers } from './support/call.ts';
import type { Interval } from './support/calls.ts';
import { SYSTEM_PROGRAM } from './support/chain.ts';
import { GUARDIAN, OTHER, REMOTE } from './support/setting.ts';

const ROOT: Hex = `0x${'4e'.repeat(32)}`;
const ZERO: Hex = `0x${'00'.repeat(32)}`;
const interval = (firstNonce: bigint, count: number, root = ROOT, source = REMOTE.domain): Interval => ({
  source,
  firstNonce,
  count,
  root,
});

describe('commitRoot', () => {
  const bridge = useBridge();
  const { calls, chain, at } = bridge;
  const refuse = (refused: Interval, error: string) => bridge.refuse(calls.commitRoot(refused), error);

  it('stores the root of the lane’s next interval', () => {
    bridge.runEmitting(calls.commitRoot(interval(0n, 3)), 'rootCommitted', { ...interval(0n, 3) });
    bridge.run(calls.commitRoot(interval(3n, 64)));
    assert.deepEqual(bridge.read('root', at.root(REMOTE.domain, 0n, 3)), interval(0n, 3));
    assert.deepEqual(bridge.read('root', at.root(REMOTE.domain, 3n, 64)), interval(3n, 64));
    assert.equal(bridge.remote().nextInboundNonce, 67n);
    assert.equal(bridge.remote().nextOutboundNonce, 0n);
    assert.equal(bridge.statusOf(66n), 'none');
  });

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

  it('works while both directions are paused', () => {
    bridge.run(calls.pause('pauseInbound', GUARDIAN));
    bridge.run(calls.pause('pauseOutbound', GUARDIAN));
    bridge.run(calls.commitRoot(interval(0n, 3)));
  });

  it('is refused without the oracle', () => {
    bridge.refuse(withMembers(calls.commitRoot(interval(0n, 3)), []), 'NotOracle');
  });

  it('is refused for the zero root', () => refuse(interval(0n, 3, ZERO), 'ZeroRoot'));

  it('is refused for an empty interval', () => refuse(interval(0n, 0), 'EmptyBatch'));

  it('is refused for more than 64 messages', () => {
    refuse(interval(0n, 65), 'BatchTooLarge');
    refuse(interval(0n, 2 ** 32 - 1), 'BatchTooLarge');
  });

  it('is refused for any other nonce than the next', () => {
    bridge.run(calls.commitRoot(interval(0n, 3)));
    for (const first of [0n, 2n, 4n, 64n]) refuse(interval(first, 1), 'NonceGap');
    for (const first of [2n ** 63n, 2n ** 64n - 1n]) refuse(interval(first, 1), 'NonceGap');
  });

  it('is refused from an unknown remote', () => refuse(interval(0n, 1, ROOT, OTHER.domain), 'UnknownRemote'));

  it('is refused from a remote that is not open', () => {
    bridge.run(calls.setRemote(OTHER));
    refuse(interval(0n, 1, ROOT, OTHER.domain), 'RemoteNotOpen');
  });
});
