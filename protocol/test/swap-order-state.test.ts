import assert from 'node:assert/strict';
import {
  HOMEWARD_FATES,
  ORDER_OUTCOMES,
  ORDER_STATES,
  type OrderState,
  SWAP_ENDS,
  SWAP_ORDER_STATES,
  type SwapOrderState,
  swapOrderState,
} from '../src/index.ts';

/** Every state that can follow, by the end of the swap and the fate of a return home, written from the design. */
const EXPECTED: readonly (readonly [end: string, undelivered: 'bridge' | SwapOrderState, delivered: SwapOrderState])[] =
  [
    ['none underway', 'bridge', 'swapping'],
    ['none delivered', 'bridge', 'swapping'],
    ['none paidBack', 'bridge', 'swapping'],
    ['filled underway', 'completed', 'completed'],
    ['filled delivered', 'completed', 'completed'],
    ['filled paidBack', 'completed', 'completed'],
    ['returned underway', 'bridge', 'returned'],
    ['returned delivered', 'bridge', 'returned'],
    ['returned paidBack', 'bridge', 'returned'],
    ['sentHome underway', 'bridge', 'returning'],
    ['sentHome delivered', 'bridge', 'refunded'],
    ['sentHome paidBack', 'bridge', 'returned'],
  ];

describe('the state of a swap order', () => {
  it('follows from bridge order, swap and return home, in every combination', () => {
    const seen = SWAP_ENDS.flatMap((end) => HOMEWARD_FATES.map((fate) => [end, fate] as const));
    assert.deepEqual(
      seen.map((one) => one.join(' ')),
      EXPECTED.map(([name]) => name),
    );
    for (const [at, [end, fate]] of seen.entries()) {
      const [name, undelivered, delivered] = EXPECTED[at] as (typeof EXPECTED)[number];
      for (const bridge of ORDER_STATES) {
        const earlier = undelivered === 'bridge' ? bridge : undelivered;
        const wanted = bridge === 'completed' ? delivered : earlier;
        assert.equal(swapOrderState(bridge, end, fate), wanted, `${bridge}, ${name}`);
      }
    }
  });

  it('is that of the bridge order until a settler shows something, and never a completion by the bridge alone', () => {
    for (const bridge of ORDER_STATES) {
      const state = swapOrderState(bridge, 'none');
      assert.equal(state, bridge === 'completed' ? 'swapping' : bridge);
      assert.notEqual(state, 'completed');
    }
  });
});

describe('the outcome of an order', () => {
  const having = (name: keyof (typeof ORDER_OUTCOMES)['created']) =>
    SWAP_ORDER_STATES.filter((state) => ORDER_OUTCOMES[state][name]);

  it('is told by one table', () => {
    assert.deepEqual(having('isCompleted'), ['completed']);
    assert.deepEqual(having('isFailed'), ['failed']);
    assert.deepEqual(having('isRolledBack'), ['refunded', 'returned']);
    assert.deepEqual(having('isFinished'), ['completed', 'refunded', 'expired', 'failed', 'returned']);
  });

  it('is at most one of completed, failed and rolled back, and finished with each', () => {
    for (const { isCompleted, isFailed, isRolledBack, isFinished } of Object.values(ORDER_OUTCOMES)) {
      const ends = [isCompleted, isFailed, isRolledBack].filter(Boolean).length;
      assert(ends <= 1 && (ends === 0 || isFinished));
    }
  });

  it('of a bridge order needs no state of swaps', () => {
    const states: readonly OrderState[] = ORDER_STATES;
    assert(states.every((state) => !['swapping', 'returning', 'returned'].includes(state)));
  });
});
