import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { RECIPIENT, type TestApi, testApi } from '../../support/api.ts';
import { AVATAR_SETTINGS, ask, makeAdmin, register, signedUp, signIn } from '../../support/avatars.ts';
import { onEngines } from '../../support/engines.ts';

onEngines('GET /api/stats/avatar/{id}', (database) => {
  let api: TestApi;
  let alice = { id: '', jwtToken: '' };
  let bob = { id: '', jwtToken: '' };
  before(async () => {
    const url = database();
    api = await testApi({ ...(url !== undefined && { databasePath: url }), api: { avatars: AVATAR_SETTINGS } });
    alice = await signedUp(api, 'alice');
    bob = await signedUp(api, 'bob');
    const order = { from: 'ETH', to: 'polygon', amount: '1', destinationAddress: RECIPIENT };
    for (let at = 0; at < 2; at += 1) await ask(api, '/api/v1/orders', order, { token: alice.jwtToken });
    const message = { fromAvatarId: alice.id, toAvatarId: bob.id, message: 'hello' };
    assert.equal((await ask(api, '/api/messaging/send-message', message, { token: alice.jwtToken })).status, 201);
    await ask(api, '/api/data/save-holon', { name: 'x', holonType: 'y' }, { token: alice.jwtToken });
  });
  after(() => api.close());
  const stats = (token?: string, query = '', id = alice.id) =>
    ask(api, `/api/stats/avatar/${id}${query}`, undefined, { token });

  it('shows everyone the public figures, and nobody else the rest', async () => {
    for (const token of [undefined, bob.jwtToken]) {
      const { status, result } = await stats(token);
      assert.equal(status, 200);
      const tasks = { completed: 0, failed: 0, successRate: null, averageResponseMs: null, cost: 0 };
      assert.deepEqual(result, { avatarId: alice.id, karma: 0, xp: 0, missionsCompleted: 0, tasks });
    }
    const root = await register(api, 'root');
    await makeAdmin(api, root.id);
    assert.equal((await stats((await signIn(api, 'root')).jwtToken)).result.orders.total, 2);
    assert.equal((await stats(undefined, '', randomUUID())).code, 'AVATAR_NOT_FOUND');
  });

  it('has the figures of the ledgers', async () => {
    const ofAlice = (await stats(alice.jwtToken)).result;
    assert.deepEqual(ofAlice.orders, { total: 2, completed: 0 });
    assert.deepEqual(ofAlice.messages, { sent: 1, received: 0, unread: 0 });
    const ofBob = (await stats(bob.jwtToken, '', bob.id)).result;
    assert.deepEqual(ofBob.messages, { sent: 0, received: 1, unread: 1 });
  });

  it('pages through the activity, the newest first, as the streams show it', async () => {
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { activity: { event: string; data: object }[]; nextCursor: string | null } = (
        await stats(alice.jwtToken, `?limit=2${cursor && `&cursor=${cursor}`}`)
      ).result;
      assert.ok(page.activity.length <= 2);
      assert.doesNotMatch(JSON.stringify(page.activity), /"sender"|avatarId":"[^"]*","orderer/);
      seen.push(...page.activity.map(({ event }) => event));
      cursor = page.nextCursor;
    }
    const orders = seen.filter((event) => event === 'order.created');
    assert.deepEqual([seen[0], orders.length], ['holon.saved', 2]);
    const cursor = (await stats(alice.jwtToken, '?limit=1')).result.nextCursor;
    assert.equal((await stats(bob.jwtToken, `?cursor=${cursor}`, bob.id)).code, 'INVALID_CURSOR');
  });

  it('shows a key the activity of the topics only that it may read', async () => {
    const made = { name: 'orders', scopes: ['orders:read'] };
    const key = await ask(api, `/api/avatar/${alice.id}/api-keys`, made, { token: alice.jwtToken });
    const { activity } = (await stats(key.result.apiKey)).result;
    assert.deepEqual([...new Set(activity.map(({ topic }: { topic: string }) => topic))], ['orders']);
  });
});
