import { strict as assert } from 'node:assert';
import { FALLBACK, ZERO_32 } from '@causeway/protocol';
import { cases } from '@causeway/protocol/test-support/cases';
import * as fc from 'fast-check';
import { type Decision, decide, decideFilled, type Facts } from '../src/decision.ts';

const US = `0x${'1'.repeat(64)}` as const;
const OTHER = `0x${'2'.repeat(64)}` as const;
const TERMS = {
  solver: ZERO_32,
  exclusiveUntil: 100n,
  deadline: 200n,
  amountIn: 10n,
  fallback: FALLBACK.token,
} as const;
const EARLY = { confirmations: 3, cap: 100n, leastSeconds: 20 };

/** A swap that has arrived and pays. */
const FACTS: Facts = {
  ...{ time: 50n, terms: TERMS, stage: 'none', isOurs: false, account: US, hasArrived: true, hasLane: true },
  ...{ depth: null, early: null, unsettledEarly: 0n, isProfitable: true, hasInventory: true, paysToFinish: false },
};

const said = (decision: Decision): string =>
  [decision.do, 'reason' in decision ? decision.reason : 'early' in decision && decision.early ? 'early' : '']
    .filter((word) => word !== '')
    .join(' ');
const of = (change: Partial<Facts>): string => said(decide({ ...FACTS, ...change }));
const terms = (change: Partial<Facts['terms']>) => ({ terms: { ...TERMS, ...change } });
const waiting = { hasArrived: false, early: EARLY, depth: 3 };

/** What is decided about facts that differ from FACTS in one way. */
const TABLE: readonly (readonly [Partial<Facts>, string])[] = [
  [{}, 'fill'],
  [{ stage: 'filled' }, 'miss FILLED_BY_OTHER'],
  [{ stage: 'settled' }, 'miss FILLED_BY_OTHER'],
  [{ stage: 'filled', isOurs: true }, 'adopt'],
  [{ stage: 'settled', isOurs: true }, 'adopt'],
  [{ stage: 'returned' }, 'miss RETURNED'],
  [{ hasLane: false }, 'wait NO_LANE'],
  [terms({ solver: OTHER }), 'wait EXCLUSIVE_TO_OTHER'],
  [{ ...terms({ solver: OTHER }), time: 99n }, 'wait EXCLUSIVE_TO_OTHER'],
  [{ ...terms({ solver: OTHER }), time: 100n }, 'fill'],
  [terms({ solver: US }), 'fill'],
  [{ time: 197n }, 'fill'],
  [{ time: 198n }, 'wait DEADLINE_NEAR'],
  [{ time: 200n }, 'wait FEE_TOO_LOW'],
  [{ time: 200n, paysToFinish: null }, 'wait PRICE_STALE'],
  [{ time: 200n, paysToFinish: true }, 'finish'],
  [{ time: 200n, paysToFinish: true, hasLane: false }, 'finish'],
  [{ time: 200n, paysToFinish: true, hasArrived: false }, 'wait NOT_ARRIVED'],
  [{ time: 200n + 3n * 86_400n, hasArrived: false }, 'miss EXPIRED'],
  [{ isProfitable: null }, 'wait PRICE_STALE'],
  [{ isProfitable: false }, 'wait UNPROFITABLE'],
  [{ hasInventory: false }, 'wait INVENTORY_LOW'],
  [{ hasArrived: false }, 'wait NOT_DELIVERED'],
  [waiting, 'fill early'],
  [{ ...waiting, depth: null }, 'wait NOT_LOCKED'],
  [{ ...waiting, depth: 2 }, 'wait NOT_DEEP'],
  [{ ...waiting, unsettledEarly: 90n }, 'fill early'],
  [{ ...waiting, unsettledEarly: 91n }, 'wait EARLY_CAP_REACHED'],
  [{ ...waiting, time: 180n }, 'fill early'],
  [{ ...waiting, time: 181n }, 'wait DEADLINE_NEAR'],
  [{ ...waiting, hasInventory: false }, 'wait INVENTORY_LOW'],
];

describe('what a solver does with a swap', () => {
  for (const [change, expected] of TABLE) {
    const what = JSON.stringify(change, (_, value) => (typeof value === 'bigint' ? String(value) : value));
    it(`${what}: ${expected}`, () => assert.equal(of(change), expected));
  }

  it('of its own: it settles what has arrived, and adopts what somebody settled', () => {
    assert.equal(said(decideFilled({ stage: 'filled', hasArrived: false })), 'wait NOT_DELIVERED');
    assert.equal(said(decideFilled({ stage: 'filled', hasArrived: true })), 'settle');
    assert.equal(said(decideFilled({ stage: 'settled', hasArrived: false })), 'adopt');
  });

  it('pays only for a swap of a lane that nobody filled, before its deadline, with profit and inventory', () => {
    const facts = fc.record({
      time: fc.bigInt(0n, 300n),
      terms: fc.record({
        solver: fc.constantFrom(ZERO_32, US, OTHER),
        exclusiveUntil: fc.bigInt(0n, 150n),
        deadline: fc.bigInt(151n, 250n),
        amountIn: fc.bigInt(1n, 200n),
        fallback: fc.constantFrom(FALLBACK.token, FALLBACK.home),
      }),
      stage: fc.constantFrom('none', 'filled', 'settled', 'returned'),
      isOurs: fc.boolean(),
      account: fc.constant(US),
      hasArrived: fc.boolean(),
      hasLane: fc.boolean(),
      depth: fc.option(fc.integer({ min: 0, max: 6 })),
      early: fc.option(fc.constant(EARLY)),
      unsettledEarly: fc.bigInt(0n, 150n),
      isProfitable: fc.option(fc.boolean()),
      hasInventory: fc.boolean(),
      paysToFinish: fc.option(fc.boolean()),
    }) as fc.Arbitrary<Facts>;
    fc.assert(
      fc.property(facts, (some) => {
        const decision = decide(some);
        if (decision.do !== 'fill') return true;
        const { time, stage, hasLane, isProfitable, hasInventory, hasArrived, early, depth, unsettledEarly } = some;
        const { solver, exclusiveUntil, deadline, amountIn } = some.terms;
        const mayFill = stage === 'none' && hasLane && isProfitable === true && hasInventory && time < deadline;
        const isAllowed = solver !== OTHER || time >= exclusiveUntil;
        const isDeep = early !== null && depth !== null && depth >= 3 && unsettledEarly + amountIn <= early.cap;
        return mayFill && isAllowed && decision.early === !hasArrived && (hasArrived || isDeep);
      }),
      cases(2_000, 100_000),
    );
  });
});
