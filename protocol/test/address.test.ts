import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  ADDRESS_LENGTH,
  COIN_TYPE,
  evmDomain,
  fromAddress32,
  isAddress32,
  isEvmDomain,
  slip44Domain,
  toAddress32,
  ZERO_32,
} from '../src/index.ts';
import { bytes } from './support/arbitraries.ts';

describe('padded addresses', function () {
  this.timeout(120_000);

  it('round-trip at every length, in lower case', () => {
    const raws = fc.constantFrom(20, 30, 32).chain((length) => bytes(length).map((raw) => ({ length, raw })));
    fc.assert(
      fc.property(raws, ({ length, raw }) => {
        fc.pre(!/^0x0*$/.test(raw));
        const padded = toAddress32(raw.toUpperCase().replace('0X', '0x'));
        assert.equal(padded.length, 66);
        assert.equal(isAddress32(padded, length), true);
        assert.equal(fromAddress32(padded, length), raw);
        assert.equal(fromAddress32(padded.toUpperCase().replace('0X', '0x') as `0x${string}`, length), raw);
      }),
    );
  });

  it('have 20, 30 or 32 bytes', () => {
    for (const length of [0, 19, 21, 29, 31, 33])
      assert.throws(() => toAddress32(`0x${'11'.repeat(length)}`), RangeError);
    assert.throws(() => toAddress32('11'.repeat(20)), RangeError);
  });

  it('are neither zero nor dirty in any bit of the pad', () => {
    assert.equal(isAddress32(ZERO_32, 32), false);
    assert.throws(() => fromAddress32(ZERO_32, 20), RangeError);
    for (const length of [20, 30, 32]) {
      for (let bit = 0; bit < 256; bit++) {
        const word: `0x${string}` = `0x${(1n << BigInt(bit)).toString(16).padStart(64, '0')}`;
        assert.equal(isAddress32(word, length), bit < 8 * length, `bit ${bit} of ${length} bytes`);
      }
    }
    assert.equal(isAddress32('0x11', 20), false);
  });
});

describe('domains', () => {
  it('of EVM chains are their chain ids below 2^31', () => {
    for (const chainId of [1, 137, 900_001, 2 ** 31 - 1]) assert.equal(evmDomain(chainId), chainId);
    assert.equal(evmDomain(42161n), 42161);
    for (const chainId of [0, -1, 2 ** 31, 1.5, Number.NaN, 1n << 64n])
      assert.throws(() => evmDomain(chainId), RangeError);
  });

  it('of other chains have the top bit, the network and the coin type', () => {
    assert.equal(slip44Domain('mainnet', COIN_TYPE.solana), 0x800001f5);
    assert.equal(slip44Domain('test', COIN_TYPE.radix), 0x800103fe);
    assert.equal(slip44Domain('dev', COIN_TYPE.solana), 0x800201f5);
    assert.equal(slip44Domain('local', COIN_TYPE.radix), 0x80ff03fe);
    assert.deepEqual([slip44Domain('mainnet', 0), slip44Domain('mainnet', 0xffff)], [0x80000000, 0x8000ffff]);
    for (const coinType of [-1, 0x10000, 0.5]) assert.throws(() => slip44Domain('local', coinType), RangeError);
  });

  it('are told apart by the top bit', () => {
    for (const domain of [1, 2 ** 31 - 1]) assert.equal(isEvmDomain(domain), true);
    for (const domain of [0, 2 ** 31, 0x80ff01f5, 2 ** 32 - 1]) assert.equal(isEvmDomain(domain), false);
  });

  it('go with addresses of 20, 32 and 30 bytes', () => {
    assert.deepEqual(ADDRESS_LENGTH, { evm: 20, solana: 32, radix: 30 });
  });
});
