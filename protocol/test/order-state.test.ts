import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  confirmationsOf,
  FINAL_STATES,
  nextState,
  ORDER_STATES,
  ORDER_TRIGGERS,
  type OrderState,
  type OrderTrigger,
} from '../src/index.ts';
import './support/arbitraries.ts';

/**
 * For each trigger, the states where it can happen and the next state: the inverse of the table, written from the
 * protocol.
 */
const EXPECTED: Readonly<Record<OrderTrigger, string>> = {
  lockReserved: 'created>locking',
  lockSeen: 'created>locked locking>locked expired>locked',
  lockVanished:
    'locked>locking confirming>locking proving>locking signing>locking minting>locking cancelling>locking failed>locking',
  confirmationsStarted: 'locked>confirming',
  lockFinal: 'locked>proving confirming>proving',
  proposed: 'proving>signing',
  proposalDropped: 'signing>proving minting>proving',
  submitted: 'signing>minting',
  executed:
    'locked>completed confirming>completed proving>completed signing>completed minting>completed cancelling>completed failed>completed',
  executionVanished: 'completed>minting',
  cancelStarted:
    'locked>cancelling confirming>cancelling proving>cancelling signing>cancelling minting>cancelling failed>cancelling',
  cancelled:
    'locked>refunding confirming>refunding proving>refunding signing>refunding minting>refunding cancelling>refunding failed>refunding',
  cancelVanished: 'refunding>cancelling',
  refunded: 'refunding>refunded failed>refunded',
  refundVanished: 'refunded>refunding',
  expired: 'created>expired locking>expired',
  failed: 'proving>failed signing>failed minting>failed cancelling>failed refunding>failed',
  retried: 'failed>proving',
};

/** States that `start` can reach without the `forbidden` triggers, including `start` itself. */
function reachable(start: OrderState, forbidden: readonly OrderTrigger[] = []): Set<OrderState> {
  const seen = new Set([start]);
  for (const state of seen) {
    for (const trigger of ORDER_TRIGGERS) {
      const next = forbidden.includes(trigger) ? undefined : nextState(state, trigger);
      if (next !== undefined) seen.add(next);
    }
  }
  return seen;
}

describe('order states', () => {
  for (const trigger of ORDER_TRIGGERS) {
    it(`${trigger}: exactly where it can happen`, () => {
      const expected = new Map(EXPECTED[trigger].split(' ').map((pair) => pair.split('>') as [string, string]));
      for (const state of ORDER_STATES) assert.equal(nextState(state, trigger), expected.get(state), state);
    });
  }

  it('are all reached from created', () => {
    assert.deepEqual([...reachable('created')].sort(), [...ORDER_STATES].sort());
  });

  it('lead to an end, without an operator, from wherever an order waits', () => {
    for (const state of ORDER_STATES.filter((state) => !FINAL_STATES.includes(state))) {
      const ends = reachable(state, ['failed', 'retried']);
      assert.ok(ends.has('completed') || ends.has('refunded') || ends.has('expired'), state);
    }
  });

  it('lead to completed and to refunded from wherever a message is out', () => {
    const out = ['locked', 'confirming', 'proving', 'signing', 'minting', 'cancelling', 'failed'] as const;
    for (const state of out) {
      assert.equal(nextState(state, 'executed'), 'completed');
      assert.equal(nextState(state, 'cancelled'), 'refunding');
    }
  });

  it('are final in four cases, which only a chain or an operator reopens', () => {
    assert.deepEqual([...FINAL_STATES].sort(), ['completed', 'expired', 'failed', 'refunded']);
    const exits = (state: OrderState) => ORDER_TRIGGERS.filter((trigger) => nextState(state, trigger) !== undefined);
    assert.deepEqual(exits('completed'), ['executionVanished']);
    assert.deepEqual(exits('refunded'), ['refundVanished']);
    assert.deepEqual(exits('expired'), ['lockSeen']);
  });

  it('complete only by an execution, refund only by a cancellation and a payment', () => {
    assert.equal(reachable('created', ['executed']).has('completed'), false);
    // A failed order has lost its progress; the chains alone decide on its refund.
    assert.equal(reachable('created', ['cancelled', 'failed']).has('refunding'), false);
    assert.equal(reachable('created', ['refunded']).has('refunded'), false);
  });

  it('move nothing on the destination before a lock is seen', () => {
    const before = reachable('created', ['lockSeen']);
    assert.deepEqual([...before].sort(), ['created', 'expired', 'locking']);
  });

  it('never go from one outcome to the other unless a reorganisation undid the first', () => {
    assert.equal(reachable('refunded', ['refundVanished']).has('completed'), false);
    assert.equal(reachable('refunded', ['cancelVanished', 'failed']).has('completed'), false);
    assert.equal(reachable('completed', ['executionVanished']).has('refunded'), false);
  });

  it('never hold a mint and a refund at once, on any walk', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ORDER_TRIGGERS), { minLength: 50, maxLength: 400 }), (walk) => {
        let state: OrderState = 'created';
        const paid = { minted: false, refunded: false };
        for (const trigger of walk) {
          const next = nextState(state, trigger);
          if (next === undefined) continue;
          if (trigger === 'executed') paid.minted = true;
          if (trigger === 'executionVanished') paid.minted = false;
          if (trigger === 'refunded') paid.refunded = true;
          if (trigger === 'refundVanished') paid.refunded = false;
          state = next;
          assert.equal(paid.minted && paid.refunded, false);
          assert.equal(state === 'completed', paid.minted);
          assert.equal(state === 'refunded', paid.refunded);
        }
      }),
    );
  });
});

describe('confirmationsOf', () => {
  const order = (state: Parameters<typeof confirmationsOf>[0]['state'], lockBlock: number | null = 100) => ({
    state,
    lockBlock,
    requiredConfirmations: 32,
  });

  it('counts the blocks on top of the lock up to the required ones', () => {
    for (const [head, confirmations] of [
      [99, 0],
      [100, 0],
      [131, 31],
      [132, 32],
      [500, 32],
    ] as const) {
      assert.equal(confirmationsOf(order('confirming'), head), confirmations, `head ${head}`);
    }
  });

  it('is 0 without a lock, or while the chain is not scanned', () => {
    assert.equal(confirmationsOf(order('locking', null), 500), 0);
    assert.equal(confirmationsOf(order('locked'), undefined), 0);
  });

  it('is the required number from the proof on, whatever the head is', () => {
    for (const state of ['proving', 'minting', 'completed', 'refunded', 'failed'] as const) {
      assert.equal(confirmationsOf(order(state), 100), 32, state);
      assert.equal(confirmationsOf(order(state), undefined), 32, state);
    }
  });

  it('follows the head when an order is cancelled before its lock is final', () => {
    assert.equal(confirmationsOf(order('cancelling'), 110), 10);
    assert.equal(confirmationsOf(order('cancelling'), 900), 32);
  });
});
