import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { columns } from '@causeway/storage/test-support/columns';
import { apiForAll, RECIPIENT } from '../../support/api.ts';
import { ask, makeAdmin, register, signedUp, signedUpForAll, signIn } from '../../support/avatars.ts';
import { onEngines } from '../../support/engines.ts';
import { asked, MISSION, played, published } from '../missions/support.ts';

onEngines('GET /api/stats/avatar/{id}', (database) => {
  const api = apiForAll({ database });
  const [alice, bob] = signedUpForAll(api, 'alice', 'bob');
  before(async () => {
    const order = { from: 'ETH', to: 'polygon', amount: '1', destinationAddress: RECIPIENT };
    for (let at = 0; at < 2; at += 1) await ask(api, '/api/v1/orders', order, { token: alice.jwtToken });
    const message = { fromAvatarId: alice.id, toAvatarId: bob.id, message: 'hello' };
    assert.equal((await ask(api, '/api/messaging/send-message', message, { token: alice.jwtToken })).status, 201);
    await ask(api, '/api/data/save-holon', { name: 'x', holonType: 'y' }, { token: alice.jwtToken });
  });
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

  it('has the sums of real rewards and of really finished tasks', async () => {
    const [player, owner] = [await signedUp(api, 'player'), await signedUp(api, 'owner')];
    const author = { id: bob.id, token: bob.jwtToken };
    const who = { id: player.id, token: player.jwtToken };
    for (const body of [MISSION, { ...MISSION, rewards: { karma: 3, xp: 30 } }]) {
      const id = await published(api, author, body);
      await played(api, who, id);
      assert.equal((await asked(api, who, `POST /${id}/complete`)).status, 200);
    }
    const own = await published(api, who);
    await played(api, who, own);
    assert.equal((await asked(api, who, `POST /${own}/complete`)).result.granted.isCounted, false);
    const { karma, xp, missionsCompleted } = (await stats(undefined, '', player.id)).result;
    assert.deepEqual([karma, xp, missionsCompleted], [12, 120, 2]);

    const facts = { name: 'worker', agentId: 'stats-worker', capabilities: [{ type: 'stats' }] };
    const agent = (await ask(api, '/api/agents/register', facts, { token: owner.jwtToken })).result;
    const asAgent = { token: agent.apiKey };
    const costs = [0.5, 0.25];
    for (const [at, end] of ['complete', 'complete', 'fail'].entries()) {
      const task = { type: 'stats', taskId: `stats-${at}` };
      assert.equal((await ask(api, '/api/agents/tasks/submit', task, { token: owner.jwtToken })).status, 201);
      const [claimed] = (await ask(api, `/api/agents/${agent.agentId}/tasks/claim`, {}, asAgent)).result;
      assert.equal(claimed.taskId, task.taskId);
      api.clock.nowMs += 1_000;
      const { token } = claimed;
      const report = end === 'fail' ? { token, message: 'no', retryable: false } : { token, cost: costs[at] };
      const ended = await ask(api, `/api/agents/tasks/${task.taskId}/${end}`, report, asAgent);
      assert.equal(ended.status, 200, ended.body);
    }
    const { tasks } = (await stats(undefined, '', agent.avatarId)).result;
    assert.deepEqual(
      { ...tasks, successRate: 0 },
      { completed: 2, failed: 1, successRate: 0, averageResponseMs: 1_000, cost: 0.75 },
    );
    assert.ok(Math.abs(tasks.successRate - 2 / 3) < 1e-9);
    const attempts = await api.storage.agents.tasks.attemptsOf(
      agent.avatarId,
      { fromMs: 0, toMs: api.clock.nowMs + 1 },
      null,
      10,
    );
    assert.equal(attempts.items.length, 3, 'the figures are those of the attempts');
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
    assert.deepEqual([...new Set(columns(activity, 'topic'))], ['orders']);
  });
});
