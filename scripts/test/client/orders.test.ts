import { strict as assert } from 'node:assert';
import { ORDER_STATES } from '@causeway/protocol';
import { describeService } from './service.ts';

const RECIPIENT = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

describeService('causeway order', 'ann', (service) => {
  const toPolygon = ['ETH', 'polygon', '0.5', '--to', RECIPIENT];

  it('creates an order and prints the transaction to sign', async () => {
    const { stdout, status } = await service.causeway(['order', ...toPolygon]);
    assert.match(stdout, /0\.5 ETH on ethereum\n.*0\.5 cwETH .*on polygon/);
    assert.match(stdout, /"data": "0x[\da-f]{64}"/);
    assert.equal(status, 0);
  });

  it('makes one order for one idempotency key', async () => {
    const create = () => service.json('order', 'create', ...toPolygon, '--idempotency-key', 'mine');
    const [[first], [second]] = [await create(), await create()];
    assert.equal(first?.orderId, second?.orderId);
  });

  it('follows an order to its end, live', async () => {
    const [order] = await service.json('order', ...toPolygon);
    const id = String(order?.orderId);
    const followed = service.causeway(['order', 'watch', id], {
      async onOutput(stdout) {
        const next = TRIGGERS[stdout.trim().split('\n').length - 1];
        if (next) await service.api.storage.orders.transition(id, next);
      },
    });
    const { stdout, status } = await followed;
    const states = stdout.split('\n').map((line) => line.split(' ')[0] ?? '');
    const seen = states.filter((word) => ORDER_STATES.some((state) => state === word));
    assert.deepEqual(seen, ['created', 'locked', 'confirming', 'proving', 'signing', 'minting', 'completed']);
    assert.match(stdout, /\ncompleted: delivered.*; recipient now holds/);
    assert.equal(status, 0);
  });

  it('ends with status 1 when the order does not complete, one JSON document a line', async () => {
    const ended = await service.causeway(['order', ...toPolygon, '--watch', '--json'], {
      async onOutput(stdout) {
        const lines = stdout.trim().split('\n');
        if (lines.length === 1) await service.api.storage.orders.transition(JSON.parse(stdout).orderId, 'expired');
      },
    });
    assert.equal(ended.status, 1, ended.stderr);
    const documents = ended.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.equal(documents.at(-1).status, 'expired');
  });

  it('verifies an order, and says what is wrong', async () => {
    const [order] = await service.json('order', ...toPolygon);
    const { stdout, status } = await service.causeway(['order', 'verify', String(order?.orderId)]);
    assert.match(stdout, /the message does not lead to a root\n.*none instead of the message of a lock or burn/);
    assert.equal(status, 1);
  });

  it('shows what the account of a credited payment signs', async () => {
    const [order] = await service.json('order', ...toPolygon);
    const id = String(order?.orderId);
    const { storage, polygon } = service.api;
    await storage.orders.update(id, { credited: true });
    const row = (await storage.orders.get(id)) ?? assert.fail();
    polygon.state.credits.set(`${row.recipient}/${row.assetHome}`, 10n ** 18n);
    const { stdout } = await service.causeway(['order', 'claim', id]);
    assert.match(stdout, /credit +1 cwETH\n/);
    assert.match(stdout, /Sign and send as that account:\n\{\n {2}"kind": "evm"/);
    assert.match(
      (await service.causeway(['order', 'show', id])).stdout,
      /refused +the payment is credited: causeway order claim /,
    );
  });

  it('finds an order by its transaction, message or reference, and says so when none has it', async () => {
    const [order] = await service.json('order', ...toPolygon);
    const id = String(order?.orderId);
    const [transaction, messageId] = [`0x${'ab'.repeat(32)}`, `0x${'cd'.repeat(32)}`] as const;
    const { orders } = service.api.storage;
    await orders.transition(id, 'lockSeen', { lockTransaction: transaction, messageId, lockBlock: 7 });
    const reference = (await orders.get(id))?.reference ?? '';
    for (const trace of [transaction, reference]) {
      const [found, ...more] = await service.json('order', 'find', trace);
      assert.deepEqual([found?.orderId, more.length], [id, 0], trace);
    }
    const none = await service.causeway(['order', 'find', `0x${'00'.repeat(32)}`]);
    assert.deepEqual([none.status, none.stdout], [1, `no order has 0x${'00'.repeat(32)}\n`]);
    const nonsense = await service.causeway(['order', 'show', 'nonsense']);
    assert.match(nonsense.stderr, /An order’s id is a UUID: causeway order list shows yours/);
    assert.equal(nonsense.status, 2);
  });

  it('lists the newest orders, shows one and cancels it', async () => {
    const [order] = await service.json('order', ...toPolygon);
    const id = String(order?.orderId);
    const [newest, ...more] = await service.json('order', 'list', '--limit', '1');
    assert.deepEqual([newest?.orderId, more.length], [id, 0]);
    const table = (await service.causeway(['order', 'list', '--status', 'created'])).stdout;
    assert.match(table, /^ORDER +STATUS +AMOUNT +SENT +ARRIVES +CREATED\n/);
    assert.match((await service.causeway(['order', 'show', id])).stdout, /^status +created: /m);
    assert.match((await service.causeway(['order', 'cancel', id])).stdout, /^status +expired: /m);
    assert.equal((await service.causeway(['order', 'cancel', id])).status, 1);
  });

  it('tells that an order is not there, and how to find it', async () => {
    const { stderr, status } = await service.causeway(['order', 'show', '0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70']);
    assert.match(stderr, /\(ORDER_NOT_FOUND\)\n {2}causeway order list shows your orders\n$/);
    assert.equal(status, 4);
  });

  it('asks people to sign in who are not', async () => {
    const { stderr, status } = await service.causeway(['order', ...toPolygon], {
      environment: { XDG_CONFIG_HOME: `${service.settings}/nobody` },
    });
    assert.match(stderr, /\(UNAUTHENTICATED\)\n {2}sign in: causeway login\n$/);
    assert.equal(status, 3);
  });

  it('refuses an amount that is no decimal number before it asks the service', async () => {
    const { stderr, status } = await service.causeway(['order', 'ETH', 'polygon', '1e3']);
    assert.match(stderr, /argument 'amount'.* It must be a decimal number/);
    assert.equal(status, 2);
  });
});

/** What brings an order from its creation to its end. */
const TRIGGERS = ['lockSeen', 'confirmationsStarted', 'lockFinal', 'proposed', 'submitted', 'executed'] as const;
