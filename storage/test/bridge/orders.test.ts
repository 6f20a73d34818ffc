import assert from 'node:assert/strict';
import {
  nextState,
  ORDER_STATES,
  ORDER_TRIGGERS,
  type OrderState,
  type OrderTrigger,
  SWAP_ORDER_STATES,
  ZERO_32,
} from '@causeway/protocol';
import { orderStatements } from '../../src/bridge/order-statements.ts';
import { bridgeTables } from '../../src/bridge/schema.ts';
import { BACKLOG_STATES, type OrderFact, type OrderPatch, type OrderRow } from '../../src/index.ts';
import { columns } from '../support/columns.ts';
import { onStorages } from '../support/engines.ts';
import { runSql } from '../support/postgres-server.ts';
import { bytes32, newOrder } from '../support/rows.ts';
import { WAYS } from '../support/ways.ts';

onStorages('OrderRepository', (temporary, engine) => {
  let made: number;
  beforeEach(async () => {
    made = 0;
  });

  const orders = () => temporary.storage.orders;
  const create = (fields: Parameters<typeof newOrder>[0] = {}) =>
    orders().create(newOrder({ reference: bytes32(0x1001 + made++), ...fields }));
  /** The events of an order. While others are written at the same time, the newest are not shown at once. */
  async function eventsOf(id: string) {
    const { events } = temporary.storage;
    await events.settled();
    return events.after(id, 0, 100);
  }

  async function apply(order: OrderRow, trigger: OrderTrigger, patch?: OrderPatch): Promise<OrderRow> {
    temporary.nowMs += 1_000;
    const after = await orders().transition(order.id, trigger, patch);
    assert.ok(after, `${trigger} from ${order.state}`);
    return after;
  }

  async function lead(state: OrderState): Promise<OrderRow> {
    let order = await create();
    for (const trigger of WAYS[state] ?? assert.fail(`no way to ${state}`)) order = await apply(order, trigger);
    assert.equal(order.state, state);
    return order;
  }

  describe('backlog', () => {
    it('counts the orders whose lock was seen and that have not ended, by lane and state, with the oldest', async () => {
      const led = new Map<OrderState, OrderRow>();
      for (const state of ORDER_STATES) led.set(state, await lead(state));
      const { family, source, destination, assetHome } = await lead('minting');
      const lane = { family, source, destination, assetHome };
      const expected = BACKLOG_STATES.map((state) => ({
        ...{ ...lane, state, orders: state === 'minting' ? 2 : 1 },
        oldestAtMs: led.get(state)?.createdAtMs,
      }));
      const found = await orders().backlog();
      const byState = (one: { state: string }, other: { state: string }) => one.state.localeCompare(other.state);
      assert.deepEqual(found.toSorted(byState), expected.toSorted(byState));
      await orders().transition((led.get('locked') as OrderRow).id, 'executed');
      assert.equal(
        (await orders().backlog()).find(({ state }) => state === 'locked'),
        undefined,
      );
    });

    it('reads the index of the backlog alone, however many orders have ended', async () => {
      const opened = await engine.open(temporary.database);
      const { backlog } = orderStatements(bridgeTables(opened.dialect), opened.dialect);
      const plan = await engine.plan(temporary.database, backlog.build);
      assert.match(plan, /orders_backlog/);
      assert.doesNotMatch(plan, /seq scan/i);
      await opened.close();
    });
  });

  describe('the count of open orders', () => {
    it('is one range of an index for each avatar, however many orders the others have', async () => {
      await create({ avatarId: 'avatar' });
      const opened = await engine.open(temporary.database);
      const { openOf } = orderStatements(bridgeTables(opened.dialect), opened.dialect);
      const copies = `insert into orders select (jsonb_populate_record(o, jsonb_build_object(
        'id', 'order ' || n, 'reference', 'reference ' || n, 'avatar_id', 'avatar ' || n % 32))).*
        from orders o, generate_series(1, 2000) n`;
      // SQLite's planner does not look at the rows.
      if (engine.name === 'PostgreSQL') await runSql(temporary.database, `${copies}; analyze orders`);
      const plan = await engine.plan(temporary.database, openOf.build, { free: true });
      assert.match(plan, /(using|covering) index orders_avatar|index (only )?scan using orders_avatar/i);
      assert.doesNotMatch(plan, /seq scan on orders/i);
      await opened.close();
    });
  });

  describe('create', () => {
    it('makes an order in state created that survives a reopening', async () => {
      const order = await create({
        wireAmount: (1n << 128n) - 1n,
        expiresAtMs: temporary.nowMs + 5,
        custody: 'self',
        refundAddress: 'account_rdx1…',
        unsignedTransactions: [{ kind: 'radix', networkId: 1, manifest: 'CALL_METHOD …', blobs: ['00'] }],
      });
      assert.equal(order.state, 'created');
      assert.equal(order.version, 1);
      assert.equal(order.createdAtMs, temporary.nowMs);
      assert.match(order.id, /^[0-9a-f]{8}-[0-9a-f]{4}-7/);
      assert.deepEqual(await (await temporary.reopen()).orders.get(order.id), order);
    });

    it('writes the first event without the avatar in its data', async () => {
      const order = await create({
        avatarId: 'somebody',
        custody: 'self',
        refundAddress: 'secret-address',
        unsignedTransactions: [{ kind: 'radix', networkId: 1, manifest: 'secret-manifest', blobs: [] }],
        details: { valueUsd: 'secret-value' },
      });
      const [event, ...rest] = await eventsOf(order.id);
      assert.equal(event?.type, 'order.created');
      assert.equal(event?.data.wireAmount, '500000000');
      assert.equal(rest.length, 0);
      assert.doesNotMatch(JSON.stringify(event?.data), /somebody|secret|avatar|custody/);
      assert.deepEqual([event?.avatarId, event?.topic], ['somebody', 'orders']);
    });

    it('refuses an API order whose reference is not unique', async () => {
      await create({ reference: bytes32(1) });
      await assert.rejects(create({ reference: bytes32(1) }), /unique/i);
      await assert.rejects(create({ reference: ZERO_32 }), RangeError);
      assert.equal((await orders().list({}, null, 10)).items.length, 1);
    });
  });

  describe('transition', () => {
    async function assertFollowsTable(state: OrderState, trigger: OrderTrigger): Promise<void> {
      const before = await lead(state);
      const written = (await eventsOf(before.id)).length;
      const after = await orders().transition(before.id, trigger);
      const events = await eventsOf(before.id);
      const to = nextState(state, trigger);
      assert.equal(after?.state, to, `${state} ${trigger}`);
      if (to === undefined) {
        assert.deepEqual(await orders().get(before.id), before);
        assert.equal(events.length, written);
        return;
      }
      const { type, data } = events.at(-1) ?? assert.fail();
      assert.equal(type, `order.${to}`);
      assert.deepEqual([data.from, data.to, data.trigger], [state, to, trigger]);
      assert.equal(events.length, written + 1);
      assert.equal(after?.version, before.version + 1);
    }

    it('follows the table for every state and trigger', async () => {
      const pairs = ORDER_STATES.flatMap((state) => ORDER_TRIGGERS.map((trigger) => [state, trigger] as const));
      await Promise.all(pairs.map((pair) => assertFollowsTable(...pair)));
    }).timeout(120_000);

    it('writes the patch, and an event with the changed facts', async () => {
      const order = await apply(await create(), 'lockSeen', {
        lockTransaction: '0x01',
        lockBlock: 7,
        signatures: 0,
      });
      assert.equal(order.lockTransaction, '0x01');
      assert.equal(order.updatedAtMs, temporary.nowMs);
      assert.deepEqual((await eventsOf(order.id)).at(-1)?.data, {
        from: 'created',
        to: 'locked',
        trigger: 'lockSeen',
        lockTransaction: '0x01',
        lockBlock: 7,
        version: 2,
      });
      assert.deepEqual(await orders().get(order.id), order);
    });

    it('sets completedAtMs on completion and refund, and clears it when that is undone', async () => {
      const completed = await lead('completed');
      assert.equal(completed.completedAtMs, temporary.nowMs);
      assert.equal((await apply(completed, 'executionVanished')).completedAtMs, null);
      const refunded = await lead('refunded');
      assert.equal(refunded.completedAtMs, temporary.nowMs);
      assert.equal((await apply(refunded, 'refundVanished')).completedAtMs, null);
      assert.equal((await lead('expired')).completedAtMs, null);
    });

    it('deletes the facts of a vanished lock, but not its transaction', async () => {
      const patch = { messageId: bytes32(9), lockTransaction: '0x01', lockBlock: 7 };
      const locked = await apply(await create(), 'lockSeen', patch);
      await orders().update(locked.id, { signatures: 3 });
      const back = await apply(locked, 'lockVanished');
      assert.equal(back.state, 'locking');
      assert.deepEqual(
        [back.messageId, back.lockBlock, back.signatures, back.lockTransaction],
        [null, null, 0, '0x01'],
      );
      assert.equal(await orders().byMessage(bytes32(9)), undefined);
    });

    it('is found by its transactions, its messages and its reference, page by page', async () => {
      const order = await apply(await create(), 'lockSeen', {
        ...{ messageId: bytes32(0x70), lockTransaction: '0x71', lockBlock: 7 },
      });
      const cancelled = await apply(await apply(order, 'cancelStarted'), 'cancelled', {
        cancelMessageId: bytes32(0x72),
      });
      await apply(cancelled, 'refunded', { refundTransaction: '0x73' });
      const twin = await apply(await lead('minting'), 'executed', { mintTransaction: '0x71' });
      const idsOf = async (fact: OrderFact, after: string | null = null, limit = 10, skip = 0) =>
        (await orders().withFact(fact, after, limit, skip)).items.map(({ id }) => id);
      assert.deepEqual(await idsOf({ transaction: '0x71' }), [twin.id, order.id]);
      assert.deepEqual(await idsOf({ transaction: '0x71' }, null, 1), [twin.id]);
      assert.deepEqual(await idsOf({ transaction: '0x71' }, twin.id), [order.id]);
      assert.deepEqual(await idsOf({ transaction: '0x71' }, null, 1, 1), [order.id]);
      assert.deepEqual(await idsOf({ transaction: '0x73' }), [order.id]);
      for (const messageId of [bytes32(0x70), bytes32(0x72)]) assert.deepEqual(await idsOf({ messageId }), [order.id]);
      assert.deepEqual(await idsOf({ reference: order.reference }), [order.id]);
      assert.deepEqual(await idsOf({ transaction: '0x74' }), []);
    });

    it('deletes the facts of a vanished execution, cancellation or refund', async () => {
      const paid = { credited: true, final: true };
      const executed = await apply(await lead('minting'), 'executed', { mintTransaction: '0x02', ...paid });
      const undone = await apply(executed, 'executionVanished');
      assert.deepEqual([undone.mintTransaction, undone.credited, undone.final], [null, false, false]);

      const refunding = await apply(await lead('cancelling'), 'cancelled', { cancelMessageId: bytes32(8) });
      const refunded = await apply(refunding, 'refunded', { refundTransaction: '0x03', ...paid });
      const unpaid = await apply(refunded, 'refundVanished');
      assert.deepEqual([unpaid.refundTransaction, unpaid.credited, unpaid.final], [null, false, false]);
      assert.equal(unpaid.cancelMessageId, bytes32(8));
      assert.equal((await apply(unpaid, 'cancelVanished')).cancelMessageId, null);
    });

    it('clears the failure when an operator retries, unless the patch sets one', async () => {
      const failure = { failureCode: 'X', failureMessage: 'why' };
      const failed = await apply(await lead('cancelling'), 'failed', failure);
      assert.equal(failed.failureCode, 'X');
      const retried = await apply(failed, 'retried', { failureMessage: 'kept' });
      assert.deepEqual([retried.failureCode, retried.failureMessage], [null, 'kept']);
    });

    it('changes nothing when the order is not in the expected state', async () => {
      const order = await lead('locking');
      assert.equal(await orders().transition(order.id, 'expired', {}, { states: ['created'] }), undefined);
      assert.equal(await orders().transition(order.id, 'expired', {}, { versions: [1] }), undefined);
      assert.deepEqual(await orders().get(order.id), order);
      const expected = { states: ['created', 'locking'], versions: [2, 7] } as const;
      assert.equal((await orders().transition(order.id, 'expired', {}, expected))?.state, 'expired');
    });

    it('applies one of two concurrent triggers that exclude each other', async () => {
      const order = await lead('minting');
      const both = await Promise.all([
        orders().transition(order.id, 'proposalDropped'),
        orders().transition(order.id, 'proposalDropped'),
      ]);
      assert.deepEqual(
        both.map((row) => row?.state),
        ['proving', undefined],
      );
    });

    it('is undefined for an order that does not exist', async () => {
      assert.equal(await orders().transition('nobody', 'expired'), undefined);
      assert.equal(await orders().update('nobody', { final: true }), undefined);
    });
  });

  describe('update', () => {
    it('writes an event and a version only when a fact changed', async () => {
      const order = await lead('confirming');
      const same = await orders().update(order.id, { signatures: 0, messageId: null });
      assert.deepEqual(same, order);
      const changed = await orders().update(order.id, { signatures: 5, messageId: null });
      assert.deepEqual([changed?.signatures, changed?.version], [5, order.version + 1]);
      const events = await eventsOf(order.id);
      assert.deepEqual(events.at(-1)?.data, { signatures: 5, version: order.version + 1 });
      assert.equal(events.at(-1)?.type, 'order.updated');
      assert.equal(events.length, 4);
    });
  });

  describe('queries', () => {
    it('lists states oldest first', async () => {
      const [first, second, third] = [await create(), await create(), await create()];
      await orders().transition(second.id, 'lockReserved');
      await orders().transition(third.id, 'expired');
      const open = await orders().inStates(['created', 'locking'], 10);
      assert.deepEqual(columns(open, 'id'), [first.id, second.id]);
      assert.equal((await orders().inStates(['created', 'locking'], 1)).length, 1);
      assert.deepEqual(
        (await orders().inStates(['created', 'locking'], 10, first.id)).map(({ id }) => id),
        [second.id],
      );
    });

    it('pages through the orders that the service must lock, oldest first', async () => {
      const service = { custody: 'service' as const };
      const ids: string[] = [];
      for (let n = 0; n < 5; n++) {
        ids.push((await create(service)).id);
        await create({ custody: n % 2 ? 'self' : null });
      }
      const locking = await create(service);
      await orders().transition(locking.id, 'lockReserved');
      const paged: string[] = [];
      for (let page = await orders().unlocked(null, 2); page.length > 0; ) {
        paged.push(...page.map(({ id }) => id));
        page = await orders().unlocked(paged.at(-1) ?? null, 2);
      }
      assert.deepEqual(paged, ids);
    });

    it('pages through a list newest first, filtered, each order once', async () => {
      const ids: string[] = [];
      for (let n = 0; n < 7; n++) ids.unshift((await create({ avatarId: n % 2 ? 'b' : 'a' })).id);
      const paged: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<ReturnType<typeof orders>['list']>> = await orders().list({}, cursor, 3);
        paged.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor;
      } while (cursor !== null);
      assert.deepEqual(paged, ids);
      assert.equal((await orders().list({ avatarId: 'b' }, null, 10)).items.length, 3);
      assert.equal((await orders().list({ avatarId: 'b', state: 'locked' }, null, 10)).items.length, 0);
    });

    it('counts orders by state, also states without orders', async () => {
      for (const state of ['created', 'created', 'minting', 'expired'] as const) await lead(state);
      const counted = await orders().countByState();
      assert.deepEqual(Object.keys(counted).toSorted(), [...SWAP_ORDER_STATES].toSorted());
      assert.deepEqual([counted.created, counted.minting, counted.expired, counted.failed], [2, 1, 1, 0]);
    });

    it('stores a failure whatever characters its message has', async () => {
      const { id } = await orders().create(newOrder({ reference: bytes32(0x1001 + made++) }));
      const failureMessage = 'before \0 after \ud83d\ude00';
      assert.ok(await orders().transition(id, 'expired', { failureCode: 'X', failureMessage }));
      assert.match((await orders().get(id))?.failureMessage ?? '', /^before . after \ud83d\ude00$/u);
    });

    it('finds the orders that were credited on a chain, newest first', async () => {
      const credit = async (state: OrderState, patch: OrderPatch) => {
        const { id } = await lead(state);
        await orders().update(id, { credited: true, ...patch });
        return id;
      };
      const delivered = [await credit('completed', {}), await credit('completed', {})];
      const refunded = await credit('refunded', { refundTransaction: '0xaa' });
      await lead('completed');
      const { family, source, destination } = newOrder();
      assert.deepEqual(columns(await orders().credited(family, destination, 9), 'id'), delivered.toReversed());
      assert.deepEqual(columns(await orders().credited(family, destination, 1), 'id'), delivered.slice(1));
      assert.deepEqual(columns(await orders().credited(family, source, 9), 'id'), [refunded]);
      assert.deepEqual(await orders().credited('other', source, 9), []);
    });

    it('finds the orders whose lock is overdue, page by page', async () => {
      const due = await create({ expiresAtMs: 1_000 });
      const locking = await create({ expiresAtMs: 900 });
      await orders().transition(locking.id, 'lockReserved');
      const locked = await create({ expiresAtMs: 900 });
      await orders().transition(locked.id, 'lockSeen');
      await create({ expiresAtMs: 1_001 });
      await create({ expiresAtMs: null });
      const later = await create({ expiresAtMs: 1_000 });
      assert.deepEqual(columns(await orders().overdue(1_000, 10), 'id'), [due.id, later.id]);
      assert.deepEqual(columns(await orders().overdue(1_000, 1), 'id'), [due.id]);
      assert.deepEqual(columns(await orders().overdue(1_000, 1, due.id), 'id'), [later.id]);
      assert.deepEqual(await orders().overdue(1_000, 1, later.id), []);
    });
  });
});
