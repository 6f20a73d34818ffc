import assert from 'node:assert/strict';
import {
  type Hex,
  HOMEWARD_FATES,
  KIND,
  type Message,
  ORDER_STATES,
  type OrderState,
  type OrderTrigger,
  SWAP_ENDS,
  type SwapEnd,
  swapOrderState,
} from '@causeway/protocol';
import { clockAt } from '@causeway/runtime/test-support';
import type { NewSwap, OrderRow, ScannedSwapEvent, SwapRow } from '../../src/index.ts';
import { prune } from '../../src/maintenance/prune.ts';
import { onStorages } from '../support/engines.ts';
import {
  block,
  bytes32,
  DESTINATION,
  FAMILY,
  lockMessage,
  messageRow,
  newOrder,
  position,
  SOURCE,
  scan,
} from '../support/rows.ts';
import { WAYS } from '../support/ways.ts';

/** The shortest way from a seen lock to `state`. */
const afterLock = (state: OrderState): readonly OrderTrigger[] => {
  const way = WAYS[state] ?? [];
  return way.slice(way.indexOf('lockSeen') + 1);
};

const HOUR_MS = 3_600_000;
const SOLVER = 'solver-account';
/** The terms' address at the source. */
const HOME_ADDRESS: Hex = `0x${'01'.repeat(32)}`;

onStorages('SwapRepository', (temporary) => {
  let made = 0;
  /** The newest block of the destination. */
  let head = 100;
  beforeEach(() => {
    made = 0;
    head = 100;
  });

  const orders = () => temporary.storage.orders;
  const swaps = () => temporary.storage.swaps;

  const swapOf = (swapId: Hex, fields: Partial<NewSwap> = {}): NewSwap => ({
    ...{ swapId, terms: `0x${'01'.repeat(314)}`, recipient: bytes32(0xcc) },
    ...{ deadlineMs: temporary.nowMs + HOUR_MS, outDecimals: 6, fromBlock: 100 },
    ...{ solverId: 'solver', solverAccountId: 'account', solverAddress: SOLVER },
    quoteExpiresAtMs: temporary.nowMs + 30_000,
    ...fields,
  });

  async function create(fields: Partial<NewSwap> = {}): Promise<OrderRow> {
    const reference = bytes32(0x2001 + made++);
    return orders().create(newOrder({ reference, avatarId: 'orderer', swap: swapOf(reference, fields) }));
  }

  /** Binds the lock of an order. */
  const lock = ({ reference }: OrderRow, nonce = 0n) =>
    orders().matchLock(messageRow(lockMessage({ reference, nonce }), position(10, Number(nonce))), 32, 3);

  const statusOf = async ({ id }: OrderRow) => (await orders().get(id))?.swapState;
  const rowOf = async ({ id }: OrderRow): Promise<SwapRow> =>
    (await swaps().of([id])).get(id) ?? assert.fail('no swap');

  const event = (
    { reference: swapId }: OrderRow,
    type: ScannedSwapEvent['type'],
    fields: Partial<ScannedSwapEvent> = {},
  ): ScannedSwapEvent => ({
    ...{ swapId, type, account: SOLVER, amount: 1_250_000n, home: null, at: position(head + 1) },
    ...fields,
  });
  const END_EVENTS: Readonly<Record<SwapEnd, (order: OrderRow) => readonly ScannedSwapEvent[]>> = {
    none: () => [],
    filled: (order) => [event(order, 'filled')],
    returned: (order) => [event(order, 'returned', { account: null })],
    sentHome: (order) => [event(order, 'returned', { account: null, home: SOURCE })],
  };

  /** The view of the bridge passes a block, and its settler emitted these up to there. */
  async function emit(events: readonly ScannedSwapEvent[], finalTo = -1) {
    head += 1;
    assert.ok((await temporary.storage.chainView.recordScan(scan(DESTINATION, block(head), {}))).ok);
    return swaps().record({ family: FAMILY, domain: DESTINATION, to: block(head), finalTo, events });
  }

  const typesOf = async ({ id }: OrderRow) =>
    (await temporary.storage.events.after(id, 0, 100)).map(({ type }) => type);

  const apply = async (order: OrderRow, triggers: readonly OrderTrigger[]) => {
    for (const trigger of triggers) {
      const messageId = trigger === 'lockSeen' ? { messageId: order.reference } : {};
      assert.ok(await orders().transition(order.id, trigger, messageId), trigger);
    }
  };

  it('tells the solver of a new order on its own stream, and nobody else whose offer it took', async () => {
    const order = await create();
    assert.equal(order.swapState, 'created');
    const topics = { avatarId: 'solver', topics: ['swaps'] };
    const [told] = await temporary.storage.events.afterFor(topics, 0, 10);
    assert.deepEqual([told?.type, told?.subject, told?.data.orderId], ['swap.ordered', order.reference, order.id]);
    const [created] = await temporary.storage.events.after(order.id, 0, 10);
    assert.doesNotMatch(JSON.stringify(created?.data), /solver|terms|account/);
  });

  for (const end of SWAP_ENDS) {
    it(`gives an order in each state with end ${end} the status of the table`, async () => {
      for (const [state, way] of Object.entries(WAYS)) {
        const order = await create();
        await apply(order, way);
        await emit(END_EVENTS[end](order));
        const now = (await orders().get(order.id)) as OrderRow;
        const seen = now.messageId === null ? 'none' : end;
        assert.equal(now.swapState, swapOrderState(now.state, seen), state);
        assert.equal((await rowOf(order)).end, seen, state);
      }
    });
  }

  it('covers every state and fate', () => {
    assert.deepEqual(Object.keys(WAYS).sort(), [...ORDER_STATES].sort());
    assert.equal(HOMEWARD_FATES.length, 3);
  });

  it('shows a fill with its amount, and then that the filler was paid', async () => {
    const order = await create();
    await lock(order);
    const [moved] = await emit([event(order, 'filled')]);
    assert.equal(moved?.order.swapState, 'completed');
    assert.deepEqual(await typesOf(order), ['order.created', 'order.locked', 'order.completed']);
    const { filler, filledAmount, fillTransaction, filledAtMs, settled } = await rowOf(order);
    const at = position(101);
    assert.deepEqual(
      { filler, filledAmount, fillTransaction, filledAtMs, settled },
      {
        filler: SOLVER,
        filledAmount: 1_250_000n,
        fillTransaction: at.transaction,
        filledAtMs: at.block.timeMs,
        settled: false,
      },
    );
    const events = await temporary.storage.events.after(order.id, 0, 100);
    assert.deepEqual([events[2]?.data.filledAmount, events[2]?.data.solver], ['1.25', SOLVER]);
    await emit([event(order, 'settled')]);
    assert.equal((await rowOf(order)).settled, true);
    assert.equal((await typesOf(order)).at(-1), 'order.updated');
  });

  it('stays as it ended when its filler is paid long after, also once its events are pruned', async () => {
    const order = await delivered({ solverAccountId: null });
    await orders().update(order.id, { final: true });
    await emit([event(order, 'filled')], head + 1);
    temporary.nowMs += 100 * 24 * HOUR_MS;
    const clock = clockAt(() => temporary.nowMs);
    const { rows } = await prune(temporary.database, { olderThanMs: 90 * 24 * HOUR_MS, clock });
    assert.equal(rows.swap_events, 1);
    assert.deepEqual(await temporary.storage.events.after(order.reference, 0, 10), [], 'what its solver was told');
    const before = await rowOf(order);
    await emit([event(order, 'settled')], head + 1);
    assert.deepEqual([await statusOf(order), await rowOf(order)], ['completed', before]);
  });

  it('keeps the status of a filled order while its bridge order goes on', async () => {
    const order = await create();
    await lock(order);
    await emit([event(order, 'filled')]);
    await apply(order, ['confirmationsStarted', 'lockFinal']);
    const now = await orders().get(order.id);
    assert.deepEqual([now?.state, now?.swapState], ['proving', 'completed']);
    assert.deepEqual((await typesOf(order)).slice(3), ['order.updated', 'order.updated']);
    assert.equal(now?.completedAtMs, temporary.nowMs);
  });

  it('counts a fill that was seen before the lock once the lock is seen', async () => {
    const [watched, order] = [await create(), await create()];
    await lock(watched);
    await emit([event(order, 'filled')]);
    assert.equal(await statusOf(order), 'created');
    const locked = await lock(order, 1n);
    assert.deepEqual([locked.state, locked.swapState], ['locked', 'completed']);
    assert.deepEqual(await typesOf(order), ['order.created', 'order.locked', 'order.completed']);
  });

  it('ignores ids that nobody ordered, and the settler of another bridge', async () => {
    const order = await create();
    await lock(order);
    assert.deepEqual(await emit([{ ...event(order, 'filled'), swapId: bytes32(9) }]), []);
    const elsewhere = { family: FAMILY, domain: SOURCE, finalTo: -1, events: [event(order, 'filled')] };
    assert.ok((await temporary.storage.chainView.recordScan(scan(SOURCE, block(300), {}))).ok);
    assert.deepEqual(await swaps().record({ ...elsewhere, to: block(300) }), []);
    assert.equal(await statusOf(order), 'locked');
  });

  it('records nothing up to a block that the view of the bridge has not', async () => {
    const order = await create();
    await lock(order);
    const forked = { family: FAMILY, domain: DESTINATION, to: block(100, 1), finalTo: -1 };
    assert.deepEqual(await swaps().record({ ...forked, events: [event(order, 'filled')] }), []);
    assert.equal(await statusOf(order), 'locked');
    assert.equal(await swaps().scanFrom(FAMILY, DESTINATION), 101);
  });

  it('takes back what a reorganisation took back', async () => {
    const order = await create();
    await lock(order);
    await emit([event(order, 'filled', { at: position(head + 1) })]);
    await emit([event(order, 'settled', { at: position(head + 1) })]);
    await temporary.storage.chainView.rollback(FAMILY, DESTINATION, 101);
    assert.deepEqual([await statusOf(order), (await rowOf(order)).settled], ['completed', false]);
    assert.equal(await swaps().scanFrom(FAMILY, DESTINATION), 102);
    await temporary.storage.chainView.rollback(FAMILY, DESTINATION, 100);
    const now = await orders().get(order.id);
    assert.deepEqual([now?.swapState, now?.completedAtMs], ['locked', null]);
    assert.deepEqual((await rowOf(order)).filledAmount, null);
    assert.equal((await typesOf(order)).at(-1), 'order.locked');
  });

  /** The order of the message that a return sent home, in the transaction of block `number`. */
  const sendHome = ({ reference }: OrderRow, number: number, fields: Partial<Message> = {}) => {
    const route = { kind: KIND.burn, source: DESTINATION, destination: SOURCE } as const;
    const message = lockMessage({ ...route, recipient: HOME_ADDRESS, reference, ...fields });
    return orders().matchLock(messageRow(message, position(number)), 0, 3);
  };
  const delivered = async (fields: Partial<NewSwap> = {}) => {
    const order = await create(fields);
    await lock(order);
    await apply(order, afterLock('completed'));
    return order;
  };

  for (const whichFirst of ['the return', 'its message'] as const) {
    it(`follows what was sent home when ${whichFirst} is seen first`, async () => {
      const order = await delivered();
      assert.equal(await statusOf(order), 'swapping');
      const home = whichFirst === 'its message' ? await sendHome(order, head + 1) : undefined;
      await emit([event(order, 'returned', { home: SOURCE, account: null })]);
      assert.equal(await statusOf(order), 'returning');
      const homeward = home ?? (await sendHome(order, head));
      await apply(homeward, afterLock('completed'));
      assert.equal(await statusOf(order), 'refunded');
      await apply(homeward, ['executionVanished']);
      assert.equal(await statusOf(order), 'returning');
    });
  }

  it('is returned when what was sent home is cancelled and paid back here', async () => {
    const order = await delivered();
    await emit([event(order, 'returned', { home: SOURCE, account: null })]);
    const homeward = await sendHome(order, head);
    await apply(homeward, afterLock('refunded'));
    assert.equal(await statusOf(order), 'returned');
  });

  it('does not take another message with the same reference for the return', async () => {
    const order = await delivered();
    await emit([event(order, 'returned', { home: SOURCE, account: null })]);
    const other = await sendHome(order, head - 1);
    await apply(other, afterLock('completed'));
    assert.equal(await statusOf(order), 'returning');
  });

  it('does not take what somebody else sends in the transaction of the return for what went home', async () => {
    const order = await delivered();
    await emit([event(order, 'returned', { home: SOURCE, account: null })]);
    const away = await sendHome(order, head, { nonce: 7n, recipient: bytes32(0xee), wireAmount: 900_000_000n });
    const dust = await sendHome(order, head, { nonce: 8n, wireAmount: 1n });
    const homeward = await sendHome(order, head, { nonce: 9n });
    for (const fake of [away, dust]) await apply(fake, afterLock('completed'));
    assert.equal(await statusOf(order), 'returning');
    await apply(homeward, afterLock('completed'));
    assert.equal(await statusOf(order), 'refunded');
  });

  describe('scanFrom', () => {
    it('names nothing while no swap has a lock, and afterwards the block after the one known at its order', async () => {
      assert.equal(await swaps().scanFrom(FAMILY, DESTINATION), undefined);
      const order = await create({ fromBlock: 70 });
      assert.equal(await swaps().scanFrom(FAMILY, DESTINATION), undefined);
      await lock(order);
      assert.equal(await swaps().scanFrom(FAMILY, DESTINATION), 71);
      assert.equal(await swaps().scanFrom(FAMILY, SOURCE), undefined);
    });

    it('goes on after what was read, and begins again for an order that is older than that', async () => {
      const order = await create();
      await lock(order);
      await emit([]);
      assert.equal(await swaps().scanFrom(FAMILY, DESTINATION), 102);
    });

    it('passes over no block in which an order was filled whose lock is seen later', async () => {
      const early = await create({ fromBlock: 90 });
      const before = await create({ fromBlock: 90 });
      await lock(before);
      await emit([event(before, 'filled'), event(before, 'settled', { at: position(head + 1, 1) })], head + 1);
      assert.equal(await swaps().scanFrom(FAMILY, DESTINATION), undefined);
      const next = await create({ fromBlock: 150 });
      await lock(next, 1n);
      assert.equal(await swaps().scanFrom(FAMILY, DESTINATION), 102);
      // What nobody locked in time is not waited for.
      temporary.nowMs += 2 * HOUR_MS;
      assert.equal(await swaps().scanFrom(FAMILY, DESTINATION), 151);
      await lock(early, 2n);
      assert.equal(await swaps().scanFrom(FAMILY, DESTINATION), 102);
    });

    it('ends with a final settlement, and a day after the deadline when the filler does not settle', async () => {
      const [paid, unpaid] = [await create(), await create({ deadlineMs: temporary.nowMs + 1_000 })];
      await lock(paid);
      await emit([event(paid, 'filled'), event(paid, 'settled', { at: position(head + 1, 1) })], head);
      assert.notEqual(await swaps().scanFrom(FAMILY, DESTINATION), undefined);
      await emit([], head);
      assert.equal(await swaps().scanFrom(FAMILY, DESTINATION), undefined);
      await lock(unpaid, 1n);
      await emit([event(unpaid, 'filled')]);
      temporary.nowMs += 24 * HOUR_MS;
      assert.notEqual(await swaps().scanFrom(FAMILY, DESTINATION), undefined);
      temporary.nowMs += 2 * HOUR_MS;
      assert.equal(await swaps().scanFrom(FAMILY, DESTINATION), undefined);
    });
  });

  it('lists open swaps from their lock on, to their solver from the order on', async () => {
    const [first, second] = [await create(), await create({ solverAccountId: null, solverId: null })];
    const ids = async (filter = {}, after: string | null = null) =>
      (await swaps().open(filter, after, 10)).map(({ order }) => order.id);
    assert.deepEqual(await ids(), []);
    assert.deepEqual(await ids({ accountId: 'account' }), [first.id]);
    assert.deepEqual(await ids({ accountId: 'other' }), []);
    await lock(first);
    await lock(second, 1n);
    assert.deepEqual(await ids(), [first.id, second.id]);
    assert.deepEqual(await ids({}, first.id), [second.id]);
    assert.deepEqual(await ids({ solverId: 'solver' }), [first.id]);
    assert.deepEqual(await ids({ domain: SOURCE }), []);
    await emit([event(first, 'filled')]);
    assert.deepEqual(await ids(), [second.id]);
  });

  it('lists and counts orders by their status', async () => {
    const bridge = await orders().create(newOrder({ reference: bytes32(1), avatarId: 'orderer' }));
    const swap = await delivered();
    const listed = async (state: OrderRow['swapState'], avatarId?: string) =>
      (await orders().list({ ...(state && { state }), ...(avatarId && { avatarId }) }, null, 10)).items.map(
        ({ id }) => id,
      );
    assert.deepEqual(await listed('swapping'), [swap.id]);
    assert.deepEqual(await listed('completed'), []);
    assert.deepEqual(await listed(null), [swap.id, bridge.id]);
    assert.deepEqual(await listed('created', 'orderer'), [bridge.id]);
    await emit([event(swap, 'filled')]);
    assert.deepEqual(await listed('completed', 'orderer'), [swap.id]);
    const { completed, created, swapping } = await orders().countByState('orderer');
    assert.deepEqual({ completed, created, swapping }, { completed: 1, created: 1, swapping: 0 });
    assert.deepEqual((await orders().countByState()).completed, 1);
  });

  it('finds orders by the recipient of their terms', async () => {
    const order = await create();
    const at = await orders().atAddress({ domain: DESTINATION, address: bytes32(0xcc) }, null, 10);
    assert.deepEqual(
      at.items.map(({ id }) => id),
      [order.id],
    );
  });

  it('finds orders by the transaction that paid them, and by the one that gave them back', async () => {
    const [filled, returned] = [await create(), await create()];
    for (const [at, order] of [filled, returned].entries()) await lock(order, BigInt(at));
    const payment = event(filled, 'filled');
    const giving = event(returned, 'returned', {
      account: null,
      at: { ...position(head + 1, 1), transaction: '0x77' },
    });
    await emit([payment, giving]);
    const idsOf = async (transaction: string) =>
      (await orders().withFact({ transaction }, null, 10)).items.map(({ id }) => id);
    assert.deepEqual(await idsOf(payment.at.transaction), [filled.id]);
    assert.deepEqual(await idsOf('0x77'), [returned.id]);
  });

  it('names orders for the record once nobody fills them any more, limit orders never', async () => {
    const [filled, expired, late, limit] = [
      await create(),
      await create(),
      await create({ deadlineMs: temporary.nowMs + 1_000 }),
      await create({ solverAccountId: null }),
    ];
    const due = async () => (await swaps().outcomesDue(10)).map(({ order }) => order.id);
    for (const [at, order] of [filled, late, limit].entries()) await lock(order, BigInt(at));
    assert.deepEqual(await due(), []);
    await emit([event(filled, 'filled'), event(limit, 'filled', { at: position(head + 1, 1) })]);
    await orders().transition(expired.id, 'expired');
    assert.deepEqual(await due(), [filled.id, expired.id]);
    temporary.nowMs += 1_000;
    assert.deepEqual(await due(), [filled.id, expired.id, late.id]);
  });
});
