import { strict as assert } from 'node:assert';
import type { AddressInfo } from 'node:net';
import { type Hex, uintToHex } from '@causeway/protocol';
import { ALICE, ALICE_ADDRESS, ALICE_ID, apiForEach, fund, postOrder, RECIPIENT } from '../../support/api.ts';
import { all, clientOf } from '../../support/client.ts';
import { onEngines } from '../../support/engines.ts';
import { openStream } from '../../support/event-stream.ts';

const word = (n: number): Hex => uintToHex(BigInt(n), 32);
const NOBODY = '0x00000000000000000000000000000000000000aa';

onEngines('everybody’s orders', (database) => {
  const api = apiForEach(() => ({
    coins: 1_000,
    database,
    api: { streams: { maxPublic: 3, maxPublicPerAddress: 2, max: 1 } },
  }));
  const url = () => `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`;
  let count = 0;
  const listed = async (query: Record<string, string> = {}) =>
    (await api.app.inject({ url: '/api/v1/explorer/orders', query })).json();
  const ids = async (query: Record<string, string> = {}): Promise<readonly string[]> =>
    (await listed(query)).result.map(({ orderId }: { orderId: string }) => orderId);

  const order = async (more: object = {}): Promise<string> =>
    (
      await postOrder(api, ALICE, { from: 'ETH', to: 'polygon', amount: '1', destinationAddress: RECIPIENT, ...more })
    ).json().orderId;
  /** An order whose lock is seen, with traces of its own. */
  const locked = async (more: object = {}): Promise<{ id: string; messageId: Hex; lockTransaction: Hex }> => {
    const id = await order(more);
    count += 1;
    const facts = {
      messageId: word(api.clock.nowMs * 1_000 + count + (database() === undefined ? 0 : 500)),
      lockTransaction: word(9_000_000 + count),
    };
    assert.ok(await api.storage.orders.transition(id, 'lockSeen', facts));
    return { id, ...facts };
  };

  it('are listed newest first once their lock is seen, without who ordered them', async () => {
    const hidden = await order();
    const first = await locked();
    const second = await locked();
    assert.deepEqual((await ids()).slice(0, 2), [second.id, first.id]);
    assert.ok(!(await ids()).includes(hidden));
    const { body, headers } = await api.app.inject({
      url: '/api/v1/explorer/orders',
      headers: { authorization: `Bearer ${ALICE}` },
    });
    assert.ok(!body.includes(ALICE_ID), 'not even for the orderer');
    assert.match(String(headers['cache-control']), /max-age=1/);
    assert.deepEqual(
      (await all(clientOf(api).explorer.orders({ limit: 1 }))).slice(0, 2).map((one) => one.orderId),
      [second.id, first.id],
    );
  });

  it('are filtered by chains and status', async () => {
    fund(api, 'polygon', 100);
    const there = await locked();
    const back = await locked({ from: 'POL', to: 'ethereum' });
    await api.storage.orders.transition(there.id, 'confirmationsStarted');
    const has = async (query: Record<string, string>) => {
      const found = await ids(query);
      return [found.includes(there.id), found.includes(back.id)];
    };
    assert.deepEqual(await has({ fromChain: 'ethereum' }), [true, false]);
    assert.deepEqual(await has({ toChain: 'ethereum' }), [false, true]);
    assert.deepEqual(await has({ fromChain: 'Polygon', toChain: 'ethereum' }), [false, true]);
    assert.deepEqual(await has({ fromChain: 'ethereum', toChain: 'ethereum' }), [false, false]);
    const { status } = (await api.app.inject({ url: `/api/v1/orders/${there.id}` })).json().result;
    assert.deepEqual(await has({ status }), [true, false]);
    assert.deepEqual(await has({ status, fromChain: 'ethereum' }), [true, false]);
    assert.deepEqual(await has({ status, toChain: 'ethereum' }), [false, false]);
  });

  it('are found by every trace of them, and an unknown trace finds none', async () => {
    const { id, messageId, lockTransaction } = await locked();
    const hidden = await order();
    const { reference } = (await api.app.inject({ url: `/api/v1/orders/${id}` })).json().result;
    for (const search of [
      id,
      id.toUpperCase(),
      messageId,
      lockTransaction,
      reference,
      reference.toUpperCase().replace('0X', '0x'),
    ])
      assert.deepEqual(await ids({ search }), [id], search);
    assert.ok((await ids({ search: RECIPIENT })).includes(id));
    assert.ok((await ids({ search: RECIPIENT.toLowerCase() })).includes(id));
    assert.ok(!(await ids({ search: RECIPIENT })).includes(hidden));
    for (const search of [hidden, NOBODY, word(77), `${'5'.repeat(64)}`])
      assert.deepEqual(await ids({ search }), [], search);
  });

  it('are paged by cursor in every form of the list', async () => {
    const made: string[] = [];
    for (let at = 0; at < 5; at++) made.unshift((await locked()).id);
    for (const query of [{}, { fromChain: 'ethereum' }, { search: RECIPIENT }, { search: ALICE_ADDRESS }] as const) {
      const whole = await ids(query);
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await listed({ ...query, limit: '2', ...(cursor && { cursor }) });
        seen.push(...page.result.map(({ orderId }: { orderId: string }) => orderId));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined && seen.length < whole.length);
      assert.deepEqual(seen.slice(0, whole.length), whole, JSON.stringify(query));
    }
  });

  it('are refused for what cannot be asked', async () => {
    for (const [query, code] of [
      [{ search: 'not an order' }, 'MALFORMED_REQUEST'],
      [{ search: NOBODY, status: 'locked' }, 'MALFORMED_REQUEST'],
      [{ fromChain: 'nowhere' }, 'CHAIN_UNKNOWN'],
      [{ toChain: 'nowhere' }, 'CHAIN_UNKNOWN'],
      [{ status: 'created' }, 'MALFORMED_REQUEST'],
      [{ offset: '1' }, 'MALFORMED_REQUEST'],
    ] as const)
      assert.equal((await listed(query)).errorCode, code, JSON.stringify(query));
  });

  it('are on one stream from the lock on until a reorganisation takes it, gathered; who is far behind begins anew', async () => {
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    const events = `${url()}/api/v1/explorer/events`;
    const before = await locked();
    const stream = await openStream(events);
    const { id } = await locked();
    await stream.until(() => stream.seen.some(({ data }) => data.orderId === id && data.status === 'locked'));
    assert.ok(!stream.seen.some(({ data }) => data.orderId === before.id), 'from now on');
    assert.ok(stream.seen.every(({ event }) => !['order.created', 'order.locking'].includes(event ?? '')));
    await api.storage.orders.transition(id, 'lockVanished');
    await stream.until(() => stream.seen.some(({ event, data }) => event === 'order.locking' && data.orderId === id));
    assert.ok(!(await ids({})).includes(id));
    assert.ok(!stream.text().includes(ALICE_ID));
    const last = stream.seen.at(-1)?.id ?? '';
    await stream.close();
    const missed = await locked();
    const resumed = await openStream(events, { 'last-event-id': last });
    await resumed.until(() => resumed.seen.some(({ data }) => data.orderId === missed.id));
    await resumed.close();
    await Promise.all(Array.from({ length: 2_001 }, () => api.storage.events.append('other', 'other.event', {})));
    const far = await openStream(events, { 'last-event-id': last });
    await far.until(() => far.seen.length > 0);
    assert.deepEqual(far.seen[0]?.event, 'reset');
    await far.close();
  });

  it('have streams with places of their own', async () => {
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    const events = `${url()}/api/v1/explorer/events`;
    const streams = [await openStream(events), await openStream(events)];
    const third = await fetch(events);
    assert.deepEqual(
      [third.status, ((await third.json()) as { errorCode: string }).errorCode],
      [429, 'CALLER_STREAMS_EXCEEDED'],
    );
    const { id } = await locked();
    const own = await openStream(`${url()}/api/v1/orders/${id}/events`);
    assert.equal(own.response.status, 200, 'the places of other streams are free');
    for (const stream of [...streams, own]) await stream.close();
  });
});
