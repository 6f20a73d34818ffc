import { strict as assert } from 'node:assert';
import { cases } from '@causeway/protocol/test-support/cases';
import * as fc from 'fast-check';
import { agree, median, type Quote } from '../src/aggregate.ts';
import { divide, formatPrice, parsePrice } from '../src/fixed.ts';

const price = (text: string): bigint => parsePrice(text) ?? assert.fail(`no price: ${text}`);

describe('agreement of quotes', () => {
  const quote = (text: string, observedAtMs = 0): Quote => ({ source: text, price: price(text), observedAtMs });

  it('is the middle of an odd number of quotes, and between the middle two of an even number', () => {
    assert.equal(median([3n, 1n, 2n]), 2n);
    assert.equal(median([4n, 1n, 2n, 9n]), 3n);
  });

  it('drops quotes more than 2 % from the median, and none at exactly 2 %', () => {
    assert.deepEqual(agree([quote('100'), quote('100'), quote('102')], 0)?.sources, ['100', '100', '102']);
    assert.deepEqual(agree([quote('100'), quote('100'), quote('102.01')], 0)?.sources, ['100', '100']);
    assert.deepEqual(agree([quote('100'), quote('100'), quote('97.99')], 0)?.sources, ['100', '100']);
    assert.equal(agree([quote('100'), quote('105')], 0), undefined);
  });

  it('uses no observation older than the bound and names the oldest used', () => {
    assert.equal(agree([quote('100', 9), quote('100', 10)], 10), undefined);
    assert.equal(agree([quote('100', 12), quote('100', 11)], 10)?.observedAtMs, 11);
  });

  it('lies between the lowest and the highest quote', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 1n, max: 10n ** 30n }), { minLength: 2, maxLength: 6 }), (prices) => {
        const agreed = agree(
          prices.map((p) => ({ source: 's', price: p, observedAtMs: 0 })),
          0,
        );
        if (!agreed) return true;
        const sorted = [...prices].sort((a, b) => (a < b ? -1 : 1));
        return agreed.price >= (sorted[0] as bigint) && agreed.price <= (sorted.at(-1) as bigint);
      }),
      cases(100, 10_000),
    );
  });
});

describe('fixed prices', () => {
  it('are read from decimals and exponents, never from anything else', () => {
    for (const [text, expected] of [
      ['3000.5', '3000.5'],
      ['6.1e-7', '0.00000061'],
      ['1E+3', '1000'],
      ['5.', '5'],
      ['0.0000000000000000019', '0.000000000000000001'],
    ] as const) {
      assert.equal(formatPrice(price(text)), expected);
    }
    for (const bad of ['', '0', '-1', 'NaN', 'Infinity', '1e999', '0x10', ' 1', '1,5', '9'.repeat(81), 5, null]) {
      assert.equal(parsePrice(bad), undefined, String(bad));
    }
  });

  it('divide as fractions do, cut at 18 decimals', () => {
    assert.equal(formatPrice(divide(price('1'), price('3'))), `0.${'3'.repeat(18)}`);
  });
});
