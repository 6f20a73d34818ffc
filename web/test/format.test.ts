import { strict as assert } from 'node:assert';
import {
  compareDecimals,
  decimal,
  duration,
  harmless,
  harmlessLines,
  integer,
  list,
  named,
  number,
  percent,
  shortAmount,
  shortened,
  span,
  timeMs,
} from '../src/lib/format.ts';

describe('the formatters', () => {
  it('take what acts on the text around out of texts of several lines, and leave how they are written', () => {
    assert.equal(harmlessLines('a\r\nb\tc\u200fd\u202ee\u2069f\u0007'), 'a\nb\tc\u200fd\ufffde\ufffdf\ufffd');
    assert.throws(() => harmlessLines(1 as never), TypeError);
  });

  it('shorten amounts without a rounding that adds', () => {
    for (const [value, shown] of [
      ['0', '0'],
      ['1234567.5', '1 234 567.5'],
      ['0.1234567', '0.123456'],
      ['0.0000001', '< 0.000001'],
      ['-0.0000001', '> −0.000001'],
      ['9.9999999', '9.999999'],
      ['100.000', '100'],
    ] as const)
      assert.equal(shortAmount(value), shown, value);
  });

  it('compare decimals as exactly as they are', () => {
    for (const [a, b, order] of [
      ['1', '1.000', 0],
      ['0.1', '0.0999999999999999999', 1],
      ['9', '10', -1],
      ['0.000000000000000001', '0', 1],
    ] as const)
      assert.equal(compareDecimals(a, b), order, `${a} and ${b}`);
    assert.throws(() => compareDecimals('1', 'x'), TypeError);
  });

  it('cut foreign texts by characters, and take from them what acts on the text around', () => {
    assert.equal(harmless('𝒜𝒜𝒜', 2), '𝒜𝒜…');
    assert.equal(harmless('a\u202eb\u2069c\u0007d\u2028', 9), 'a\ufffdb\ufffdc\ufffdd\ufffd');
    assert.equal(harmless('W'.repeat(10_000), 40).length, 41);
    assert.throws(() => harmless(5 as never, 40), TypeError);
    assert.equal(named('ethereum'), 'ethereum');
    assert.equal(named('р\u043elygon'), '\u2068р\u043elygon\u2069');
  });

  it('name durations in two units', () => {
    for (const [ms, shown] of [
      [0, '0 s'],
      [59_400, '59 s'],
      [61_000, '1 min 1 s'],
      [3_600_000, '1 h'],
      [3_661_000, '1 h 1 min'],
      [90_000_000, '1 d 1 h'],
      [-5, '0 s'],
    ] as const)
      assert.equal(duration(ms), shown, String(ms));
  });

  it('name short spans exactly', () => {
    assert.deepEqual([-1, 0, 999, 1_000, 61_000].map(span), ['0 ms', '0 ms', '999 ms', '1 s', '1 min 1 s']);
  });

  it('cut shares, so that nothing short of the whole is 100 %', () => {
    assert.deepEqual([0, 0.5, 0.99995, 0.999999, 1].map(percent), ['0 %', '50 %', '99.99 %', '99.99 %', '100 %']);
    for (const bad of [-0.1, 1.1, Number.NaN, '1', null]) assert.throws(() => percent(bad), TypeError);
  });

  it('shorten long addresses in the middle', () => {
    assert.equal(shortened('0x9858EfFD232B4033E47d90003D41EC34EcaEda94'), '0x9858Ef…aEda94');
    assert.equal(shortened('short'), 'short');
  });

  it('throw on what does not fit the schema', () => {
    for (const bad of [1, null, undefined, '1e5', '<b>', '', '١', {}])
      assert.throws(() => decimal(bad), TypeError, String(bad));
    for (const bad of ['1', 1.5, Number.NaN, null]) assert.throws(() => integer(bad), TypeError);
    for (const bad of ['1', Number.NaN, Number.POSITIVE_INFINITY, null]) assert.throws(() => number(bad), TypeError);
    assert.throws(() => timeMs('yesterday'), TypeError);
    assert.throws(() => list({ length: 1 } as never), TypeError);
  });
});
