import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import type { Socket } from 'node:net';
import { mock } from 'node:test';
import { orderStorage } from '../../../src/areas/orders/rules/order-storage.ts';
import { ALICE, as, BOB, type TestApi } from '../../support/api.ts';
import { openStream } from '../../support/event-stream.ts';
import { orderStream } from '../../support/order-stream.ts';

/** A place is free after this time, milliseconds; a test has 10 seconds. */
const FREED_MS = 6_000;

describe('the places of streams of orders', () => {
  let api: TestApi;
  let base: string;
  let id: string;
  const start = async (streams: object = {}, more: object = {}): Promise<void> => {
    ({ api, base, id } = await orderStream(streams, more));
  };
  /** Fills the stream's history with more data than the sockets of an unread stream can hold. */
  const fillHistory = (): Promise<unknown> => {
    const big = 'x'.repeat(16_000);
    const { append } = api.storage.events;
    return Promise.all(
      Array.from({ length: 1_500 }, (_, n) => append(id, 'order.updated', { failureMessage: big, version: n })),
    );
  };
  /** Opens a stream without reading it. */
  const openUnread = (): Promise<ClientRequest> =>
    new Promise((resolve, reject) => {
      const client = request(`${base}/${id}/events`).end();
      client.on('error', reject).on('response', (response) => {
        client.off('error', reject).on('error', () => {});
        response.on('error', () => {}).pause();
        resolve(client);
      });
    });
  /**
   * Requests the only place until it is free. Throws before the test's own time is over, because only then the API can
   * close.
   */
  const placeFreed = async (): Promise<void> => {
    const stopAt = performance.now() + FREED_MS;
    while (performance.now() < stopAt) {
      const next = await openStream(`${base}/${id}/events`);
      await next.close();
      if (next.response.status !== 503) return assert.equal(next.response.status, 200);
    }
    assert.fail(`the place is not free within ${FREED_MS} ms`);
  };
  afterEach(() => api.close());

  it('has a share for each caller and address, and keeps half of all for callers with a token', async () => {
    await start({ max: 4, maxPerCaller: 2 });
    const open = (headers: Record<string, string> = {}) => openStream(`${base}/${id}/events`, headers);
    const streams = [await open(as(ALICE)), await open(as(ALICE)), await open(), await open()];
    for (const stream of streams) await stream.until(() => stream.seen.length === 2);
    const refused = async (headers: Record<string, string>) => {
      const response = await fetch(`${base}/${id}/events`, { headers: { ...headers, connection: 'close' } });
      return [response.status, ((await response.json()) as { errorCode: string }).errorCode];
    };
    assert.deepEqual(await refused(as(ALICE)), [429, 'CALLER_STREAMS_EXCEEDED']);
    assert.deepEqual(await refused({}), [429, 'CALLER_STREAMS_EXCEEDED']);
    assert.deepEqual(await refused(as(BOB)), [503, 'TOO_MANY_STREAMS']);
    for (const stream of streams) await stream.close();
  });

  it('has a share for each address without a token', async () => {
    await start({ maxPerCaller: 1 }, { trustProxy: ['loopback'] });
    const from = (address: string) => openStream(`${base}/${id}/events`, { 'x-forwarded-for': address });
    const streams = [await from('192.0.2.1'), await from('192.0.2.2')];
    for (const stream of streams) await stream.until(() => stream.seen.length === 2);
    const network = await from('2001:db8:0:1::1');
    await network.until(() => network.seen.length === 2);
    const refused = [await from('192.0.2.2'), await from('2001:db8:0:1:2::9')];
    assert.deepEqual(
      refused.map(({ response }) => response.status),
      [429, 429],
    );
    for (const stream of [...streams, network, ...refused]) await stream.close();
  });

  it('leaves places to callers with a token when addresses without one have taken theirs', async () => {
    await start({ max: 2 });
    const anonymous = await openStream(`${base}/${id}/events`);
    await anonymous.until(() => anonymous.seen.length === 2);
    const refused = await fetch(`${base}/${id}/events`, { headers: { connection: 'close' } });
    assert.equal(refused.status, 503);
    const caller = await openStream(`${base}/${id}/events`, as(BOB));
    await caller.until(() => caller.seen.length === 2);
    for (const stream of [anonymous, caller]) await stream.close();
  });

  it('frees its place when the client disconnects, and refuses streams above the limit', async () => {
    await start({ max: 1 });
    const stream = await openStream(`${base}/${id}/events`);
    await stream.until(() => stream.seen.length === 2);
    // A kept-alive connection would delay the server's close.
    const refused = await fetch(`${base}/${id}/events`, { headers: { connection: 'close' } });
    assert.deepEqual(
      [refused.status, ((await refused.json()) as { errorCode: string }).errorCode],
      [503, 'TOO_MANY_STREAMS'],
    );
    assert.ok(refused.headers.get('retry-after'));
    await stream.close();
    await placeFreed();
  });

  it('keeps no place for a client that disconnects before its stream begins', async () => {
    await start({ max: 1 });
    const { get } = orderStorage(api.storage);
    const asked = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const reading = mock.method(orderStorage(api.storage), 'get', async (orderId: string) => {
      asked.resolve();
      await held.promise;
      return get(orderId);
    });
    const sockets: Socket[] = [];
    api.app.server.on('connection', (socket) => sockets.push(socket));
    const client = request(`${base}/${id}/events`).end();
    client.on('error', () => {});
    await asked.promise;
    const closed = once(sockets[0] as Socket, 'close');
    client.destroy();
    await closed;
    held.resolve();
    reading.mock.restore();
    await placeFreed();
  });

  it('does not read ahead of a client that does not read', async () => {
    await start();
    await fillHistory();
    const reads = mock.method(api.storage.events, 'after').mock;
    const client = await openUnread();
    let before = -1;
    while (before !== reads.callCount()) {
      before = reads.callCount();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    assert.ok(before < 16, `${before} reads of a hundred events each`);
    client.destroy();
  });

  it('cuts off a client that does not read for four heartbeats', async () => {
    await start({ heartbeatMs: 100, max: 1 });
    await fillHistory();
    await openUnread();
    await placeFreed();
  });

  it('frees the place of a slow client that disconnects', async () => {
    await start({ max: 1 });
    await fillHistory();
    (await openUnread()).destroy();
    await placeFreed();
  });
});
