import { strict as assert } from 'node:assert';
import { FALLBACK, type Terms, ZERO_32 } from '@causeway/protocol';
import { cases } from '@causeway/protocol/test-support/cases';
import * as fc from 'fast-check';
import { boundsFor, dollarsOf, inputFor, isProfitable, leastPaying, offeredRate, worthOf } from '../src/pricing.ts';

const ONE = 10n ** 18n;
const DECIMALS = { input: 18, output: 6 };

const TERMS: Terms = {
  ...{ version: 1, domain: 1, settler: ZERO_32, assetIn: ZERO_32, amountIn: ONE, assetOut: ZERO_32 },
  ...{ quotedOut: 2_990_000_000n, minOut: 2_900_000_000n, recipient: ZERO_32, solver: ZERO_32 },
  ...{ exclusiveUntil: 100n, deadline: 200n, fallback: FALLBACK.token, home: 0, homeAddress: ZERO_32 },
  ...{ finishFee: 0n, salt: ZERO_32 },
};

describe('prices of a solver', () => {
  it('are the market’s less the spread, and whole units in its favour', () => {
    assert.equal(offeredRate(3_000n * ONE, 30), 2_991n * ONE);
    assert.equal(worthOf(ONE, 3_000n * ONE, DECIMALS), 3_000_000_000n);
    assert.equal(worthOf(1n, ONE, DECIMALS), 0n);
    assert.equal(dollarsOf(ONE / 2n, 18, 3n * ONE), 1_500_000n);
  });

  it('let it fill while the input is worth the payment, the least spread and the gas', () => {
    const fillable = { market: 3_000n * ONE, leastSpreadBps: 10, gas: 7_000_000n, decimals: DECIMALS };
    assert.equal(isProfitable(TERMS, 50n, fillable), true);
    assert.equal(isProfitable(TERMS, 50n, { ...fillable, gas: 7_000_001n }), false);
    assert.equal(isProfitable(TERMS, 50n, { ...fillable, market: 2_999n * ONE }), false);
    // Later it pays less.
    assert.equal(isProfitable(TERMS, 150n, { ...fillable, market: 2_999n * ONE }), true);
  });

  it('bound an offer by the inventory', () => {
    const configured = { minAmount: ONE / 10n, maxAmount: ONE };
    const rate = 2_000n * ONE;
    assert.deepEqual(boundsFor(configured, 5_000_000_000n, rate, DECIMALS), configured);
    assert.deepEqual(boundsFor(configured, 500_000_000n, rate, DECIMALS), { ...configured, maxAmount: ONE / 4n });
    assert.equal(boundsFor(configured, 199_999_999n, rate, DECIMALS), null);
    assert.equal(boundsFor(configured, -1n, rate, DECIMALS), null);
  });

  it('ask for as much as pays for the gas', () => {
    const fillable = { market: 3_000n * ONE, leastSpreadBps: 5, gas: 7_500_000n, decimals: DECIMALS };
    assert.equal(leastPaying(fillable, 30), ONE + 1n);
    assert.equal(leastPaying({ ...fillable, gas: 0n }, 5), 0n);
    assert.equal(leastPaying(fillable, 5), null);
    assert.equal(leastPaying(fillable, 4), null);
  });

  it('let it fill what its offers ask for', () => {
    const spreads = fc.record({
      spreadBps: fc.integer({ min: 1, max: 500 }),
      leastSpreadBps: fc.integer({ min: 0, max: 500 }),
    });
    const facts = fc.record({ market: fc.bigInt(10n ** 15n, 10n ** 24n), gas: fc.bigInt(1n, 10n ** 12n) });
    fc.assert(
      fc.property(facts, spreads, fc.bigInt(0n, 10n ** 24n), (of, { spreadBps, leastSpreadBps }, more) => {
        const fillable = { ...of, leastSpreadBps, decimals: DECIMALS };
        const least = leastPaying(fillable, spreadBps);
        if (least === null) return spreadBps <= leastSpreadBps;
        const amountIn = least + more;
        const quotedOut = worthOf(amountIn, offeredRate(of.market, spreadBps), DECIMALS);
        return isProfitable({ ...TERMS, amountIn, quotedOut, minOut: quotedOut }, 50n, fillable);
      }),
      cases(1_000, 50_000),
    );
  });

  it('never promise more than there is', () => {
    const amount = fc.bigInt(0n, 10n ** 30n);
    const decimals = fc.record({ input: fc.integer({ min: 0, max: 18 }), output: fc.integer({ min: 0, max: 18 }) });
    fc.assert(
      fc.property(amount, fc.bigInt(1n, 10n ** 30n), decimals, (available, rate, places) => {
        return worthOf(inputFor(available, rate, places), rate, places) <= available;
      }),
      cases(1_000, 50_000),
    );
  });
});
