import { strict as assert } from 'node:assert';
import { type Entered, pathOf } from '../src/lib/order-path.ts';

type Status = Entered['status'];

/** Statuses entered one second after the other. */
const entered = (...statuses: readonly Status[]): readonly Entered[] =>
  statuses.map((status, at) => ({ status, atMs: at * 1_000 }));
const drawn = (statuses: readonly Status[], mode: 'bridge' | 'swap' = 'bridge') => {
  const status = statuses.at(-1) ?? 'created';
  const steps = pathOf({ status, mode }, entered(...statuses), statuses.length * 1_000);
  return steps.map(({ title, stage, tookMs }) => `${title} ${stage}${tookMs === null ? '' : ` ${tookMs / 1_000}`}`);
};

describe('the way of an order', () => {
  it('has a time for each step that began', () => {
    assert.deepEqual(drawn(['created', 'locking', 'locked', 'confirming']), [
      'Locked done 2',
      'Final now 2',
      'Proof next',
      'Signed next',
      'Delivered next',
    ]);
  });

  it('is done when it was delivered', () => {
    assert.deepEqual(
      drawn(['created', 'locking', 'locked', 'confirming', 'proving', 'signing', 'minting', 'completed']),
      ['Locked done 2', 'Final done 2', 'Proof done 1', 'Signed done 1', 'Delivered done 1'],
    );
  });

  it('ends in a payment where it is a swap, and at home where nobody paid', () => {
    const delivered = ['created', 'locking', 'locked', 'proving', 'signing', 'minting', 'swapping'] as const;
    assert.equal(drawn(delivered, 'swap').at(-1), 'Paid now 1');
    assert.deepEqual(drawn([...delivered, 'returning', 'returned'], 'swap').slice(-2), ['Paid done 1', 'Home done 1']);
  });

  it('shows a refund after the steps that were taken', () => {
    assert.deepEqual(drawn(['created', 'locking', 'locked', 'cancelling', 'refunding', 'refunded']), [
      'Locked done 2',
      'Final done 1',
      'Cancelled done 1',
      'Refunded done 1',
    ]);
  });

  it('stops where it waits for an operator, and where it expired', () => {
    assert.deepEqual(drawn(['created', 'locking', 'locked', 'proving', 'failed']), [
      'Locked done 2',
      'Final done 1',
      'Proof ended 1',
      'Signed next',
      'Delivered next',
    ]);
    assert.equal(drawn(['created', 'expired'])[0], 'Locked ended 1');
  });

  it('counts until a step was left for the last time, where a reorganisation took the order back', () => {
    assert.deepEqual(drawn(['created', 'locking', 'locked', 'locking', 'locked']).slice(0, 2), [
      'Locked done 4',
      'Final now 1',
    ]);
  });
});
