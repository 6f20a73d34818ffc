import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { request } from 'node:http';
import { mock } from 'node:test';
import { columns } from '@causeway/storage/test-support/columns';
import { ALICE, ALICE_ADDRESS, as, postOrder, type TestApi } from '../../support/api.ts';
import { openStream } from '../../support/event-stream.ts';
import { orderStream } from '../../support/order-stream.ts';

describe('GET /api/v1/orders/{id}/events', () => {
  let api: TestApi;
  let base: string;
  let id: string;
  const start = async (streams: object = {}, more: object = {}): Promise<void> => {
    ({ api, base, id } = await orderStream(streams, more));
  };
  const lock = () =>
    api.storage.orders.transition(id, 'lockSeen', { messageId: `0x${'77'.repeat(32)}`, lockTransaction: '0xabc' });
  afterEach(() => api.close());

  it('replays the history, then sends changes as they happen', async () => {
    await start();
    const stream = await openStream(`${base}/${id}/events`);
    assert.match(String(stream.response.headers.get('content-type')), /^text\/event-stream/);
    assert.equal(stream.response.headers.get('cache-control'), 'no-store');
    await stream.until(() => stream.seen.length === 2);
    await lock();
    await stream.until(() => stream.seen.length === 3);
    await api.storage.orders.update(id, { signatures: 4 });
    await stream.until(() => stream.seen.length === 4);
    assert.deepEqual(columns(stream.seen, 'event'), [
      'order.created',
      'order.locking',
      'order.locked',
      'order.updated',
    ]);
    assert.deepEqual(
      stream.seen.map(({ data }) => data.status),
      ['created', 'locking', 'locked', undefined],
    );
    assert.equal(stream.seen[3]?.data.signatures, 4);
    assert.equal(stream.seen[0]?.data.orderId, id);
    assert.match(stream.text(), /^retry: \d+\n\n/);
    await stream.close();
  });

  it('continues after Last-Event-ID, in the header or the query', async () => {
    await start();
    await lock();
    const first = await openStream(`${base}/${id}/events`);
    await first.until(() => first.seen.length === 3);
    await first.close();
    const last = String(first.seen[1]?.id);
    for (const [query, headers] of [
      ['', { 'last-event-id': last }],
      [`?lastEventId=${last}`, {}],
    ] as const) {
      const stream = await openStream(`${base}/${id}/events${query}`, headers);
      await stream.until(() => stream.seen.length === 1);
      assert.deepEqual([stream.seen[0]?.id, stream.seen[0]?.event], [first.seen[2]?.id, 'order.locked']);
      await stream.close();
    }
    const bad = await fetch(`${base}/${id}/events`, { headers: { 'last-event-id': 'abc' } });
    assert.equal(bad.status, 400);
  });

  it('replays more events than one read returns', async () => {
    await start();
    await Promise.all(Array.from({ length: 250 }, (_, n) => api.storage.orders.update(id, { signatures: n + 1 })));
    const stream = await openStream(`${base}/${id}/events`);
    await stream.until(() => stream.seen.length === 252);
    assert.equal(stream.seen.at(-1)?.data.signatures, 250);
    const ids = stream.seen.map((event) => Number(event.id));
    assert.deepEqual(
      ids,
      [...ids].sort((a, b) => a - b),
    );
    await stream.close();
  });

  it('does not show the orderer: no avatar, no sender, no lock transaction before the lock', async () => {
    await start();
    const stream = await openStream(`${base}/${id}/events`);
    await stream.until(() => stream.seen.length === 2);
    const text = stream.text().toLowerCase();
    for (const secret of ['avatar', 'sender', 'locktransaction', ALICE_ADDRESS.slice(2).toLowerCase()]) {
      assert.ok(!text.includes(secret), secret);
    }
    await lock();
    await stream.until(() => stream.seen.length === 3);
    assert.equal(stream.seen[2]?.data.lockTransaction, '0xabc');
    await stream.close();
  });

  it('sends only events of its own order', async () => {
    await start();
    const other = (await postOrder(api, ALICE, { from: 'ETH', to: 'polygon', amount: '2' })).json().orderId;
    const stream = await openStream(`${base}/${other}/events`);
    await stream.until(() => stream.seen.length >= 1);
    await lock();
    await api.storage.orders.update(other, { signatures: 1 });
    await stream.until(() => stream.seen.some(({ event }) => event === 'order.updated'));
    assert.ok(stream.seen.every(({ data }) => data.orderId === other));
    await stream.close();
  });

  /** Writes the relayer's record of a scan of the source up to `number`. */
  const scan = async (number: number): Promise<void> => {
    const to = { number, hash: `0x${number.toString(16).padStart(64, '0')}`, timeMs: number };
    const found = { messages: [], outcomes: [], roots: [] };
    const scanned = await api.storage.chainView.recordScan({
      family: 'main',
      domain: api.ethereum.domain,
      to,
      ...found,
    });
    assert.ok(scanned.ok);
  };
  const finish = async (): Promise<void> => {
    await lock();
    for (const trigger of ['confirmationsStarted', 'lockFinal', 'proposed', 'submitted', 'executed'] as const)
      await api.storage.orders.transition(id, trigger);
  };

  it('sends the confirmations of a waiting lock with each newer block, and stores no event of them', async () => {
    await start();
    await api.storage.orders.transition(id, 'lockSeen', { messageId: `0x${'77'.repeat(32)}`, lockBlock: 5 });
    await api.storage.orders.transition(id, 'confirmationsStarted');
    await scan(8);
    const stream = await openStream(`${base}/${id}/events`);
    const told = () =>
      stream.seen.flatMap(({ data }) => (data.confirmations === undefined ? [] : [data.confirmations]));
    await stream.until(() => told().length === 1);
    await scan(10);
    await stream.until(() => told().length === 2);
    assert.deepEqual(told(), [3, 5]);
    const last = stream.seen.at(-1);
    assert.deepEqual([last?.event, last?.data.orderId, last?.data.status], ['order.updated', id, undefined]);
    const stored = await api.storage.events.after(id, 0, 100);
    assert.equal(stored.length, 4, 'created, locking, locked, confirming');
    assert.doesNotMatch(
      stream.text().split('order.updated').slice(1).join(''),
      /\nid:/,
      'a stream does not go on after them',
    );
    await api.storage.orders.transition(id, 'lockFinal');
    await stream.until(() => stream.seen.at(-1)?.data.status === 'proving');
    await scan(40);
    await api.storage.orders.update(id, { signatures: 1 });
    await stream.until(() => stream.seen.at(-1)?.data.signatures === 1);
    assert.deepEqual(told(), [3, 5], 'a final lock waits for nothing');
    await stream.close();
  });

  it('reads an event, the order and its confirmations once for all streams of the order', async () => {
    await start();
    const streams = await Promise.all(Array.from({ length: 8 }, () => openStream(`${base}/${id}/events`)));
    for (const stream of streams) await stream.until(() => stream.seen.length === 2);
    const { events, orders } = api.storage;
    const gets = mock.method(orders, 'get').mock;
    const { calls } = mock.method(events, 'after').mock;
    await orders.update(id, { signatures: 4 });
    for (const stream of streams) await stream.until(() => stream.seen.length === 3);
    assert.equal(new Set(streams.map((stream) => JSON.stringify(stream.seen.at(-1)))).size, 1);
    const reads = gets.callCount() + calls.filter((call) => call.arguments[0] === id).length;
    assert(reads <= 3, `${reads} reads for eight streams`);
    for (const stream of streams) await stream.close();
  });

  it('shows an event while another stream still waits for a read that began before the event', async () => {
    await start();
    const early = await openStream(`${base}/${id}/events`);
    await early.until(() => early.seen.length === 2);
    const { after: read } = api.storage.events;
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const slow = mock.method(api.storage.events, 'after', async (...args: Parameters<typeof read>) => {
      const rows = await read(...args);
      if (args[0] !== id) return rows;
      slow.mock.restore();
      begun.resolve();
      await gate.promise;
      return rows;
    });
    const late = await openStream(`${base}/${id}/events`, { 'last-event-id': String(early.seen.at(-1)?.id) });
    await begun.promise;
    await api.storage.orders.update(id, { signatures: 4 });
    await early.until(() => early.seen.length === 3);
    gate.resolve();
    await late.until(() => late.seen.length === 1);
    for (const stream of [early, late]) await stream.close();
  });

  it('is cut off, not ended, when its events cannot be read', async () => {
    await start();
    const client = request(`${base}/${id}/events`).end();
    const [response] = await once(client, 'response');
    const outcome = new Promise((resolve) => {
      response.on('end', () => resolve('ended')).on('error', () => resolve('cut off'));
    });
    await once(response, 'data');
    Object.assign(api.storage.events, { after: () => Promise.reject(new Error('disk')) });
    await api.storage.orders.update(id, { signatures: 4 });
    response.resume();
    assert.equal(await outcome, 'cut off');
  });

  it('ends after the final event, and is then answered with 204', async () => {
    await start();
    await finish();
    const stream = await openStream(`${base}/${id}/events`);
    await stream.until(() => stream.seen.at(-1)?.data.status === 'completed');
    await api.storage.orders.update(id, { final: true });
    await stream.end;
    assert.equal(stream.seen.at(-1)?.data.final, true);
    const again = await openStream(`${base}/${id}/events`);
    await again.end;
    assert.equal(again.seen.length, stream.seen.length, 'its history is still there');
    const headers = { 'last-event-id': String(stream.seen.at(-1)?.id) };
    assert.equal((await fetch(`${base}/${id}/events`, { headers })).status, 204);
  });

  it('sends the final event also when it is written between the last read and the end', async () => {
    await start();
    await finish();
    const { after: read } = api.storage.events;
    const reading = mock.method(api.storage.events, 'after', async (...args: Parameters<typeof read>) => {
      const rows = await read(...args);
      if (args[0] === id && rows.length > 0) {
        reading.mock.restore();
        await api.storage.orders.update(id, { final: true });
      }
      return rows;
    });
    const stream = await openStream(`${base}/${id}/events`);
    await stream.end;
    assert.equal(stream.seen.at(-1)?.data.final, true);
  });

  it('leaves no subscription behind', async () => {
    await start();
    const { heads } = api.orders;
    const subscribe = heads.subscribe.bind(heads);
    const left = Promise.withResolvers<void>();
    mock.method(heads, 'subscribe', (...args: Parameters<typeof subscribe>) => {
      const leave = subscribe(...args);
      return () => {
        leave();
        left.resolve();
      };
    });
    const stream = await openStream(`${base}/${id}/events`);
    await stream.until(() => stream.seen.length === 2);
    await stream.close();
    await left.promise;
  });

  it('begins anew after a Last-Event-ID that no event has yet, and says so first', async () => {
    await start();
    const all = await openStream(`${base}/${id}/events`);
    await all.until(() => all.seen.length === 2);
    await all.close();
    for (const [query, headers] of [
      ['', { 'last-event-id': '999999' }],
      ['?lastEventId=999999', {}],
    ] as const) {
      const stream = await openStream(`${base}/${id}/events${query}`, headers);
      await stream.until(() => stream.seen.length === 3);
      const [reset, ...events] = stream.seen;
      assert.deepEqual(reset, { id: '0', event: 'reset', data: { lastEventId: '999999' } });
      assert.deepEqual(events, all.seen);
      await stream.close();
    }
  });

  it('sends a heartbeat while nothing happens', async () => {
    await start({ heartbeatMs: 100 });
    const stream = await openStream(`${base}/${id}/events`);
    await stream.until(() => stream.comments.length >= 2);
    await stream.close();
  });

  it('ends cleanly when the server stops', async () => {
    await start();
    const stream = await openStream(`${base}/${id}/events`);
    await stream.until(() => stream.seen.length === 2);
    await api.app.close();
    await stream.end;
    assert.match(stream.text(), /\n\n$/);
  });

  it('answers HEAD with the headers alone', async () => {
    await start();
    const response = await fetch(`${base}/${id}/events`, { method: 'HEAD' });
    assert.equal(response.status, 200);
    assert.match(String(response.headers.get('content-type')), /^text\/event-stream/);
    assert.equal(response.headers.get('cache-control'), 'no-store');
  });

  it('is 404 for an unknown order', async () => {
    await start();
    assert.equal(
      (await fetch(`${base}/0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70/events`, { headers: as(ALICE) })).status,
      404,
    );
  });
});
