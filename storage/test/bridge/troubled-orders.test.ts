import assert from 'node:assert/strict';
import { ORDER_STATES, type OrderState } from '@causeway/protocol';
import { BACKLOG_STATES } from '../../src/index.ts';
import { columns } from '../support/columns.ts';
import { onStorages } from '../support/engines.ts';
import { bytes32, newOrder } from '../support/rows.ts';
import { WAYS } from '../support/ways.ts';

onStorages('OrderRepository for operators', (temporary) => {
  const orders = () => temporary.storage.orders;
  let made: number;
  beforeEach(() => {
    made = 0;
  });

  async function lead(state: OrderState): Promise<string> {
    temporary.nowMs += 1_000;
    const { id } = await orders().create(newOrder({ reference: bytes32(0x2001 + made++) }));
    for (const trigger of WAYS[state] ?? assert.fail(state)) assert.ok(await orders().transition(id, trigger));
    return id;
  }

  it('finds failed orders, and those that were seen locked and are old, oldest first and page by page', async () => {
    const old = new Map<OrderState, string>();
    for (const state of ORDER_STATES) old.set(state, await lead(state));
    temporary.nowMs += 60_000;
    const beforeMs = temporary.nowMs;
    const failed = await lead('failed');
    await lead('signing');
    const waits = ORDER_STATES.filter((state) => state === 'failed' || BACKLOG_STATES.some((one) => one === state));
    const expected = [...waits.map((state) => old.get(state)), failed];
    const found: string[] = [];
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<ReturnType<typeof orders>['troubled']>> = await orders().troubled(
        { beforeMs },
        after,
        3,
      );
      found.push(...columns(page.items, 'id'));
      after = page.nextCursor;
    } while (after !== null);
    assert.deepEqual(found, expected);
    const isFailed = (id: string | undefined) => id === failed || id === old.get('failed');
    for (const only of ['failed', 'stuck'] as const) {
      const { items } = await orders().troubled({ beforeMs, only }, null, 10);
      assert.deepEqual(
        columns(items, 'id'),
        expected.filter((id) => isFailed(id) === (only === 'failed')),
      );
    }
  });

  it('finds every order with a credited payment, newest first and page by page', async () => {
    const credited: string[] = [];
    for (const state of ['completed', 'refunded', 'completed'] as const) {
      const id = await lead(state);
      await orders().update(id, { credited: true });
      credited.unshift(id);
    }
    await lead('completed');
    const page = await orders().everyCredited(null, 2);
    assert.deepEqual(columns(page.items, 'id'), credited.slice(0, 2));
    const rest = await orders().everyCredited(page.nextCursor, 2);
    assert.deepEqual([columns(rest.items, 'id'), rest.nextCursor], [credited.slice(2), null]);
  });
});
