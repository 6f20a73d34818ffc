import assert from 'node:assert/strict';
import { confirmationsOf } from '../../src/index.ts';

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
