import { strict as assert } from 'node:assert';
import type { BridgeContext } from '../../src/bridge/context.ts';
import { createOrderRepository } from '../../src/bridge/order-repository.ts';
import type { OrderRepository } from '../../src/bridge/orders.ts';
import { bridgeTables } from '../../src/bridge/schema.ts';
import type { Dialect } from '../../src/core/dialect.ts';
import type { TxScript } from '../../src/core/steps.ts';
import { onStorages } from '../support/engines.ts';
import type { Recorded } from '../support/recorded.ts';
import { bytes32, DESTINATION, SOURCE } from '../support/rows.ts';

/** The queries of one job, each with no rows for an answer. */
async function queriesOf(dialect: Dialect, ask: (orders: OrderRepository) => Promise<unknown>): Promise<Recorded[]> {
  const queries: Recorded[] = [];
  const read = async <T>(work: () => TxScript<T>): Promise<T> => {
    const steps = work();
    let step = steps.next();
    while (!step.done) {
      if (step.value.kind === 'rows')
        queries.push('build' in step.value.query ? step.value.query.build : step.value.query);
      step = steps.next([]);
    }
    return step.value;
  };
  await ask(createOrderRepository({ tables: bridgeTables(dialect), read } as unknown as BridgeContext));
  return queries;
}

type Ask = (orders: OrderRepository) => Promise<unknown>;

/** Searches for what any number of orders share, with the index that has them in the order of the page. */
const SHARED: readonly (readonly [name: string, ask: Ask, indexes: readonly string[]])[] = [
  ['a reference', (orders) => orders.withFact({ reference: bytes32(1) }, bytes32(2), 10), ['orders_chain_reference']],
  [
    'an address',
    (orders) => orders.atAddress({ domain: DESTINATION, address: bytes32(1) }, bytes32(2), 10),
    ['orders_paid_to', 'orders_sent_from', 'swaps_recipient'],
  ],
  [
    'a lane',
    (orders) => orders.everyones({ lanes: [{ source: SOURCE, destination: DESTINATION }] }, bytes32(2), 10),
    ['orders_lane'],
  ],
  ['everybody’s orders', (orders) => orders.everyones({}, bytes32(2), 10), ['orders_locked']],
];

/** Searches for what few orders share. */
const FEW: readonly (readonly [name: string, ask: Ask])[] = [
  ['a transaction', (orders) => orders.withFact({ transaction: '0x01' }, bytes32(2), 10)],
  ['a message', (orders) => orders.withFact({ messageId: bytes32(1) }, bytes32(2), 10)],
];

onStorages('a search for orders', (temporary, engine) => {
  const plansOf = async (ask: Ask) => {
    const opened = await engine.open(temporary.database);
    const { dialect } = opened;
    await opened.close();
    const plans: string[] = [];
    for (const query of await queriesOf(dialect, ask)) plans.push(await engine.plan(temporary.database, query));
    return plans.join('\n');
  };

  for (const [name, ask, indexes] of SHARED)
    it(`by ${name} reads no more than a page, and sorts nothing`, async () => {
      const plans = await plansOf(ask);
      // An index of few rows is as good as another one to PostgreSQL, which knows their number.
      if (engine.name === 'SQLite')
        for (const index of indexes) assert.ok(plans.includes(index), `${index} in ${plans}`);
      assert.doesNotMatch(plans, /seq scan|^SCAN|\bsort\b|temp b-tree/im);
    });

  for (const [name, ask] of FEW)
    it(`by ${name} reads no whole table`, async () => assert.doesNotMatch(await plansOf(ask), /seq scan|^SCAN/im));
});
