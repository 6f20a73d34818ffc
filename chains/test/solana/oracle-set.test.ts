import { strict as assert } from 'node:assert';
import { PublicKey } from '@solana/web3.js';
import { parseSolanaAddress } from '../../src/solana/address.ts';
import { oracleSetOf } from '../../src/solana/oracle-set.ts';
import { codeOf, must } from '../support/bridges.ts';

describe("the oracle's groups", () => {
  const keys = (count: number) =>
    Array.from({ length: count }, (_, index) => new PublicKey(Buffer.alloc(32, index + 1)).toBase58());
  const names = (members: readonly string[], threshold: number) =>
    must(oracleSetOf(members, threshold)).groups.map((group) => group.map((key) => key.toBytes()[0]).join(''));

  it('are all groups of exactly the threshold, in one order for any order of the members', () => {
    const expected = ['12', '13', '23'];
    assert.deepEqual(names(keys(3), 2), expected);
    assert.deepEqual(names(keys(3).reverse(), 2), expected);
    assert.deepEqual(names(keys(1), 1), ['1']);
    assert.equal(names(keys(5), 3).length, 10);
    assert.equal(new Set(names(keys(7), 4)).size, 35);
  });

  it('must be few enough to sign for each', () => {
    assert.equal(codeOf(oracleSetOf(keys(8), 5)), 'InvalidOracle');
  });

  it('are of distinct addresses and a threshold that can be reached', () => {
    const [first = '', second = ''] = keys(2);
    for (const [members, threshold] of [
      [[first, first], 2],
      [[first, 'x'], 1],
      [[first, second], 3],
      [[first, second], 0],
    ] as const) {
      assert.equal(codeOf(oracleSetOf(members, threshold)), 'InvalidOracle');
    }
  });
});

describe('Solana addresses', () => {
  it('are 32 bytes in base58 and nothing else', () => {
    const text = new PublicKey(Buffer.alloc(32, 9)).toBase58();
    assert.equal(must(parseSolanaAddress(text)), `0x${'09'.repeat(32)}`);
    for (const wrong of [
      '',
      'x',
      `${text}1`,
      `1${text}`,
      ` ${text}`,
      '0x00',
      PublicKey.default.toBase58(),
      '1'.repeat(400),
    ]) {
      assert.equal(codeOf(parseSolanaAddress(wrong)), 'INVALID_ADDRESS', wrong);
    }
  });
});
