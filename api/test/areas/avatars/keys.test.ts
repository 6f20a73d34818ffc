import { strict as assert } from 'node:assert';
import { mock } from 'node:test';
import { columns } from '@causeway/storage/test-support/columns';
import { apiForAll } from '../../support/api.ts';
import { ask, makeAdmin, register, signedUp, signedUpForEach, signIn } from '../../support/avatars.ts';
import { clientOf } from '../../support/client.ts';
import { onEngines } from '../../support/engines.ts';

onEngines('keys and roles of avatars', (database) => {
  const api = apiForAll({ api: { avatars: { maxApiKeys: 3 } }, database });
  const [ann] = signedUpForEach(api, 'ann');

  const me = (token: string) => ask(api, '/api/avatar/me', undefined, { token });
  const makeKey = (id: string, body: object, token = ann.jwtToken, headers = {}) =>
    ask(api, `/api/avatar/${id}/api-keys`, { name: 'ci', scopes: ['orders:read'], ...body }, { token, headers });
  const keysOf = (id: string) => clientOf(api, ann.jwtToken).avatars.apiKeys(id);
  const revoke = (id: string, keyId: string, token = ann.jwtToken) =>
    ask(api, `DELETE /api/avatar/${id}/api-keys/${keyId}`, undefined, { token });

  it('include API keys, which act as their avatar with their scopes, and are shown once', async () => {
    const { status, result } = await makeKey(ann.id, {});
    assert.deepEqual([status, result.apiKey.slice(0, 10)], [201, result.prefix]);
    assert.equal((await me(result.apiKey)).result.id, ann.id);
    assert.equal((await ask(api, '/api/v1/orders', undefined, { token: result.apiKey })).status, 200);
    const refused = await ask(api, '/api/v1/orders', { from: 'ETH' }, { token: result.apiKey });
    assert.deepEqual([refused.status, refused.code], [403, 'FORBIDDEN']);
    let listed = await keysOf(ann.id);
    assert.ok(!JSON.stringify(listed).includes(result.apiKey));
    // The use is stored after the answer.
    while (listed[0]?.lastUsedAt === null) {
      await new Promise((resolve) => setImmediate(resolve));
      listed = await keysOf(ann.id);
    }
    assert.equal(listed[0]?.lastUsedAt, new Date(api.clock.nowMs).toISOString());
    const keys = await ask(api, `/api/avatar/${ann.id}/keys`, undefined, { token: ann.jwtToken });
    assert.deepEqual(columns(keys.result, 'purpose', 'publicPart'), [['apiKey', result.prefix]]);
  });

  it('have the time of their last use stored once a minute', async () => {
    const { apiKey } = (await makeKey(ann.id, {})).result;
    const stored = mock.method(api.storage.avatars.apiKeys, 'used').mock;
    await me(apiKey);
    await stored.calls[0]?.result;
    api.clock.nowMs += 59_999;
    await me(apiKey);
    assert.equal(stored.callCount(), 1);
    api.clock.nowMs += 1;
    await me(apiKey);
    assert.equal(stored.callCount(), 2);
    stored.restore();
  });

  it('are refused once they are revoked, or at their end', async () => {
    const expiresAt = new Date(api.clock.nowMs + 1_000).toISOString();
    const [one, two] = [(await makeKey(ann.id, {})).result, (await makeKey(ann.id, { expiresAt })).result];
    assert.equal((await me(two.apiKey)).status, 200);
    const revoked = await clientOf(api, ann.jwtToken).avatars.revokeApiKey(one.keyId);
    assert.equal(revoked.revokedAt, new Date(api.clock.nowMs).toISOString());
    assert.equal((await me(one.apiKey)).status, 401);
    api.clock.nowMs += 1_000;
    assert.equal((await me(two.apiKey)).status, 401);
    assert.equal((await revoke(ann.id, ann.id)).code, 'API_KEY_NOT_FOUND');
  });

  it('never have a scope that their maker or their avatar lacks, and have limits', async () => {
    const code = async (body: object, token?: string) => (await makeKey(ann.id, body, token)).code;
    const { apiKey } = (await makeKey(ann.id, { scopes: ['wallets:read', 'agents:write'] })).result;
    assert.equal(await code({ scopes: ['admin'] }), 'SCOPES_EXCEEDED');
    assert.equal(await code({ scopes: ['wallets:read'] }, apiKey), 'FORBIDDEN', 'a key makes no keys');
    assert.equal(await code({ expiresAt: new Date(api.clock.nowMs).toISOString() }), 'EXPIRY_INVALID');
    const years = (count: number) => new Date(api.clock.nowMs + count * 365 * 86_400_000).toISOString();
    assert.equal(await code({ expiresAt: years(6) }), 'EXPIRY_INVALID');
    const stranger = await signedUp(api, `eve-of-${ann.username}`);
    const theirs = (await makeKey(stranger.id, {}, stranger.jwtToken)).result;
    assert.equal((await revoke(ann.id, theirs.keyId)).code, 'API_KEY_NOT_FOUND', 'the key of another avatar');
    assert.equal((await me(theirs.apiKey)).status, 200);
    assert.equal(await code({ scpes: ['orders:read'] }), 'MALFORMED_REQUEST', 'unknown members are refused');
    await makeKey(ann.id, {});
    const last = (await makeKey(ann.id, {})).result;
    assert.equal(await code({}), 'TOO_MANY_API_KEYS');
    await revoke(ann.id, last.keyId);
    assert.equal((await makeKey(ann.id, {})).status, 201, 'a revoked key does not count');
    const agent = { username: `agent-of-${ann.username}`, avatarType: 'AI_Agent', scopes: ['admin'] };
    assert.equal((await ask(api, '/api/avatar/register', agent)).code, 'SCOPES_EXCEEDED', 'no agent is an admin');
    const beyond = { ...agent, scopes: ['orders:read'] };
    const registered = await ask(api, '/api/avatar/register', beyond, { token: apiKey });
    assert.equal(registered.code, 'SCOPES_EXCEEDED', 'nor has more than who registers it');
  });

  it('are made again for nobody: a repetition with the same Idempotency-Key shows the first answer, kept sealed', async () => {
    const headers = { 'idempotency-key': 'one' };
    const [first, again] = [
      await makeKey(ann.id, {}, ann.jwtToken, headers),
      await makeKey(ann.id, {}, ann.jwtToken, headers),
    ];
    assert.equal(again.body, first.body);
    assert.equal((await keysOf(ann.id)).length, 1);
    const caller = `avatar:${ann.id}`;
    const kept = await api.storage.idempotency.begin(caller, 'createApiKey', 'one', 'other hash');
    assert.equal(kept, 'mismatch', 'the answer is kept');
  });

  it('of an agent are managed by its owner and nobody else', async () => {
    const body = { avatarType: 'AI_Agent', password: undefined, metadata: { capabilities: ['sum'] } };
    const agent = await register(api, `agent-of-${ann.username}`, body, { token: ann.jwtToken });
    assert.equal(agent.ownerId, ann.id);
    const own = (await me(agent.apiKey)).result;
    assert.deepEqual([own.id, own.avatarType], [agent.id, 'AI_Agent']);
    assert.equal((await ask(api, '/api/v1/orders', {}, { token: agent.apiKey })).code, 'FORBIDDEN', 'moves no money');
    const key = (await makeKey(agent.id, { scopes: ['orders:write'] })).result;
    assert.equal((await me(key.apiKey)).result.id, agent.id);
    assert.notEqual((await ask(api, '/api/v1/orders', {}, { token: key.apiKey })).code, 'FORBIDDEN');
    const other = await signedUp(api, `other-of-${ann.username}`);
    assert.equal((await makeKey(agent.id, {}, other.jwtToken)).code, 'AVATAR_NOT_FOUND');
    assert.equal((await revoke(agent.id, key.keyId, other.jwtToken)).code, 'AVATAR_NOT_FOUND');
    const agents = await clientOf(api, ann.jwtToken).avatars.agents();
    assert.deepEqual(columns(agents, 'id'), [agent.id]);
    const seen = await clientOf(api).avatars.get(agent.id);
    assert.deepEqual(seen.metadata, { capabilities: ['sum'] }, 'everyone sees what an agent can do');
    const unowned = await register(api, `free-of-${ann.username}`, { ...body, scopes: ['tasks:read'] });
    assert.equal(unowned.ownerId, null);
  });

  it('and roles are assigned by an admin, whose change ends the sessions of the avatar', async () => {
    const root = await register(api, `root-of-${ann.username}`);
    await makeAdmin(api, root.id);
    const admin = (await signIn(api, `root-of-${ann.username}`)).jwtToken;
    const role = (payload: object, token = admin) => ask(api, `PUT /api/avatar/${ann.id}/role`, payload, { token });
    assert.equal((await role({ isAdmin: true }, ann.jwtToken)).code, 'FORBIDDEN');
    assert.equal((await makeKey(ann.id, {}, admin)).code, 'AVATAR_NOT_FOUND', 'an admin makes no keys of others');
    const { result } = await role({ avatarType: 'Wizard', isAdmin: true });
    assert.deepEqual([result.avatarType, result.isAdmin], ['Wizard', true]);
    assert.equal((await me(ann.jwtToken)).status, 401);
    const again = await signIn(api, ann.username);
    const log = (token: string, query = '') => ask(api, `/api/avatar/audit-log${query}`, undefined, { token });
    assert.equal((await log(again.jwtToken)).status, 200);
    const key = (await makeKey(ann.id, { scopes: ['admin'] }, again.jwtToken)).result;
    await role({ isAdmin: false });
    assert.equal((await log(key.apiKey)).code, 'FORBIDDEN', 'a key loses the right with its avatar');
    assert.equal((await log((await signIn(api, ann.username)).jwtToken)).code, 'FORBIDDEN');
  });

  it('and security events are in the log: who, what, whom, when and from where', async () => {
    const root = await register(api, `root-of-${ann.username}`);
    await makeAdmin(api, root.id);
    const admin = (await signIn(api, `root-of-${ann.username}`)).jwtToken;
    const { result } = await makeKey(ann.id, {}, ann.jwtToken, { 'user-agent': 'test/1' });
    await revoke(ann.id, result.keyId);
    await ask(api, '/api/avatar/authenticate', { username: ann.username, password: 'wrong' }, { from: '192.0.2.7' });
    const page = await ask(api, `/api/avatar/audit-log?subjectId=${ann.id}&limit=3`, undefined, { token: admin });
    const [refused, revoked, created] = page.result;
    assert.deepEqual(
      [refused.action, refused.outcome, refused.actorId, refused.address],
      ['session.refused', 'refused', null, '192.0.2.7'],
    );
    assert.deepEqual([revoked.action, revoked.facts.prefix], ['apiKey.revoked', result.prefix]);
    assert.deepEqual(
      [created.action, created.actorId, created.at, created.userAgent, created.credential.split(':')[0]],
      ['apiKey.created', ann.id, new Date(api.clock.nowMs).toISOString(), 'test/1', 'token'],
    );
    const rest = `/api/avatar/audit-log?subjectId=${ann.id}&limit=3&cursor=${JSON.parse(page.body).nextCursor}`;
    const actions = (await ask(api, rest, undefined, { token: admin })).result.map(
      ({ action }: { action: string }) => action,
    );
    assert.deepEqual(actions, ['session.started', 'avatar.registered']);
    const only = await ask(api, '/api/avatar/audit-log?action=apiKey.created&limit=1', undefined, { token: admin });
    assert.equal(only.result[0].id, created.id);
  });
});
