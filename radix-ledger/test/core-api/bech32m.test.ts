import assert from 'node:assert/strict';
import { decodeBech32m, encodeBech32m, withChecksum } from '../../src/core-api/bech32m.ts';

const XRD = 'resource_sim1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxakj8n3';

describe('Core API: bech32m', () => {
  it('reads and writes an address', () => {
    const decoded = decodeBech32m(XRD);
    assert.equal(decoded?.hrp, 'resource_sim');
    assert.equal(decoded.bytes.length, 30);
    assert.equal(decoded.bytes[0], 0x5d);
    assert.equal(encodeBech32m(decoded.hrp, decoded.bytes), XRD);
  });

  it('reads what it writes, of every length', () => {
    for (let length = 0; length <= 64; length++) {
      const bytes = Uint8Array.from({ length }, (_, index) => (index * 37 + length) & 0xff);
      assert.deepEqual(decodeBech32m(encodeBech32m('txid_sim', bytes)), { hrp: 'txid_sim', bytes });
    }
  });

  it('refuses text of other checksums, alphabets and cases', () => {
    // The first text is bech32 (BIP 173), which has another checksum.
    for (const text of [
      'a12uel5l',
      'a1lqfn3b',
      'a1lqfn3',
      'A1LQFN3A',
      '1lqfn3a',
      'lqfn3a',
      '',
      'a1bqfn3a',
      'a1lqfn3a ',
    ]) {
      assert.equal(decodeBech32m(text), null, text);
    }
    assert.deepEqual(decodeBech32m('a1lqfn3a'), { hrp: 'a', bytes: new Uint8Array(0) });
  });

  it('refuses an address with any letter changed', () => {
    for (let index = XRD.indexOf('1') + 1; index < XRD.length; index++) {
      const other = XRD[index] === 'q' ? 'p' : 'q';
      assert.equal(decodeBech32m(XRD.slice(0, index) + other + XRD.slice(index + 1)), null);
    }
  });

  it('refuses padding that is not zero, and superfluous groups', () => {
    assert.deepEqual(decodeBech32m(withChecksum('a', 'qq'))?.bytes, Uint8Array.of(0));
    assert.equal(decodeBech32m(withChecksum('a', 'qp')), null);
    assert.equal(decodeBech32m(withChecksum('a', 'qqq')), null);
    assert.equal(decodeBech32m(withChecksum('a', 'q')), null);
  });
});
