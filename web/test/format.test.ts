import { strict as assert } from 'node:assert';
import { decimal, duration, integer, list, shortAmount, shortened, timeMs } from '../src/lib/format.ts';

describe('the formatters', () => {
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

  it('shorten long addresses in the middle', () => {
    assert.equal(shortened('0x9858EfFD232B4033E47d90003D41EC34EcaEda94'), '0x9858Ef…aEda94');
    assert.equal(shortened('short'), 'short');
  });

  it('throw on what does not fit the schema', () => {
    for (const bad of [1, null, undefined, '1e5', '<b>', '', '١', {}])
      assert.throws(() => decimal(bad), TypeError, String(bad));
    for (const bad of ['1', 1.5, Number.NaN, null]) assert.throws(() => integer(bad), TypeError);
    assert.throws(() => timeMs('yesterday'), TypeError);
    assert.throws(() => list({ length: 1 } as never), TypeError);
  });
});
