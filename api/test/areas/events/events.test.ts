import { strict as assert } from 'node:assert';
import type { AddressInfo } from 'node:net';
import { openPlatformStorage } from '@causeway/storage';
import { columns } from '@causeway/storage/test-support/columns';
import { AREAS } from '../../../src/app.ts';
import { defineArea } from '../../../src/area.ts';
import { apiForAll, as, RECIPIENT, testApi } from '../../support/api.ts';
import { ask, signedUp, signedUpForEach } from '../../support/avatars.ts';
import { onEngines } from '../../support/engines.ts';
import { openStream } from '../../support/event-stream.ts';

/** Another topic than that of orders, whose events are shown unless they are marked. */
const other = defineArea({
  name: 'other',
  tag: { name: 'Other', description: 'A second topic.' },
  errors: {},
  access: {},
  topics: { other: { scope: 'holons:read', render: ({ data }) => (data.hidden === true ? null : data) } },
  open: () => undefined,
  register() {},
});

onEngines('GET /api/events', (database) => {
  const api = apiForAll({
    database,
    api: { streams: { heartbeatMs: 100, maxPerCaller: 2 } },
    areas: [other],
  });
  let base: string;
  before(async () => {
    await api.app.listen({ host: '127.0.0.1', port: 0 });
    base = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}/api/events`;
  });
  const [alice] = signedUpForEach(api, 'alice');

  const order = async (token = alice.jwtToken): Promise<string> => {
    const body = { from: 'ETH', to: 'polygon', amount: '1', destinationAddress: RECIPIENT };
    const made = await ask(api, '/api/v1/orders', body, { token });
    assert.equal(made.status, 201, made.body);
    return made.result.orderId;
  };
  const tell = (data: object, avatarId = alice.id) =>
    api.storage.events.append('thing', 'other.told', { ...data }, { avatarId, topic: 'other' });
  const open = (query = '', headers: Record<string, string> = {}) =>
    openStream(`${base}${query}`, { ...as(alice.jwtToken), ...headers });
  type Stream = Awaited<ReturnType<typeof open>>;
  const shown = ({ seen }: Stream) => seen.map(({ event, data }) => [event, data.orderId ?? data.n ?? data.topics]);

  it('shows the topics of the caller in one order, from the first event on, and nobody else’s', async () => {
    const bob = await signedUp(api, `bob-of-${alice.username}`);
    const first = await order();
    await order(bob.jwtToken);
    await tell({ n: 1 });
    await tell({ n: 2 }, bob.id);
    await tell({ n: 3, hidden: true });
    const stream = await open();
    await stream.until(() => stream.seen.length === 3);
    const second = await order();
    await stream.until(() => stream.seen.length === 4);
    const topics = [...AREAS, other].flatMap((area) => Object.keys(area.topics ?? {}));
    assert.deepEqual(shown(stream), [
      ['ready', topics],
      ['order.created', first],
      ['other.told', 1],
      ['order.created', second],
    ]);
    assert.equal(stream.seen[1]?.data.status, 'created', 'in the form of the order’s own stream');
    assert.ok(!stream.text().includes(alice.id));
    await stream.close();
  });

  it('follows the named topics only', async () => {
    const stream = await open('?topics=other');
    await order();
    await tell({ n: 1 });
    await stream.until(() => stream.seen.length === 2);
    assert.deepEqual(shown(stream), [
      ['ready', ['other']],
      ['other.told', 1],
    ]);
    await stream.close();
  });

  it('continues after Last-Event-ID, and with since=now begins with what comes', async () => {
    for (const n of [1, 2, 3]) await tell({ n });
    const all = await open();
    await all.until(() => all.seen.length === 4);
    await all.close();
    const later = await open('', { 'last-event-id': String(all.seen[2]?.id) });
    const now = await open('?since=now');
    for (const stream of [later, now]) await stream.until(() => stream.seen.length >= 1);
    assert.equal(now.seen[0]?.id, all.seen[3]?.id, 'a client that breaks off at once goes on from here');
    await tell({ n: 4 });
    await later.until(() => later.seen.length === 3);
    await now.until(() => now.seen.length === 2);
    assert.deepEqual(
      [later, now].map(({ seen }) => seen.slice(1).map(({ data }) => data.n)),
      [[3, 4], [4]],
    );
    for (const stream of [later, now]) await stream.close();
  });

  it('is woken by the commit itself, never by a look from time to time, for missions, messages and orders', async () => {
    const waiting = await testApi({
      database,
      // A look would come in an hour.
      open: async (...args) => {
        const storage = await openPlatformStorage(...args);
        const onAppended: typeof storage.events.onAppended = (listener) =>
          storage.events.onAppended(listener, 3_600_000);
        return { ...storage, events: { ...storage.events, onAppended } };
      },
    });
    await waiting.app.listen({ host: '127.0.0.1', port: 0 });
    const own = `http://127.0.0.1:${(waiting.app.server.address() as AddressInfo).port}/api`;
    const bob = await signedUp(waiting, `bob-of-${alice.username}`);
    const eve = await signedUp(waiting, `eve-of-${alice.username}`);
    const asBob = { token: bob.jwtToken };
    const mission = { name: 'm', quests: [{ id: 'a', name: 'a' }] };
    const made = await ask(waiting, '/api/missions', mission, asBob);
    const streams = await Promise.all(
      [
        '/events?topics=missions,messages,orders&since=now',
        `/missions/${made.result.id}/events`,
        '/messaging/events',
      ].map((path) => openStream(`${own}${path}`, as(bob.jwtToken))),
    );
    const [all, missions, messages] = streams as [Stream, Stream, Stream];
    await all.until(() => all.seen.length === 1);
    const begun = await ask(waiting, `POST /api/missions/${made.result.id}/start`, undefined, asBob);
    assert.equal(begun.status, 200, begun.body);
    const message = { fromAvatarId: eve.id, toAvatarId: bob.id, message: 'hello' };
    await ask(waiting, '/api/messaging/send-message', message, { token: eve.jwtToken });
    await ask(
      waiting,
      '/api/v1/orders',
      { from: 'ETH', to: 'polygon', amount: '1', destinationAddress: RECIPIENT },
      asBob,
    );
    await all.until(() => all.seen.length === 4);
    assert.deepEqual(columns(all.seen, 'event'), ['ready', 'mission.started', 'message.received', 'order.created']);
    await missions.until(() => missions.seen.some(({ event }) => event === 'mission.started'));
    await messages.until(() => messages.seen.some(({ event }) => event === 'message.received'));
    for (const stream of streams) await stream.close();
    await waiting.close();
  });

  it('shows within a second what another process of the same database has written', async () => {
    const stream = await open('?since=now');
    await stream.until(() => stream.seen.length === 1);
    const elsewhere = await openPlatformStorage(api.databasePath);
    // Tenths of a second in which this process had a processor.
    let tenths = 0;
    const ticks = setInterval(() => (tenths += 1), 100);
    await elsewhere.events.append('thing', 'other.told', { n: 9 }, { avatarId: alice.id, topic: 'other' });
    await stream.until(() => stream.seen.length === 2);
    clearInterval(ticks);
    assert.ok(tenths < 10, `${tenths} tenths`);
    await stream.close();
    await elsewhere.close();
  });

  it('needs a token, a known topic, and the scope of each', async () => {
    const key = await ask(
      api,
      `/api/avatar/${alice.id}/api-keys`,
      { name: 'orders', scopes: ['orders:read'] },
      { token: alice.jwtToken },
    );
    const token = key.result.apiKey;
    const answer = async (query: string, headers: Record<string, string>) => {
      const response = await fetch(`${base}${query}`, { headers: { ...headers, connection: 'close' } });
      return [response.status, ((await response.json()) as { readonly errorCode: string }).errorCode];
    };
    assert.deepEqual(await answer('', {}), [401, 'UNAUTHENTICATED']);
    assert.deepEqual(await answer('?topics=nothing', as(token)), [400, 'MALFORMED_REQUEST']);
    assert.deepEqual(await answer('?topics=orders,toString', as(token)), [400, 'MALFORMED_REQUEST']);
    assert.deepEqual(await answer('?topics=orders,other', as(token)), [403, 'FORBIDDEN']);
    assert.deepEqual(await answer('', { ...as(token), 'last-event-id': 'x' }), [400, 'MALFORMED_REQUEST']);
    const stream = await open('', as(token));
    await stream.until(() => stream.seen.length === 1);
    assert.deepEqual(stream.seen[0]?.data, { topics: ['orders'] }, 'of all topics, those that the key may read');
    await stream.close();
  });

  it('ends when the session ends, or the key is revoked', async () => {
    const made = { name: 'holons', scopes: ['holons:read'] };
    const key = await ask(api, `/api/avatar/${alice.id}/api-keys`, made, { token: alice.jwtToken });
    const [byToken, byKey] = [await open(), await open('', as(key.result.apiKey))];
    for (const stream of [byToken, byKey]) await stream.until(() => stream.comments.length > 0);
    const path = `DELETE /api/avatar/${alice.id}/api-keys/${key.result.keyId}`;
    await ask(api, path, undefined, { token: alice.jwtToken });
    await byKey.end;
    await tell({ n: 1 });
    await byToken.until(() => byToken.seen.length === 2);
    await ask(api, '/api/avatar/revoke-token', {}, { token: alice.jwtToken });
    await byToken.end;
    assert.equal((await fetch(base, { headers: as(alice.jwtToken) })).status, 401);
  });

  it('counts in the share of its caller', async () => {
    const streams = [await open(), await open()];
    for (const stream of streams) await stream.until(() => stream.seen.length === 1);
    const refused = await fetch(base, { headers: { ...as(alice.jwtToken), connection: 'close' } });
    assert.equal(((await refused.json()) as { errorCode: string }).errorCode, 'CALLER_STREAMS_EXCEEDED');
    for (const stream of streams) await stream.close();
  });
});
