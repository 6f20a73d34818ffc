import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  bytesToHex,
  concatHex,
  exactHex,
  type Hex,
  hexToBytes,
  isHex,
  keccak256,
  keccak256Bytes,
  padLeft,
  readerOf,
  uintToHex,
} from '../src/index.ts';
import { bytes, uint } from './support/arbitraries.ts';

describe('hex', () => {
  it('recognises whole bytes behind 0x, of a length when asked', () => {
    for (const text of ['0x', '0x00', '0xAbCd']) assert.equal(isHex(text), true, text);
    for (const value of ['', '00', '0X00', '0x0', '0xgg', '0x00\n', ' 0x00', '0x00 ', 0, null, undefined, {}]) {
      assert.equal(isHex(value), false, String(value));
    }
    assert.equal(isHex('0x0011', 2), true);
    assert.equal(isHex('0x0011', 1), false);
    assert.equal(isHex('0x001g', 2), false);
  });

  it('turns bytes into text and back, whatever buffer they lie in', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.nat({ max: 8 }), (data, offset) => {
        const inside = new Uint8Array(data.length + offset + 3).subarray(offset, offset + data.length);
        inside.set(data);
        assert.deepEqual(hexToBytes(bytesToHex(inside)), data);
      }),
    );
    assert.equal(bytesToHex(Uint8Array.of(0, 171)), '0x00ab');
    assert.throws(() => hexToBytes('0xabc'), TypeError);
    assert.throws(() => hexToBytes('text'), TypeError);
  });

  it('writes integers big-endian and refuses those that do not fit', () => {
    fc.assert(
      fc.property(uint((1n << 128n) - 1n), (n) => {
        const hex = uintToHex(n, 16);
        assert.equal(BigInt(hex), n);
        assert.equal(isHex(hex, 16), true);
      }),
    );
    assert.equal(uintToHex(258, 4), '0x00000102');
    assert.equal(uintToHex(255, 1), '0xff');
    for (const value of [256, -1, 1n << 64n]) assert.throws(() => uintToHex(value, 1), RangeError);
    for (const value of [0.5, Number.NaN, Number.POSITIVE_INFINITY])
      assert.throws(() => uintToHex(value, 8), RangeError);
  });

  it('pads on the left, in lower case', () => {
    assert.equal(padLeft('0xAB', 3), '0x0000ab');
    assert.equal(padLeft('0x'), `0x${'00'.repeat(32)}`);
    assert.throws(() => padLeft('0x000001', 2), RangeError);
    assert.throws(() => padLeft('1234'), TypeError);
  });

  it('keeps words of the exact length only', () => {
    assert.equal(exactHex('0xABCD', 2, 'word'), '0xabcd');
    for (const word of ['0xabcd00', '0xab', 'abcd', ''])
      assert.throws(() => exactHex(word, 2, 'word'), /word must have 2/);
  });

  it('takes apart what was put together, and not more', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 40 }).chain(bytes)), (parts) => {
        const take = readerOf(concatHex(...parts));
        for (const part of parts) assert.equal(take((part.length - 2) / 2), part);
        assert.throws(() => take(1), RangeError);
      }),
    );
  });
});

describe('keccak256', () => {
  it('gives the known digests', () => {
    assert.equal(keccak256('0x'), '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470');
    assert.equal(keccak256('0x616263'), '0x4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45');
    assert.equal(
      bytesToHex(keccak256Bytes(Buffer.from('abc'))),
      '0x4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45',
    );
  });

  it('hashes bytes, not their text, in either case', () => {
    assert.equal(keccak256('0xABCD'), keccak256('0xabcd'));
    assert.notEqual(keccak256('0xabcd'), bytesToHex(keccak256Bytes(Buffer.from('0xabcd'))));
  });

  it('refuses what the library would hash as text or pad', () => {
    for (const text of ['abc', '0xabc', '0xzz', '']) assert.throws(() => keccak256(text as Hex), TypeError);
  });
});
