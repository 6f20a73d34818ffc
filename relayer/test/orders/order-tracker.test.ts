import assert from 'node:assert/strict';
import { confirmationsOf, nextState, ORDER_STATES, type OrderState, uintToHex, ZERO_32 } from '@causeway/protocol';
import {
  type BridgeStorage,
  type MessageRow,
  type NewOrder,
  type OrderRow,
  type OutcomeRow,
  openBridgeStorage,
} from '@causeway/storage';
import { noCheckpoint } from '../../src/checkpoint.ts';
import { type Facts, moveOf, OrderTracker } from '../../src/orders/order-tracker.ts';
import { Watcher } from '../../src/view/watcher.ts';
import { type Scene, sceneOf } from '../support/scene.ts';
import { bridgeOf, World } from '../support/world.ts';

const outcome = (status: OutcomeRow['status']) =>
  ({ status, at: { transaction: 'tx' }, credited: false, final: false }) as OutcomeRow;
const final = { final: true, message: {} } as MessageRow;

describe('moveOf', () => {
  const facts: readonly Facts[] = [
    {},
    { message: { final: false } as MessageRow },
    { message: final },
    { message: final, outcome: outcome('executed') },
    { message: final, outcome: outcome('cancelled') },
    { message: final, outcome: outcome('cancelled'), cancel: final, refund: outcome('executed') },
  ];

  it('only ever calls for transitions that the table has', () => {
    for (const state of ORDER_STATES) {
      for (const fact of facts) {
        const move = moveOf({ state, requiredConfirmations: 32 } as OrderRow, fact);
        if (move) assert.ok(nextState(state, move.trigger), `${state} has no ${move.trigger}`);
      }
    }
  });

  it('follows the chains, whatever state the order waits in', () => {
    const trigger = (state: OrderState, fact: Facts) => moveOf({ state } as OrderRow, fact)?.trigger;
    for (const state of ['locked', 'confirming', 'proving', 'signing', 'minting', 'cancelling', 'failed'] as const) {
      assert.equal(trigger(state, { message: final, outcome: outcome('executed') }), 'executed', state);
      assert.equal(trigger(state, { message: final, outcome: outcome('cancelled') }), 'cancelled', state);
    }
  });
});

describe('order tracker', function () {
  this.timeout(120_000);
  let { world, alpha, beta, relayer } = {} as Scene;
  const REFERENCE = `0x${'ab'.repeat(32)}` as const;

  const announced = (patch: Partial<NewOrder> = {}): NewOrder => ({
    origin: 'api',
    family: 'main',
    operation: 'lockTokens',
    source: alpha.domain,
    destination: beta.domain,
    assetHome: alpha.domain,
    sender: null,
    recipient: `0x${'00'.repeat(30)}cafe`,
    wireAmount: 1_000n,
    reference: REFERENCE,
    requiredConfirmations: 32,
    requiredSignatures: 3,
    avatarId: 'someone',
    custody: null,
    refundAddress: null,
    unsignedTransactions: null,
    walletId: null,
    deliveryFee: null,
    details: {},
    expiresAtMs: world.clock.now() + 10_000,
    ...patch,
  });

  /** A tracker over a database of its own. */
  const trackerOf = ({ chainView: view, orders, submissions }: BridgeStorage, atOnce?: number) =>
    new OrderTracker({
      view,
      orders,
      submissions,
      rules: { requiredConfirmations: () => 32, requiredSignatures: () => 3, lockTimeoutMs: 1 },
      clock: world.clock,
      checkpoint: noCheckpoint,
      ...(atOnce !== undefined && { atOnce }),
      onMove: () => {},
    });

  beforeEach(async () => {
    ({ world, alpha, beta, relayer } = await sceneOf(World.create()));
  });
  afterEach(() => world.close());

  it('binds a lock to its order, and creates orders for other locks', async () => {
    const order = await world.storage.orders.create(announced());
    alpha.lock(beta, { reference: REFERENCE });
    alpha.lock(beta, { reference: ZERO_32 });
    alpha.lock(beta, { reference: REFERENCE, wireAmount: 999n });
    await world.run(relayer, 36);
    assert.deepEqual(await world.states(), ['completed', 'completed', 'completed']);
    assert.deepEqual((await world.orders()).map(({ origin }) => origin).sort(), ['api', 'chain', 'chain']);
    assert.equal((await world.storage.orders.get(order.id))?.wireAmount, 1_000n);
  });

  it('counts confirmations up to the required ones', async () => {
    alpha.lock(beta);
    alpha.mine(11);
    await relayer.step();
    const confirmations = async () => {
      const head = await world.storage.chainView.cursor(alpha.family, alpha.domain);
      return confirmationsOf(await world.order(), head?.number);
    };
    assert.equal(await confirmations(), 10);
    alpha.mine(100);
    await relayer.step();
    assert.equal(await confirmations(), 32);
  });

  it('does not write an order when blocks only add confirmations', async () => {
    alpha.lock(beta);
    alpha.mine(2);
    await relayer.step();
    const before = await world.storage.events.latest();
    for (let block = 0; block < 20; block++) {
      alpha.mine();
      await relayer.step();
    }
    assert.deepEqual(await world.states(), ['confirming']);
    assert.equal(await world.storage.events.latest(), before);
  });

  it('finds every lock again after a lost database, however many there are, and does not block other work', async () => {
    for (let lock = 0; lock < 43; lock++) alpha.lock(beta);
    await world.run(relayer, 45);
    const fresh = await openBridgeStorage(':memory:', { clock: world.clock });
    const tracker = trackerOf(fresh, 4);
    let elsewhere = 0;
    let isDone = false;
    const beat = () => {
      elsewhere += 1;
      if (!isDone) setImmediate(beat);
    };
    setImmediate(beat);
    await new Watcher(bridgeOf(alpha), fresh.chainView).advance();
    await tracker.bind('main', alpha.domain);
    isDone = true;
    assert.ok(elsewhere >= 43 / 4, `others had ${elsewhere} turns`);
    assert.deepEqual(await fresh.orders.unmatched('main', alpha.domain, 1), []);
    assert.equal((await fresh.orders.countByState()).proving, 43);
    await new Watcher(bridgeOf(beta), fresh.chainView).advance();
    await tracker.sweep();
    assert.equal((await fresh.orders.countByState()).completed, 43);
    await fresh.close();
  });

  it('expires an order without a lock in time, not before, and revives it by a late lock', async () => {
    await world.storage.orders.create(announced());
    world.clock.tick(9_999);
    await relayer.tracker.expire();
    assert.deepEqual(await world.states(), ['created']);
    world.clock.tick(1);
    await relayer.tracker.expire();
    assert.deepEqual(await world.states(), ['expired']);
    alpha.lock(beta, { reference: REFERENCE });
    await world.run(relayer, 36);
    assert.deepEqual(await world.states(), ['completed']);
  });

  it('expires a lock that vanished and did not come back, unless it is still being sent', async () => {
    alpha.lock(beta);
    await world.run(relayer, 3);
    alpha.reorg(3);
    await world.run(relayer, 5);
    assert.deepEqual(await world.states(), ['locking']);
    await relayer.tracker.expire();
    assert.deepEqual(await world.states(), ['locking']);
    const order = await world.order();
    const sent = await world.storage.submissions.reserve({
      purpose: 'lock',
      domain: alpha.domain,
      family: 'main',
      payer: 'someone',
      sequence: 0,
      versions: [],
      orderIds: [order.id],
      details: {},
    });
    world.clock.tick(61_000);
    await relayer.tracker.expire();
    assert.deepEqual(await world.states(), ['locking']);
    await world.storage.submissions.setState(sent.id, 'broadcast');
    await relayer.tracker.expire();
    assert.deepEqual(await world.states(), ['locking']);
    await world.storage.submissions.setState(sent.id, 'dropped');
    await relayer.tracker.expire();
    assert.deepEqual(await world.states(), ['expired']);
  });

  it('expires orders behind any number of older ones that are still being sent', async () => {
    const { orders, submissions } = world.storage;
    let references = 0;
    const create = () => orders.create(announced({ reference: uintToHex(++references, 32) }));
    const locking = async () => {
      const { id } = await create();
      await orders.transition(id, 'lockReserved');
      return id;
    };
    const stuck: string[] = [];
    for (let order = 0; order < 501; order++) stuck.push(await locking());
    const sent = { purpose: 'lock', domain: alpha.domain, family: 'main', payer: 'someone', sequence: 0 } as const;
    await submissions.reserve({ ...sent, versions: [], orderIds: stuck, details: {} });
    await create();
    await locking();
    world.clock.tick(61_000);
    await relayer.tracker.expire();
    const { created, expired, locking: left } = await orders.countByState();
    assert.deepEqual({ created, expired, left }, { created: 0, expired: 2, left: 501 });
  });

  it('finds the outcome although the destination was scanned first', async () => {
    alpha.lock(beta);
    await world.run(relayer, 36);
    const fresh = await openBridgeStorage(':memory:', { clock: world.clock });
    const tracker = trackerOf(fresh);
    for (const chain of [beta, alpha]) {
      await new Watcher(bridgeOf(chain), fresh.chainView, (change) => tracker.changed(change)).advance();
    }
    assert.deepEqual(
      (await fresh.orders.list({}, null, 1)).items.map(({ state }) => state),
      ['completed'],
    );
    await fresh.close();
  });
});
