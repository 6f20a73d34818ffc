import { strict as assert } from 'node:assert';
import type { Hex } from '@causeway/protocol';
import { decodeMultiSendData } from '@safe-global/protocol-kit';
import { getAddress } from 'ethers';
import { decodeMultiSend, encodeMultiSend } from '../../src/evm/safe.ts';

const BRIDGE = getAddress(`0x${'ab'.repeat(20)}`);
const CALLS: readonly Hex[] = ['0x', '0x01', `0x${'c0ffee'.repeat(100)}`];

describe('the calls packed for MultiSendCallOnly', () => {
  it('are read as they were written, and as protocol-kit reads them', () => {
    for (const calls of [[], CALLS.slice(0, 1), CALLS]) {
      const packed = encodeMultiSend(BRIDGE, calls);
      const expected = calls.map((data) => ({ to: BRIDGE, data }));
      assert.deepEqual(decodeMultiSend(packed), expected);
      if (calls.length === 0) continue;
      const theirs = decodeMultiSendData(packed).map(({ to, data }) => ({ to: getAddress(to), data }));
      assert.deepEqual(theirs, expected);
    }
  });

  it('are not read from anything else', () => {
    const packed = encodeMultiSend(BRIDGE, CALLS);
    assert.equal(decodeMultiSend('0x'), null);
    assert.equal(decodeMultiSend(`0xdeadbeef${packed.slice(10)}`), null);
    // The first call claims to be longer than the rest of the data.
    const length = packed.indexOf('00'.repeat(32), 10 + 2 * (64 + 53));
    assert.equal(decodeMultiSend(`${packed.slice(0, length)}${'00'.repeat(30)}ffff${packed.slice(length + 64)}`), null);
  });
});
