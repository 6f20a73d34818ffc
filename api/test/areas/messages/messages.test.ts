import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { columns } from '@causeway/storage/test-support/columns';
import { apiForAll, as } from '../../support/api.ts';
import { ask, expect, makeAdmin, type Reply, signedUp, signedUpForEach, signIn } from '../../support/avatars.ts';
import { onEngines } from '../../support/engines.ts';
import { openStream } from '../../support/event-stream.ts';

const PER_MINUTE = 5;

onEngines('the messages of the API', (database) => {
  const api = apiForAll({
    database,
    api: { messages: { perMinute: PER_MINUTE } },
  });
  const [ann, bob] = signedUpForEach(api, 'ann', 'bob');
  before(async () => {
    await api.app.listen({ host: '127.0.0.1', port: 0 });
  });

  const request = (who: typeof ann, route: string, body?: object, headers: Record<string, string> = {}) =>
    ask(api, route.replace('/', '/api/messaging/'), body, { token: who.jwtToken, headers });
  const send = (from: typeof ann, to: typeof ann, message: string, more: object = {}) =>
    request(from, '/send-message', { toAvatarId: to.id, message, ...more });
  const sent = async (from: typeof ann, to: typeof ann, message: string, more: object = {}): Promise<string> =>
    (await expect(send(from, to, message, more), 201)).messageId;
  const refused = (reply: Reply, status: number, code: string): void =>
    assert.deepEqual([reply.status, reply.code], [status, code], reply.body);
  const texts = async (who: typeof ann, route: string): Promise<string[]> =>
    (await request(who, route)).result.map((one: { readonly message: string }) => one.message);

  it('reach the recipient with their metadata, and both read them', async () => {
    const metadata = { taskId: 'task-7', priority: 'high', attempt: { of: [1, 2, null] } };
    const reply = await send(ann, bob, 'hello', { fromAvatarId: ann.id, metadata });
    const { messageId, sentAt } = reply.result;
    assert.deepEqual([reply.status, Object.keys(reply.result)], [201, ['messageId', 'sentAt']]);
    assert.equal(reply.headers.location, `/api/messaging/messages/${messageId}`);
    const expected = {
      ...{ id: messageId, messageId, fromAvatarId: ann.id, toAvatarId: bob.id, message: 'hello', metadata, sentAt },
      ...{ fromUsername: ann.username, toUsername: bob.username, isRead: false, readAt: null, version: 1 },
    };
    assert.deepEqual((await request(bob, '/messages')).result, [expected]);
    for (const [who, peer] of [
      [ann, bob],
      [bob, ann],
    ] as const) {
      const read = await request(who, `/messages/${messageId}`);
      assert.deepEqual([read.result, read.headers.etag], [expected, '"1"']);
      assert.deepEqual((await request(who, `/conversation/${peer.id.toUpperCase()}`)).result, [expected]);
    }
    assert.deepEqual((await request(ann, '/messages')).result, []);
  });

  it('are sent in the caller’s own name only, to others who exist', async () => {
    refused(await send(ann, bob, 'x', { fromAvatarId: bob.id }), 403, 'SENDER_IS_NOT_CALLER');
    refused(await send(ann, ann, 'x'), 422, 'RECIPIENT_UNKNOWN');
    refused(await send(ann, { ...bob, id: randomUUID() }, 'x'), 422, 'RECIPIENT_UNKNOWN');
    refused(await send(ann, bob, ''), 400, 'MALFORMED_REQUEST');
    refused(await send(ann, bob, 'x', { metadata: { taskId: 7 } }), 400, 'MALFORMED_REQUEST');
    refused(await send(ann, bob, 'a\0b'), 400, 'MALFORMED_REQUEST');
    refused(await ask(api, '/api/messaging/messages'), 401, 'UNAUTHENTICATED');
    assert.deepEqual((await request(bob, '/messages')).result, []);
  });

  it('are hidden from everyone else, except admins', async () => {
    const id = await sent(ann, bob, 'private');
    const eve = await signedUp(api, `eve-of-${ann.username}`);
    refused(await request(eve, `/messages/${id}`), 404, 'MESSAGE_NOT_FOUND');
    refused(await request(eve, `DELETE /messages/${id}`), 404, 'MESSAGE_NOT_FOUND');
    assert.deepEqual(await texts(eve, `/conversation/${ann.id}`), []);
    await makeAdmin(api, eve.id);
    const admin = await signIn(api, `eve-of-${ann.username}`);
    assert.equal((await request(admin, `/messages/${id}`)).result.message, 'private');
    assert.equal((await request(admin, `DELETE /messages/${id}`)).status, 200);
    assert.deepEqual([await texts(ann, `/conversation/${bob.id}`), await texts(bob, '/messages')], [[], []]);
  });

  it('are counted until they are marked as read, which the sender sees', async () => {
    const [one, two] = [await sent(ann, bob, 'one'), await sent(ann, bob, 'two')];
    assert.deepEqual((await request(bob, '/unread-count')).result, { unreadCount: 2 });
    const marked = await request(bob, '/mark-messages-read', { messageIds: [one, randomUUID()] });
    assert.deepEqual(marked.result, { messageIds: [one], unreadCount: 1 });
    assert.deepEqual(await texts(bob, '/messages?unread=true'), ['two']);
    const read = await request(ann, `/messages/${one}`);
    assert.deepEqual([read.result.isRead, read.result.version, read.headers.etag], [true, 2, '"2"']);
    assert.deepEqual((await request(ann, '/mark-messages-read', { messageIds: [two] })).result.messageIds, []);
    refused(await request(bob, '/mark-messages-read', { messageIds: [] }), 400, 'MALFORMED_REQUEST');
  });

  it('are deleted for oneself', async () => {
    const id = await sent(ann, bob, 'hello');
    assert.deepEqual((await request(bob, `DELETE /messages/${id}`)).result, { messageId: id, deleted: true });
    refused(await request(bob, `DELETE /messages/${id}`), 404, 'MESSAGE_NOT_FOUND');
    assert.deepEqual(await texts(ann, `/conversation/${bob.id}`), ['hello']);
    assert.deepEqual((await request(bob, '/unread-count')).result, { unreadCount: 0 });
  });

  it('are listed page by page, with cursors of this list', async () => {
    for (const message of ['1', '2', '3']) await sent(ann, bob, message);
    const page = JSON.parse((await request(bob, '/messages?limit=2')).body);
    assert.deepEqual(columns(page.result, 'message'), ['3', '2']);
    assert.deepEqual(await texts(bob, `/messages?limit=2&cursor=${page.nextCursor}`), ['1']);
    refused(await request(ann, `/messages?cursor=${page.nextCursor}`), 400, 'INVALID_CURSOR');
    refused(await request(bob, `/messages?unread=true&cursor=${page.nextCursor}`), 400, 'INVALID_CURSOR');
  });

  it('are refused when the recipient blocks the sender, who learns so', async () => {
    const blocked = await request(bob, `PUT /blocks/${ann.id}`);
    assert.deepEqual([blocked.result.avatarId, blocked.result.blocked], [ann.id, true]);
    refused(await send(ann, bob, 'x'), 403, 'SENDER_BLOCKED');
    await sent(bob, ann, 'the other way');
    assert.deepEqual((await request(bob, '/blocks')).result, [blocked.result]);
    assert.deepEqual((await request(ann, '/blocks')).result, []);
    assert.equal((await request(bob, `DELETE /blocks/${ann.id}`)).result.blocked, false);
    await sent(ann, bob, 'again');
    await request(bob, `PUT /blocks/${ann.id}`);
    assert.equal((await request(bob, `DELETE /blocks/${ann.id.toUpperCase()}`)).result.blocked, false);
    await sent(ann, bob, 'once more');
    refused(await request(bob, `PUT /blocks/${bob.id}`), 422, 'RECIPIENT_UNKNOWN');
    refused(await request(bob, `PUT /blocks/${randomUUID()}`), 404, 'AVATAR_NOT_FOUND');
  });

  it('are limited by sender and minute, refused ones included', async () => {
    for (let count = 1; count < PER_MINUTE; count += 1) await sent(ann, bob, String(count));
    refused(await send(ann, ann, 'x'), 422, 'RECIPIENT_UNKNOWN');
    const reply = await send(ann, bob, 'too many');
    refused(reply, 429, 'MESSAGES_EXCEEDED');
    assert.equal(reply.headers['retry-after'], '60');
    await sent(bob, ann, 'another sender');
    api.clock.nowMs += 60_000;
    await sent(ann, bob, 'a minute later');
  });

  it('are limited for an owner and all its agents together', async () => {
    const agent = { name: 'bot', capabilities: [] };
    const agents = [];
    for (let made = 0; made < 2; made += 1) {
      const { agentId, apiKey } = await expect(ask(api, '/api/agents/register', agent, { token: ann.jwtToken }), 201);
      agents.push({ ...ann, id: agentId, jwtToken: apiKey });
    }
    const senders = [ann, ...agents];
    for (let count = 0; count < PER_MINUTE; count += 1) await sent(senders[count % 3] ?? ann, bob, String(count));
    for (const sender of senders) refused(await send(sender, bob, 'too many'), 429, 'MESSAGES_EXCEEDED');
    await sent(bob, ann, 'another owner');
  });

  it('are sent once for an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { toAvatarId: bob.id, message: 'once' };
    const [first, second] = [
      await request(ann, '/send-message', body, headers),
      await request(ann, '/send-message', body, headers),
    ];
    assert.equal(second.body, first.body);
    assert.deepEqual(await texts(bob, '/messages'), ['once']);
  });

  it('arrive on the stream of both avatars, without their text, and again after Last-Event-ID', async () => {
    const base = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}/api`;
    const messageId = await sent(ann, bob, 'secret words', { metadata: { taskId: 't', note: 'secret' } });
    const stream = await openStream(`${base}/messaging/events`, as(bob.jwtToken));
    await stream.until(() => stream.seen.length === 1);
    const { event, data, id } = stream.seen[0] ?? assert.fail();
    const at = data.at;
    assert.deepEqual([event, data], ['message.received', { messageId, fromAvatarId: ann.id, taskId: 't', at }]);
    await request(bob, '/mark-messages-read', { messageIds: [messageId] });
    await stream.until(() => stream.seen.length === 2);
    assert.doesNotMatch(stream.text(), /secret/);
    await stream.close();

    const again = await openStream(`${base}/messaging/events`, { ...as(bob.jwtToken), 'last-event-id': String(id) });
    await again.until(() => again.seen.length === 1);
    assert.deepEqual(again.seen[0]?.data.messageIds, [messageId]);
    await again.close();

    const all = await openStream(`${base}/events?topics=messages`, as(ann.jwtToken));
    await all.until(() => all.seen.some((one) => one.event === 'message.read'));
    await all.close();
    const fresh = await openStream(`${base}/messaging/events?since=now`, as(bob.jwtToken));
    await sent(ann, bob, 'new');
    await fresh.until(() => fresh.seen.length === 1);
    assert.equal(fresh.seen[0]?.event, 'message.received');
    await fresh.close();
  });
});
