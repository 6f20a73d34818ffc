import assert from 'node:assert/strict';
import { nextState, ORDER_TRIGGERS, type OrderState, type OrderTrigger } from '@causeway/protocol';
import { cases, timeLimit } from '@causeway/protocol/test-support/cases';
import fc from 'fast-check';
import type { OrderPatch, OrderRow } from '../../src/index.ts';
import { onEngines, removeTemporary } from '../support/engines.ts';
import { assertReplays } from '../support/replay.ts';
import { bytes32, newOrder } from '../support/rows.ts';
import { type TemporaryStorage, temporaryStorage } from '../support/temporary.ts';

interface Model {
  readonly orders: { readonly id: string; state: OrderState; version: number }[];
}
type Command = fc.AsyncCommand<Model, TemporaryStorage>;

const create = (): Command => ({
  check: () => true,
  async run(model, { storage }) {
    const { id, state, version } = await storage.orders.create(
      newOrder({ reference: bytes32(0x1001 + model.orders.length) }),
    );
    model.orders.push({ id, state, version });
  },
  toString: () => 'create',
});

const trigger = (pick: number, name: OrderTrigger, patch: OrderPatch): Command => ({
  check: ({ orders }) => orders.length > 0,
  async run({ orders }, { storage }) {
    const order = orders[pick % orders.length] ?? assert.fail();
    const to = nextState(order.state, name);
    const after = await storage.orders.transition(order.id, name, patch);
    assert.equal(after?.state, to);
    if (to !== undefined) Object.assign(order, { state: to, version: order.version + 1 });
  },
  toString: () => `${name} on ${pick}`,
});

const update = (pick: number, patch: OrderPatch): Command => ({
  check: ({ orders }) => orders.length > 0,
  async run({ orders }, { storage }) {
    const order = orders[pick % orders.length] ?? assert.fail();
    const after = await storage.orders.update(order.id, patch);
    assert.equal(after?.state, order.state);
    assert.ok(after.version === order.version || after.version === order.version + 1);
    order.version = after.version;
  },
  toString: () => `update ${JSON.stringify(patch)} on ${pick}`,
});

const reopen = (): Command => ({
  check: () => true,
  run: async (_model, temporary) => void (await temporary.reopen()),
  toString: () => 'reopen',
});

const patch: fc.Arbitrary<OrderPatch> = fc.record(
  {
    lockTransaction: fc.constantFrom(null, '0x01', '0x02'),
    lockBlock: fc.constantFrom(null, 5, 6),
    mintTransaction: fc.constantFrom(null, '0x03'),
    refundTransaction: fc.constantFrom(null, '0x04'),
    cancelMessageId: fc.constantFrom(null, bytes32(1)),
    signatures: fc.nat({ max: 3 }),
    credited: fc.boolean(),
    final: fc.boolean(),
    failureCode: fc.constantFrom(null, 'X'),
  },
  { requiredKeys: [] },
);

onEngines('orders, by random triggers', (engine) => {
  it('never leave the table, and their events replay to their rows', async () => {
    const commands = fc.commands(
      [
        fc.constant(create()),
        fc.constant(reopen()),
        fc.tuple(fc.nat({ max: 4 }), patch).map((args) => update(...args)),
        ...[1, 2, 3].map(() =>
          fc.tuple(fc.nat({ max: 4 }), fc.constantFrom(...ORDER_TRIGGERS), patch).map((args) => trigger(...args)),
        ),
      ],
      { maxCommands: 60 },
    );
    await fc.assert(
      fc.asyncProperty(commands, async (sequence) => {
        const real = await temporaryStorage(engine);
        const model: Model = { orders: [] };
        await fc.asyncModelRun(() => ({ model, real }), sequence);
        for (const { id, state, version } of model.orders) {
          const order = (await real.storage.orders.get(id)) as OrderRow;
          assert.deepEqual([order.state, order.version], [state, version]);
          assert.equal(order.completedAtMs !== null, state === 'completed' || state === 'refunded');
          await assertReplays(real.storage, order);
        }
        await removeTemporary();
      }),
      cases(40, 2_000),
    );
  }).timeout(timeLimit(120_000));
});
