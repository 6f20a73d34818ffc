import { strict as assert } from 'node:assert';
import { cases } from '@causeway/protocol/test-support/cases';
import { systemClock } from '@causeway/runtime';
import * as fc from 'fast-check';
import { chooseOffer, type Offer } from '../../../src/areas/offers/choice.ts';
import {
  BPS,
  costOf,
  finishFeeOf,
  leastAmount,
  leastOut,
  nearMarket,
  outAt,
  RATE_DECIMALS,
  ratesFor,
  spreadOf,
} from '../../../src/areas/offers/figures.ts';
import { earnsExclusivity, recordOf, SolverRecords } from '../../../src/areas/offers/record.ts';

const ONE = 10n ** BigInt(RATE_DECIMALS);
const amount = fc.bigInt(1n, (1n << 128n) - 1n);
const rate = fc.oneof(fc.bigInt(1n, 10n ** 38n), fc.bigInt(ONE / 10n, ONE * 10n));
const decimals = fc.record({ wire: fc.integer({ min: 0, max: 9 }), out: fc.integer({ min: 0, max: 24 }) });
const slippage = fc.integer({ min: 0, max: 1_000 });
const check = <Values>(property: fc.IProperty<Values>) => fc.assert(property, cases(500, 20_000));

describe('the figures of a swap', () => {
  it('give the user less than one unit more than the exact amount, and never less', () => {
    const exact = fc.property(amount, rate, decimals, (wireAmount, at, { wire, out }) => {
      const paid = outAt(wireAmount, at, { wire, out });
      const scale = 10n ** BigInt(wire + RATE_DECIMALS);
      const owed = wireAmount * at * 10n ** BigInt(out);
      assert.ok(paid * scale >= owed && (paid - 1n) * scale < owed);
    });
    check(exact);
  });

  it('keep the least amount within the slippage, rounded to the user’s favour', () => {
    const kept = fc.property(amount, slippage, (out, bps) => {
      const least = leastOut(out, bps);
      assert.ok(least >= 1n && least <= out, 'no least amount is zero or more than the quoted one');
      const exact = out * (BPS - BigInt(bps));
      assert.ok(least * BPS >= exact && (least - 1n) * BPS < exact);
      assert.ok(leastOut(out, Math.max(0, bps - 1)) >= least, 'less slippage is never worse');
    });
    check(kept);
  });

  it('say the spread exactly as it decides, rounded against the offer', () => {
    const bounds = fc.record({ maxSpreadBps: fc.integer({ min: 0, max: 10_000 }), maxGainBps: fc.constant(10_000) });
    const decided = fc.property(rate, rate, bounds, (own, market, spreads) => {
      const spread = spreadOf(own, market);
      assert.ok(spread * market >= (market - own) * BPS && (spread - 1n) * market < (market - own) * BPS);
      const { lowest, highest } = nearMarket(market, spreads);
      const near = own >= lowest && own <= highest;
      assert.equal(near, spread <= BigInt(spreads.maxSpreadBps) && own <= 2n * market);
      for (const at of [lowest - 1n, lowest].filter((one) => one > 0n)) {
        assert.equal(at >= lowest, spreadOf(at, market) <= BigInt(spreads.maxSpreadBps));
      }
      assert.ok(highest <= 2n * market && highest + 1n > 2n * market);
      if (near) assert.ok(Number.isSafeInteger(Number(spread)), 'a spread near the market is no large number');
    });
    check(decided);
  });

  it('know exactly the rates at which an amount is enough and fits into terms', () => {
    const exact = fc.property(amount, amount, decimals, fc.bigInt(-2n, 2n), (wireAmount, least, places, beside) => {
      const { lowest, highest } = ratesFor(wireAmount, least, places);
      for (const at of [lowest + beside, highest + beside].filter((one) => one > 0n)) {
        const out = outAt(wireAmount, at, places);
        assert.equal(at >= lowest, out >= least);
        assert.equal(at <= highest, out < 1n << 128n);
      }
    });
    check(exact);
  });

  it('let a return cost a twentieth at most, and less than the amount asks for', () => {
    const bounded = fc.property(amount, amount, amount, (least, cost, more) => {
      const wireAmount = leastAmount(least, cost) + more;
      const fee = finishFeeOf(wireAmount, cost);
      assert.ok(fee <= cost && fee * 20n <= wireAmount);
      assert.ok(wireAmount - fee >= least, 'what is left can move home');
    });
    check(bounded);
  });

  it('never value a cost at less than it is', () => {
    const valued = fc.property(amount, rate, decimals, (coins, at, { wire, out }) => {
      const cost = costOf(coins, out, at, wire);
      assert.ok(cost * 10n ** BigInt(out + RATE_DECIMALS) >= coins * at * 10n ** BigInt(wire) && cost >= 1n);
    });
    check(valued);
  });
});

describe('the choice of an offer', () => {
  const some: fc.Arbitrary<Offer> = fc.record({
    solverId: fc.constantFrom('a', 'b', 'c'),
    rate: fc.bigInt(90n, 110n),
    minAmount: fc.bigInt(1n, 10n),
    maxAmount: fc.bigInt(5n, 20n),
    endsAtMs: fc.integer({ min: 0, max: 5 }),
  });
  const wish = fc.record({
    amount: fc.bigInt(1n, 20n),
    nowMs: fc.integer({ min: 0, max: 5 }),
    rates: fc.record({ lowest: fc.bigInt(85n, 105n), highest: fc.bigInt(95n, 115n) }),
  });

  it('is the best rate of those that cover the amount, in whatever order they come', () => {
    const best = fc.property(fc.array(some), wish, fc.nat(), (offers, wanted, turn) => {
      const { amount: wireAmount, nowMs, rates } = wanted;
      const near = offers.filter(
        (one) => one.endsAtMs > nowMs && one.rate >= rates.lowest && one.rate <= rates.highest,
      );
      const covering = near.filter(({ minAmount, maxAmount }) => minAmount <= wireAmount && wireAmount <= maxAmount);
      const choice = chooseOffer(offers, wanted);
      const at = offers.length === 0 ? 0 : turn % offers.length;
      const turned = chooseOffer([...offers.slice(at), ...offers.slice(0, at)].reverse(), wanted);
      if (choice.offer === undefined) {
        assert.deepEqual(covering, []);
        const sorted = (values: readonly bigint[]) => [...values].sort((a, b) => Number(a - b));
        assert.equal(choice.smallest, sorted(near.map(({ minAmount }) => minAmount))[0]);
        assert.equal(choice.largest, sorted(near.map(({ maxAmount }) => maxAmount)).at(-1));
        assert.deepEqual(turned, choice);
        return;
      }
      assert.ok(covering.includes(choice.offer));
      for (const other of covering) assert.ok(other.rate <= choice.offer.rate);
      const { solverId, rate: chosen, endsAtMs } = turned.offer ?? assert.fail('the order decides');
      assert.deepEqual([solverId, chosen, endsAtMs], [choice.offer.solverId, choice.offer.rate, choice.offer.endsAtMs]);
    });
    check(best);
  });
});

describe('the record of a solver', () => {
  it('counts what was filled, and takes the longer of two middle times', () => {
    assert.deepEqual(recordOf([]), { locked: 0, filled: 0, medianSeconds: null });
    assert.deepEqual(recordOf([null, null]), { locked: 2, filled: 0, medianSeconds: null });
    assert.deepEqual(recordOf([30, null, 9, 100, 10]), { locked: 5, filled: 4, medianSeconds: 30 });
    assert.deepEqual(recordOf([9, 100, 10]), { locked: 3, filled: 3, medianSeconds: 10 });
  });

  it('is read once a second, and again after a failure', async () => {
    let [passedMs, reads, fails] = [0, 0, true];
    const outcomesOf = async () => {
      reads += 1;
      if (fails) throw new Error('the database is away');
      return [reads];
    };
    const records = new SolverRecords({ outcomesOf }, { ...systemClock, monotonic: () => passedMs });
    await assert.rejects(records.of('one'), /away/);
    fails = false;
    assert.equal((await records.of('one')).medianSeconds, 2);
    passedMs = 999;
    assert.equal((await records.of('one')).medianSeconds, 2);
    passedMs = 1_000;
    assert.equal((await records.of('one')).medianSeconds, 3);
  });

  it('earns exclusivity from the stated share on, and without a history', () => {
    const earns = (filled: number, locked: number) => earnsExclusivity({ locked, filled, medianSeconds: null }, 90);
    assert.deepEqual(
      [earns(0, 0), earns(9, 10), earns(8, 9), earns(0, 1), earns(90, 100)],
      [true, true, false, false, true],
    );
  });
});
