// replaceRoot with the zero root over several status pages, of which each is an entry of its own.
import assert from 'node:assert/strict';
import { KIND, ZERO_32 } from '@causeway/protocol';
import type { Committed } from '../../conformance/src/messages.ts';
import { intervalOf } from './support/bridge.ts';
import { useBridge } from './support/shared.ts';

/** Nonces 2 to 130, which are on three pages of 64. */
const COUNT = 129;
/**
 * Cancelled messages of the largest interval, on each of its pages at least one, and the messages of one transaction.
 */
const PAGES = 65;
const STEP = 13;

describe('dropping an interval', () => {
  const bridge = useBridge();
  const { calls } = bridge;
  let first: Committed;
  let forged: Committed;
  const lock = () => bridge.inbound(KIND.lock);
  const drop = (committed = forged) => calls.replaceRoot({ ...intervalOf(committed), root: ZERO_32 }, []);

  beforeEach(() => {
    first = bridge.commit([lock(), lock()]);
    forged = bridge.commit(Array.from({ length: COUNT }, lock));
    bridge.run(
      calls.mint(first, 1),
      ...[0, 61, 62, 128].map((index) => calls.mint(forged, index)),
      calls.cancel(forged, 5),
      calls.pause('pause_inbound'),
    );
  });

  it('leaves Replaced what was executed or cancelled in it, and nothing else', () => {
    bridge.run(drop());
    const expected = Array.from({ length: 2 + COUNT }, (_, nonce) =>
      nonce === 1 ? 'executed' : [2, 7, 63, 64, 130].includes(nonce) ? 'replaced' : 'none',
    );
    assert.deepEqual(bridge.statuses(0n, 2 + COUNT), expected);
  });

  it('of the largest size fits into one transaction', () => {
    const largest = bridge.commit(Array.from({ length: 4_096 }, lock));
    for (let page = 0; page < PAGES; page += STEP)
      bridge.run(...Array.from({ length: STEP }, (_, offset) => calls.cancel(largest, 63 * (page + offset))));
    bridge.run(drop(largest));
    const statuses = bridge.statuses(131n, 4_096);
    assert.equal(statuses.filter((status) => status === 'replaced').length, PAGES);
    assert.equal(bridge.lane().nextInboundNonce, 131n);
  });
});
