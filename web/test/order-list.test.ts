import { strict as assert } from 'node:assert';
import type { Order } from '@causeway/client';
import { appended, changed, type Listed, MOST, merged } from '../src/lib/order-list.ts';

const orderOf = (id: number, version = 1, status = 'locked') =>
  ({ orderId: String(id).padStart(5, '0'), version, status, updatedAt: 'then' }) as unknown as Order;
const listOf = (orders: readonly Order[], nextCursor: string | null = null): Listed => ({ orders, nextCursor });
const shortly = ({ orders }: Listed) =>
  orders.map(({ orderId, version, status }) => [Number(orderId), version, status]);
const event = (id: number, version: number, status: string, order?: Order) =>
  ({ orderId: orderOf(id).orderId, version, status, at: 'now', ...(order && { order }) }) as never;

describe('the list of orders', () => {
  it('takes each event once, in the order of versions, and new orders at their place', () => {
    const before = listOf([orderOf(3), orderOf(1)]);
    const after = changed(before, [
      event(1, 2, 'confirming'),
      event(1, 2, 'confirming'),
      event(2, 1, 'locked', orderOf(2)),
      event(4, 1, 'locked', orderOf(4)),
      event(4, 2, 'confirming'),
      event(3, 1, 'older'),
    ]);
    assert.deepEqual(shortly(after), [
      [4, 2, 'confirming'],
      [3, 1, 'locked'],
      [2, 1, 'locked'],
      [1, 2, 'confirming'],
    ]);
    assert.equal(after.orders[1], before.orders[0], 'an order without news stays the same object');
  });

  it('keeps what events told while it was read again, and drops what is gone', () => {
    const shown = listOf([orderOf(5), orderOf(4, 3, 'proving'), orderOf(3), orderOf(2), orderOf(1)], 'before 1');
    const ids = new Set(['00004', '00003', '00002', '00001']);
    const read = listOf([orderOf(4, 2, 'confirming'), orderOf(2, 2, 'confirming')], 'before 2');
    const now = merged(read, shown, ids);
    assert.deepEqual(shortly(now), [
      [5, 1, 'locked'],
      [4, 3, 'proving'],
      [2, 2, 'confirming'],
      [1, 1, 'locked'],
    ]);
    assert.equal(now.nextCursor, 'before 1', 'older ones go on behind those that are shown');
    assert.deepEqual(merged(read, undefined, new Set()), read);
  });

  it('has no order twice, and keeps a bounded number', () => {
    const shown = listOf([orderOf(3), orderOf(2)], 'before 2');
    assert.deepEqual(
      shortly(appended(shown, listOf([orderOf(2), orderOf(1)]))).map(([id]) => id),
      [3, 2, 1],
    );
    const many = listOf(
      Array.from({ length: MOST }, (_, at) => orderOf(MOST - at)),
      'more',
    );
    const one = changed(many, [event(MOST + 1, 1, 'locked', orderOf(MOST + 1))]);
    assert.deepEqual([one.orders.length, one.orders[0]?.orderId, one.nextCursor], [MOST, '01001', null]);
  });
});
