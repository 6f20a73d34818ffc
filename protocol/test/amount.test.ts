import assert from 'node:assert/strict';
import type { AnyFailure } from '@causeway/protocol';
import fc from 'fast-check';
import {
  formatDecimal,
  MAX_U64,
  MAX_WIRE_AMOUNT,
  parseDecimal,
  type Result,
  toLocalAmount,
  toWireAmount,
  wireDecimalsOf,
} from '../src/index.ts';
import { uint } from './support/arbitraries.ts';

const codeOf = (result: Result<bigint, AnyFailure>): string | bigint => (result.ok ? result.value : result.error.code);

describe('wire amounts', () => {
  it('have the asset’s decimals, at most 9', () => {
    assert.deepEqual([0, 6, 8, 9, 10, 18, 24].map(wireDecimalsOf), [0, 6, 8, 9, 9, 9, 9]);
    assert.equal(MAX_U64, 18_446_744_073_709_551_615n);
    assert.equal(MAX_WIRE_AMOUNT, 340_282_366_920_938_463_463_374_607_431_768_211_455n);
  });

  it('convert to local amounts and back', () => {
    const decimals = fc.record({ wire: fc.nat({ max: 9 }), more: fc.nat({ max: 38 }) });
    fc.assert(
      fc.property(uint(MAX_WIRE_AMOUNT), decimals, (wireAmount, { wire, more }) => {
        fc.pre(wireAmount > 0n);
        const localAmount = toLocalAmount(wireAmount, wire + more, wire);
        assert.ok(localAmount < 1n << 256n, 'fits a uint256');
        assert.deepEqual(toWireAmount(localAmount, wire + more, wire), { ok: true, value: wireAmount });
      }),
    );
    assert.equal(toLocalAmount(1_500_000_000n, 18, 9), 1_500_000_000_000_000_000n);
  });

  it('never lose a remainder', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: (1n << 160n) - 1n }), fc.nat({ max: 30 }), (localAmount, more) => {
        const result = toWireAmount(localAmount, 9 + more, 9);
        if (result.ok) assert.equal(toLocalAmount(result.value, 9 + more, 9), localAmount);
        else if (result.error.code === 'DustAmount') assert.notEqual(localAmount % 10n ** BigInt(more), 0n);
        else assert.ok(localAmount / 10n ** BigInt(more) > MAX_WIRE_AMOUNT);
      }),
    );
  });

  it('are refused with the contracts’ error names', () => {
    assert.equal(codeOf(toWireAmount(0n, 18, 9)), 'ZeroAmount');
    assert.equal(codeOf(toWireAmount(-1_000_000_000n, 18, 9)), 'ZeroAmount');
    assert.equal(codeOf(toWireAmount(1n, 18, 9)), 'DustAmount');
    assert.equal(codeOf(toWireAmount(1_000_000_001n, 18, 9)), 'DustAmount');
    assert.equal(codeOf(toWireAmount(1_000_000_000n, 18, 9)), 1n);
    assert.equal(codeOf(toWireAmount(MAX_WIRE_AMOUNT, 9, 9)), MAX_WIRE_AMOUNT);
    assert.equal(codeOf(toWireAmount(MAX_WIRE_AMOUNT + 1n, 9, 9)), 'AmountTooLarge');
    // Dust is reported first, as on chain.
    assert.equal(codeOf(toWireAmount((MAX_WIRE_AMOUNT + 1n) * 10n + 1n, 10, 9)), 'DustAmount');
  });

  it('exist for tokens with at least the wire decimals only', () => {
    assert.throws(() => toWireAmount(1n, 6, 9), RangeError);
    assert.throws(() => toLocalAmount(1n, 6, 9), RangeError);
  });
});

describe('decimal strings', () => {
  it('parse what they format, exactly', () => {
    fc.assert(
      fc.property(uint((1n << 190n) - 1n), fc.nat({ max: 40 }), (units, decimals) => {
        const text = formatDecimal(units, decimals);
        assert.deepEqual(parseDecimal(text, decimals), { ok: true, value: units });
        assert.equal(/\.\d*0$|\.$/.test(text), false, text);
        assert.equal(formatDecimal(-units, decimals), units === 0n ? '0' : `-${text}`);
      }),
    );
  });

  it('read as people write them', () => {
    assert.equal(formatDecimal(500_000_000n, 9), '0.5');
    assert.equal(formatDecimal(1n, 18), '0.000000000000000001');
    assert.equal(formatDecimal(1200n, 0), '1200');
    assert.equal(formatDecimal(1200n, 2), '12');
    assert.equal(codeOf(parseDecimal('0.5', 9)), 500_000_000n);
    assert.equal(codeOf(parseDecimal('007.10', 2)), 710n);
    assert.equal(codeOf(parseDecimal('3', 0)), 3n);
    assert.equal(codeOf(parseDecimal('0', 18)), 0n);
  });

  it('are never rounded', () => {
    assert.equal(codeOf(parseDecimal('0.0000000001', 9)), 'DustAmount');
    assert.equal(codeOf(parseDecimal('1.5', 0)), 'DustAmount');
    assert.equal(codeOf(parseDecimal('1.50000', 1)), 15n);
    assert.equal(codeOf(parseDecimal('1.000', 0)), 1n);
  });

  it('are plain digits', () => {
    const others = [
      '',
      '.',
      '1.',
      '.5',
      '-1',
      '+1',
      '1e3',
      '0x10',
      '1,5',
      '1 ',
      ' 1',
      '1\n',
      '1.5.2',
      '∞',
      '١',
      'NaN',
      '1_0',
    ];
    for (const text of [...others, '1'.repeat(61), `0.${'1'.repeat(61)}`]) {
      assert.equal(codeOf(parseDecimal(text, 18)), 'INVALID_AMOUNT', text);
    }
  });
});
