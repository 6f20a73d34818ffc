import { strict as assert } from 'node:assert';
import type { Hex } from '@causeway/protocol';
import { decodeMultiSendData } from '@safe-global/protocol-kit';
import { getAddress, ZeroAddress } from 'ethers';
import { safeAbi } from '../../src/evm/abi.ts';
import { bridgeCallsOf, decodeMultiSend, encodeMultiSend, type SafeDeployment } from '../../src/evm/oracle-payload.ts';

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

describe('the bridge’s calls in a Safe’s transaction', () => {
  const OTHER = getAddress(`0x${'cd'.repeat(20)}`);
  const deployment: SafeDeployment = {
    chainId: 1,
    safe: getAddress(`0x${'5a'.repeat(20)}`),
    multiSendCallOnly: getAddress(`0x${'ee'.repeat(20)}`),
    contracts: {},
  };
  const execution = (to: string, data: Hex, operation: 0 | 1) =>
    safeAbi.encodeFunctionData('execTransaction', [
      ...[to, 0, data, operation, 0, 0, 0, ZeroAddress, ZeroAddress],
      '0x',
    ]);
  const found = (to: string, data: Hex, operation: 0 | 1) =>
    bridgeCallsOf(execution(to, data, operation), deployment, BRIDGE);

  it('are one call, or the calls in a MultiSendCallOnly', () => {
    assert.deepEqual(found(BRIDGE, '0xc0ffee', 0), ['0xc0ffee']);
    assert.deepEqual(found(deployment.multiSendCallOnly, encodeMultiSend(BRIDGE, CALLS), 1), CALLS);
  });

  it('are none when another contract is called too, or in another way', () => {
    const mixed = (first: string, second: string): Hex => {
      const [head, tail] = [encodeMultiSend(first, ['0x01']), encodeMultiSend(second, ['0x01'])];
      const both = encodeMultiSend(BRIDGE, ['0x01', '0x01']);
      const target = (multiSend: Hex) => /0x.{128}.{8}00(.{40})/.exec(multiSend)?.[1] as string;
      const at = both.indexOf(target(both));
      const last = both.lastIndexOf(target(both));
      const swapped =
        both.slice(0, at) + target(head) + both.slice(at + 40, last) + target(tail) + both.slice(last + 40);
      return swapped as Hex;
    };
    const multi = deployment.multiSendCallOnly;
    assert.deepEqual(found(multi, mixed(BRIDGE, BRIDGE), 1), ['0x01', '0x01']);
    assert.equal(found(multi, mixed(BRIDGE, OTHER), 1), null);
    assert.equal(found(multi, mixed(OTHER, BRIDGE), 1), null);
    assert.equal(found(OTHER, '0xc0ffee', 0), null);
    assert.equal(found(OTHER, encodeMultiSend(BRIDGE, CALLS), 1), null);
    assert.equal(found(multi, encodeMultiSend(BRIDGE, CALLS), 0), null);
  });
});
