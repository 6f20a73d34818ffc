import { strict as assert } from 'node:assert';
import { columns } from '@causeway/storage/test-support/columns';
import { apiForAll } from '../../support/api.ts';
import { ask, expect, makeAdmin, signedUp, signedUpForAll, signIn } from '../../support/avatars.ts';

describe('the registry of agents', function describeRegistry() {
  this.timeout(20_000);
  const api = apiForAll();
  const [owner, other] = signedUpForAll(api, 'owner', 'other');

  const agents = (route: string, body?: object, token: string | undefined = owner.jwtToken, headers = {}) =>
    ask(api, route.replace('/', '/api/agents/'), body, { token, headers });
  const register = (name: string, more: object = {}) => expect(agents('POST /register', { name, ...more }), 201);
  const discover = async (query: string) => {
    const reply = await ask(api, `/api/agents/discover?${query}`);
    assert.equal(reply.status, 200, reply.body);
    return reply.result.map(({ name }: { readonly name: string }) => name);
  };

  it('makes an avatar of the owner’s for a new agent, whose key is shown once and works', async () => {
    const agent = await register('Painter', { agentId: 'painter-1' });
    const { apiKey, agentId } = agent;
    const avatar = await ask(api, '/api/avatar/me', undefined, { token: apiKey });
    assert.deepEqual(
      [avatar.result.id, avatar.result.username, avatar.result.avatarType, avatar.result.ownerId],
      [agentId, 'painter-1', 'AI_Agent', owner.id],
    );
    const read = await ask(api, `/api/agents/${agentId}`);
    const { apiKey: _once, webhookSecret: _shown, ...shown } = agent;
    assert.deepEqual(read.result, shown, 'everybody reads the profile, without the key and the secret');
    const taken = await agents('POST /register', { name: 'Painter', agentId: 'PAINTER-1' });
    assert.deepEqual([taken.status, taken.code], [409, 'USERNAME_TAKEN']);
    const names = await Promise.all([register('Näme !'), register('***'), register('***')]);
    assert.equal(new Set(columns(names, 'agentId')).size, 3, 'an agent without an id gets a username');
  });

  it('gives a new agent no right that its owner’s token lacks', async () => {
    const made = await ask(
      api,
      `/api/avatar/${owner.id}/api-keys`,
      { name: 'narrow', scopes: ['agents:write', 'tasks:read'] },
      { token: owner.jwtToken },
    );
    const { status, result, body } = await agents('POST /register', { name: 'Narrow' }, made.result.apiKey);
    assert.equal(status, 201, body);
    const claim = await agents(`POST /${result.agentId}/tasks/claim`, {}, result.apiKey);
    assert.deepEqual([claim.status, claim.code], [403, 'FORBIDDEN'], 'claims need tasks:write');
  });

  it('shows the URL of a webhook to the agent and its owner alone, and to others that there is one', async () => {
    const webhook = 'https://receiver.example/hook/with-a-secret';
    const facts = { capabilities: [{ type: 'hooked' }], endpoints: { api: 'https://agent.example/', webhook } };
    const { agentId, apiKey, endpoints, hasWebhook } = await register('Hooked', facts);
    assert.deepEqual([endpoints.webhook, hasWebhook], [webhook, true]);
    const { agentId: without } = await register('Bare');
    const key = async (scopes: readonly string[]) => {
      const asked = { name: scopes.join(), scopes };
      const path = `/api/avatar/${owner.id}/api-keys`;
      return (await expect(ask(api, path, asked, { token: owner.jwtToken }), 201)).apiKey as string;
    };
    await makeAdmin(api, (await signedUp(api, 'root')).id);
    const admin = (await signIn(api, 'root')).jwtToken;
    const viewers: Readonly<Record<string, { readonly token: string | undefined; readonly sees: boolean }>> = {
      nobody: { token: undefined, sees: false },
      'an admin': { token: admin, sees: false },
      'a key of the owner for other things': { token: await key(['orders:read']), sees: false },
      'a key of the owner that reads agents': { token: await key(['agents:read']), sees: true },
      owner: { token: owner.jwtToken, sees: true },
      agent: { token: apiKey, sees: true },
    };
    const call = { name: 'getAgent', arguments: { agentId } };
    for (const [who, { token, sees }] of Object.entries(viewers)) {
      const asking = token === undefined ? {} : { token };
      const replies = [
        await ask(api, `/api/agents/${agentId}`, undefined, asking),
        await ask(api, '/api/agents/discover?capability=hooked', undefined, asking),
        ...(token === undefined
          ? []
          : [await ask(api, '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }, asking)]),
      ];
      for (const { body } of replies) {
        assert.ok(body.includes('hasWebhook'), body);
        assert.equal(body.includes('with-a-secret'), sees, `${who}: ${body}`);
        assert.ok(body.includes('https://agent.example/'), body);
      }
      for (const path of [`/api/agents/${agentId}/status`, `/api/a2a/agents/${agentId}/.well-known/agent-card.json`]) {
        assert.ok(!(await ask(api, path, undefined, asking)).body.includes('with-a-secret'), path);
      }
    }
    const listed = await expect(agents('GET /'), 200);
    assert.deepEqual(
      [agentId, without].map((id) => listed.find((one: { agentId: string }) => one.agentId === id).hasWebhook),
      [true, false],
    );
    const { items } = await api.storage.agents.deliveries.list({ avatarId: agentId }, null, 1);
    assert.deepEqual(items, []);
    const events = await api.storage.events.after(undefined, 0, 1_000);
    assert.ok(!JSON.stringify(events).includes('with-a-secret'));
  });

  it('refuses registration without a token', async () => {
    const { status } = await ask(api, '/api/agents/register', { name: 'Nobody' });
    assert.equal(status, 401);
  });

  it('finds agents by capability, model, resolution, cost and availability, the best fit first', async () => {
    const can = (more: object = {}) => ({ capabilities: [{ type: 'find', ...more }] });
    await register('cheap', can({ models: ['m1'], maxResolution: '1024x768', costPerRequest: 0.1 }));
    await register('dear', can({ models: ['m1', 'm2'], maxResolution: '4096x4096', costPerRequest: 5 }));
    await register('away', { ...can({ models: ['m1'] }), availability: 'busy' });
    assert.deepEqual(await discover('capability=find'), ['cheap', 'dear', 'away']);
    assert.deepEqual(await discover('capability=find&available=true'), ['cheap', 'dear']);
    assert.deepEqual(await discover('capability=find&available=false'), ['away']);
    assert.deepEqual(await discover('capability=find&model=m2'), ['dear']);
    assert.deepEqual(await discover('capability=find&resolution=1024x769'), ['dear']);
    assert.deepEqual(await discover('capability=find&maxCost=1'), ['cheap', 'away']);
    assert.deepEqual(await discover('capability=none'), []);
    const page = await ask(api, '/api/agents/discover?capability=find&limit=2');
    const { nextCursor } = JSON.parse(page.body);
    assert.deepEqual(await discover(`capability=find&limit=2&cursor=${nextCursor}`), ['away']);
    const foreign = await ask(api, `/api/agents/discover?capability=other&limit=2&cursor=${nextCursor}`);
    assert.equal(foreign.code, 'INVALID_CURSOR');
  });

  it('calls a silent agent offline until it is heard of again', async () => {
    const { agentId, apiKey } = await register('Silent', { capabilities: [{ type: 'silence' }] });
    const status = async () => (await ask(api, `/api/agents/${agentId}/status`)).result;
    api.clock.nowMs += 60_000;
    assert.deepEqual([(await status()).online, (await status()).availability], [true, 'online']);
    api.clock.nowMs += 1;
    assert.deepEqual([(await status()).online, (await status()).availability], [false, 'offline']);
    assert.deepEqual(await discover('capability=silence&available=true'), []);
    const beat = await agents(`POST /${agentId}/heartbeat`, {}, apiKey);
    assert.equal(beat.result.lastSeenAt, new Date(api.clock.nowMs).toISOString());
    assert.deepEqual(await discover('capability=silence&available=true'), ['Silent']);
  });

  it('lets an agent and its owner change it, with versions, and nobody else', async () => {
    const { agentId, apiKey } = await register('Change', { capabilities: [{ type: 'old' }] });
    const put = (body: object, token: string, etag = '*') =>
      agents(`PUT /${agentId}`, body, token, { 'if-match': etag });
    const changed = await put({ capabilities: [{ type: 'new' }], maxConcurrentTasks: 3 }, apiKey, '"1"');
    assert.deepEqual([changed.status, changed.headers.etag], [200, '"2"'], changed.body);
    assert.deepEqual([await discover('capability=old'), await discover('capability=new')], [[], ['Change']]);
    const stale = await put({ name: 'x' }, owner.jwtToken, '"1"');
    assert.deepEqual([stale.status, stale.code], [412, 'VERSION_MISMATCH']);
    assert.equal((await put({ name: 'Changed', availability: 'Busy' }, owner.jwtToken, '"2"')).status, 200);
    const { name, maxConcurrentTasks } = (await ask(api, `/api/agents/${agentId}`)).result;
    assert.deepEqual([name, maxConcurrentTasks], ['Changed', 3]);
    assert.equal((await put({ name: 'x' }, other.jwtToken)).status, 403);
    const claim = await agents(`POST /${agentId}/tasks/claim`, {}, apiKey);
    assert.deepEqual([claim.status, claim.code], [409, 'AGENT_NOT_ONLINE']);
  });

  it('forgets a deregistered agent', async () => {
    const { agentId, apiKey } = await register('Gone', { capabilities: [{ type: 'gone' }] });
    assert.equal((await agents(`DELETE /${agentId}`, undefined, other.jwtToken)).status, 403);
    assert.equal((await agents(`DELETE /${agentId}`)).status, 200);
    assert.equal((await ask(api, `/api/agents/${agentId}`)).code, 'AGENT_NOT_FOUND');
    assert.equal((await agents(`PUT /${agentId}`, { name: 'x' })).code, 'AGENT_NOT_FOUND');
    assert.equal((await agents(`POST /${agentId}/heartbeat`, {}, apiKey)).code, 'AGENT_NOT_FOUND');
    assert.equal((await agents(`POST /${agentId}/tasks/claim`, {}, apiKey)).code, 'AGENT_NOT_FOUND');
    assert.deepEqual(await discover('capability=gone'), []);
    assert.equal((await agents('POST /register', { name: 'Again' }, apiKey)).status, 201);
  });
});
