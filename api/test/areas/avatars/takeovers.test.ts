import { strict as assert } from 'node:assert';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { columns } from '@causeway/storage/test-support/columns';
import { avatars } from '../../../src/areas/avatars/index.ts';
import { type TestApi, testApi } from '../../support/api.ts';
import { ask, expect, makeAdmin, PASSWORD, register, signedUp, signIn } from '../../support/avatars.ts';
import { onEngines } from '../../support/engines.ts';

const DAY_MS = 86_400_000;
const AGENT = { avatarType: 'AI_Agent', password: undefined };

onEngines('who has stolen a credential, or made an account with somebody’s address', (database) => {
  let api: TestApi;
  let folder: string;
  let made = 0;
  let name: string;
  let address: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'causeway-takeover-'));
    api = await testApi({ api: { avatars: { mail: { kind: 'file', folder } } }, database });
  });
  after(async () => {
    await api.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    name = `ann-${++made}`;
    address = `${name}@example.org`;
  });

  /** The messages since the last call. */
  const inbox = async (): Promise<readonly string[]> => {
    await api.areas.use(avatars).mail.rounds.next();
    return readdirSync(folder).map((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      rmSync(join(folder, file));
      return text;
    });
  };
  const subjects = (mails: readonly string[]) => mails.map((text) => /^Subject: (.*)\r$/m.exec(text)?.[1]).sort();
  const tokenIn = (mails: readonly string[]): string => /#token=(\S+)/.exec(mails.join())?.[1] ?? assert.fail();
  const makeKey = (token: string, id: string, body: object = {}) =>
    ask(api, `/api/avatar/${id}/api-keys`, { name: 'k', scopes: ['orders:read'], ...body }, { token });
  const works = async (token: string) => (await ask(api, '/api/avatar/me', undefined, { token })).status === 200;
  const verify = async (token?: string, body: object = {}) =>
    expect(ask(api, '/api/avatar/verify-email', { token: tokenIn(await inbox()), ...body }, { token }), 200);
  /** Somebody with a proved address, and a session from after the proof. */
  const proved = async () => {
    await register(api, name, { email: address });
    await verify();
    await inbox();
    return signIn(api, name);
  };
  /** A key of the avatar, one of its agent, one of its agent's agent. */
  const everyKey = async (id: string, token: string) => {
    const scopes = ['orders:read', 'agents:write', 'profile:read'];
    const own = (await expect(makeKey(token, id, { scopes }), 201)).apiKey;
    const agent = await register(api, `agent-${name}`, AGENT, { token });
    const below = await register(api, `below-${name}`, AGENT, { token: agent.apiKey });
    return [own, agent.apiKey, below.apiKey] as const;
  };
  const forget = async () => {
    await expect(ask(api, '/api/avatar/forgot-password', { email: address }), 200);
    return tokenIn(await inbox());
  };

  it('loses every credential at the proof of the address, which the mail and the answer say', async () => {
    const thief = await signedUp(api, name, { email: address });
    const keys = await everyKey(thief.id, thief.jwtToken);
    const answer = await verify();
    assert.deepEqual(answer.ended, { sessions: 1, apiKeys: 1, agentKeys: 2, agentPasswords: 0, resetTokens: 0 });
    for (const token of [thief.jwtToken, ...keys]) assert.equal(await works(token), false);
    const [notice = ''] = await inbox();
    assert.match(notice, /To: .*\r\nSubject: Your address was proved/);
    assert.match(notice, /sessions 1, API keys 1, API keys of agents 2/);
    assert.ok(!notice.includes(name.concat(',')), 'no name that a stranger chose is in it');
    assert.doesNotMatch(notice, /recovery phrase/);
  });

  it('keeps the recovery phrase that they saw, which every mail of a takeover says, and no other one', async () => {
    const { id, jwtToken: token } = await signedUp(api, name, { email: address });
    const wallet = { walletProviderType: 7, showRecoveryPhrase: true };
    await expect(ask(api, `/api/Wallet/avatar/${id}/create-wallet`, wallet, { token }), 201);
    await verify();
    assert.match((await inbox()).join(), /recovery phrase .* was shown before\. Whoever saw it keeps it/);
    const reset = { token: await forget(), password: PASSWORD };
    await expect(ask(api, '/api/avatar/reset-password', reset), 200);
    assert.match((await inbox()).join(), /recovery phrase/);
    const change = { oldPassword: PASSWORD, newPassword: 'a new password 1' };
    await expect(ask(api, '/api/avatar/change-password', change, { token: (await signIn(api, name)).jwtToken }), 200);
    assert.doesNotMatch((await inbox()).join(), /recovery phrase/, 'who knows the password is the owner');
  });

  it('keeps nothing either when an API key, or another avatar’s session, brings the token', async () => {
    const other = await signedUp(api, `other-${name}`);
    for (const [at, bearer] of [
      ['key', async (id: string, token: string) => (await everyKey(id, token))[0]],
      ['other', async () => other.jwtToken],
    ] as const) {
      name = `${name}-${at}`;
      const ann = await signedUp(api, name, { email: `${name}@example.org` });
      const token = await bearer(ann.id, ann.jwtToken);
      await verify(token);
      assert.deepEqual([await works(ann.jwtToken), await works(other.jwtToken)], [false, true]);
      await inbox();
    }
  });

  it('keeps what the owner chooses at a proof in the owner’s own session', async () => {
    const ann = await signedUp(api, name, { email: address });
    const thief = await signIn(api, name);
    const [own, ofAgent] = await everyKey(ann.id, ann.jwtToken);
    const { ended } = await verify(ann.jwtToken, { revokeApiKeys: 'own' });
    assert.deepEqual(ended, { sessions: 1, apiKeys: 1, agentKeys: 0, agentPasswords: 0, resetTokens: 0 });
    const live = await Promise.all([ann.jwtToken, thief.jwtToken, own, ofAgent].map(works));
    assert.deepEqual(live, [true, false, false, true]);
  });

  it('loses every credential at a reset', async () => {
    const { id, jwtToken } = await proved();
    const keys = await everyKey(id, jwtToken);
    const [first, second] = [await forget(), await forget()];
    const answer = await ask(api, '/api/avatar/reset-password', { token: first, password: 'a new password 1' });
    assert.deepEqual(answer.result.ended, { sessions: 1, apiKeys: 1, agentKeys: 2, agentPasswords: 0, resetTokens: 2 });
    for (const token of [jwtToken, ...keys]) assert.equal(await works(token), false);
    const again = await ask(api, '/api/avatar/reset-password', { token: second, password: 'the thief’s own' });
    assert.equal(again.code, 'MAIL_TOKEN_REFUSED');
    assert.deepEqual(subjects(await inbox()), ['Your password was reset']);
  });

  it('does not come back as an agent that signs in, at the latest after a reset', async () => {
    const { jwtToken } = await proved();
    const mine = `thief-of-${address}`;
    const agent = await register(api, `agent-${name}`, { avatarType: 'AI_Agent', email: mine }, { token: jwtToken });
    await verify(jwtToken);
    const byPassword = (username: string, password = PASSWORD) =>
      ask(api, '/api/avatar/authenticate', { username, password });
    const { jwtToken: ofAgent } = (await byPassword(mine)).result;
    await expect(ask(api, '/api/avatar/forgot-password', { email: mine }), 200);
    const kept = tokenIn((await inbox()).filter((text) => text.includes(`To: ${mine}`)));
    const token = await forget();
    const { ended } = await expect(
      ask(api, '/api/avatar/reset-password', { token, password: 'a new password 1' }),
      200,
    );
    assert.deepEqual([ended.sessions, ended.agentKeys, ended.agentPasswords], [2, 1, 1]);
    assert.match((await inbox()).join(), /passwords of agents 1/);
    assert.equal(await works(ofAgent), false);
    for (const username of [mine, `agent-${name}`]) {
      assert.equal((await byPassword(username)).code, 'CREDENTIALS_REFUSED', username);
    }
    const reset = ask(api, '/api/avatar/reset-password', { token: kept, password: 'the thief’s own' });
    assert.equal((await reset).code, 'MAIL_TOKEN_REFUSED');
    await expect(ask(api, '/api/avatar/forgot-password', { email: mine }), 200);
    assert.deepEqual(await inbox(), [], 'nobody chooses another password for it by mail');
    const { jwtToken: own } = await signIn(api, name, 'a new password 1');
    const key = await expect(makeKey(own, agent.id, { scopes: ['tasks:read'] }), 201);
    assert.equal(await works(key.apiKey), true, 'its owner goes on with it');
  });

  it('gives an agent of theirs the address of somebody, who clicks, and is not led into it', async () => {
    const { jwtToken } = await proved();
    const theirs = `victim-of-${address}`;
    const agent = { avatarType: 'AI_Agent', email: theirs };
    await register(api, `agent-${name}`, agent, { token: jwtToken });
    const stranger = await signedUp(api, `stranger-${name}`);
    const link = tokenIn(await inbox());
    for (const token of [undefined, stranger.jwtToken]) {
      const clicked = await ask(api, '/api/avatar/verify-email', { token: link }, { token });
      assert.deepEqual([clicked.status, clicked.code], [403, 'FORBIDDEN']);
      assert.match(clicked.body, /stays free for an account of your own/);
    }
    await expect(ask(api, '/api/avatar/forgot-password', { email: theirs }), 200);
    assert.deepEqual(await inbox(), []);
    await register(api, `victim-${name}`, { email: theirs });
    await verify();
    await inbox();
    const taken = ask(api, '/api/avatar/verify-email', { token: link }, { token: jwtToken });
    assert.equal((await taken).code, 'EMAIL_TAKEN');
  });

  it('gives an agent a password, which never ends, only with a recent password', async () => {
    const { id, jwtToken } = await proved();
    const { apiKey } = await expect(makeKey(jwtToken, id, { scopes: ['agents:write'] }), 201);
    const make = (token: string, username: string, more: object = {}) =>
      ask(api, '/api/avatar/register', { username, avatarType: 'AI_Agent', ...more }, { token });
    const password = { password: PASSWORD };
    assert.equal((await make(apiKey, `by-key-${name}`, password)).code, 'REAUTHENTICATION_REQUIRED');
    assert.equal((await make(apiKey, `by-key-${name}`)).status, 201);
    api.clock.nowMs += 300_001;
    assert.equal((await make(jwtToken, `late-${name}`, password)).code, 'REAUTHENTICATION_REQUIRED');
    await expect(ask(api, '/api/avatar/reauthenticate', password, { token: jwtToken }), 200);
    assert.equal((await make(jwtToken, `now-${name}`, password)).status, 201);
  });

  it('leaves no agent behind with a token without the password, whose key would outlast it', async () => {
    const { id, jwtToken: token } = await proved();
    const { apiKey } = await expect(makeKey(token, id, { scopes: ['agents:read', 'agents:write'] }), 201);
    const registrations = [
      ['/api/agents/register', { name: 'thief' }],
      ['/api/avatar/register', { username: `thief-${name}`, ...AGENT }],
    ] as const;
    api.clock.nowMs += 300_000;
    await expect(ask(api, '/api/agents/register', { name: 'in time' }, { token }), 201);
    api.clock.nowMs += 1;
    for (const [route, body] of registrations) {
      await expect(ask(api, route, body, { token }), 403, 'REAUTHENTICATION_REQUIRED');
    }
    const agents = () => expect(ask(api, '/api/avatar/me/agents', undefined, { token }), 200);
    assert.equal((await agents()).length, 1, 'no avatar and no key was made');
    await register(api, `free-${name}`, AGENT);
    for (const [route, body] of registrations) await expect(ask(api, route, body, { token: apiKey }), 201);
    const agentKey = (await expect(ask(api, '/api/agents/register', { name: 'itself' }, { token: apiKey }), 201))
      .apiKey;
    const known = await ask(api, '/api/agents/register', { name: 'again' }, { token: agentKey });
    assert.equal(known.code, 'AGENT_EXISTS', 'an agent registers itself, and no key is made');
    await expect(ask(api, '/api/avatar/reauthenticate', { password: PASSWORD }, { token }), 200);
    await expect(ask(api, '/api/agents/register', { name: 'the owner’s' }, { token }), 201);
  });

  it('cannot use a reset token after the owner has changed the password', async () => {
    const { jwtToken: token } = await proved();
    const other = await signIn(api, name);
    const stolen = await forget();
    const change = { oldPassword: PASSWORD, newPassword: 'a new password 1' };
    const { ended } = await expect(ask(api, '/api/avatar/change-password', change, { token }), 200);
    assert.deepEqual(ended, { sessions: 1, apiKeys: 0, agentKeys: 0, agentPasswords: 0, resetTokens: 1 });
    assert.equal(await works(other.jwtToken), false);
    const reset = ask(api, '/api/avatar/reset-password', { token: stolen, password: 'the thief’s own' });
    assert.equal((await reset).code, 'MAIL_TOKEN_REFUSED');
    assert.deepEqual(subjects(await inbox()), ['Your password was changed']);
  });

  it('makes no key with a token without the password, nor with a key', async () => {
    const { id, jwtToken } = await proved();
    const key = await expect(makeKey(jwtToken, id, { scopes: ['keys:read', 'keys:write'] }), 201);
    assert.equal(Date.parse(key.expiresAt), api.clock.nowMs + 90 * DAY_MS, 'it ends by itself');
    assert.deepEqual(subjects(await inbox()), ['An API key was made']);
    assert.equal((await makeKey(key.apiKey, id, { scopes: [] })).code, 'REAUTHENTICATION_REQUIRED');
    api.clock.nowMs += 300_001;
    assert.equal((await makeKey(jwtToken, id)).code, 'REAUTHENTICATION_REQUIRED');
    const revoked = await ask(api, `DELETE /api/avatar/${id}/api-keys/${key.keyId}`, undefined, { token: jwtToken });
    assert.equal(revoked.status, 200, 'revoking never needs it');
    await expect(ask(api, '/api/avatar/reauthenticate', { password: PASSWORD }, { token: jwtToken }), 200);
    await expect(makeKey(jwtToken, id), 201);
    const end = (years: number) => new Date(api.clock.nowMs + years * 365 * DAY_MS + 1).toISOString();
    assert.equal((await makeKey(jwtToken, id, { expiresAt: end(5) })).code, 'EXPIRY_INVALID');
  });

  it('does with a key without scopes no more than ask who it is', async () => {
    const { id, jwtToken } = await proved();
    const { apiKey: token, keyId } = await expect(makeKey(jwtToken, id, { scopes: [] }), 201);
    const me = await expect(ask(api, '/api/avatar/me', undefined, { token }), 200);
    assert.deepEqual([me.id, me.email, me.isAdmin], [id, undefined, undefined], 'the public members');
    const profile = await expect(ask(api, `/api/avatar/${id}`, undefined, { token }), 200);
    assert.equal(profile.email, undefined);
    for (const [route, body] of [
      ['PUT /api/avatar/me', { title: 'thief' }],
      ['/api/avatar/me/agents'],
      ['/api/avatar/me/sessions'],
      ['/api/avatar/me/security-log'],
      [`/api/avatar/${id}/keys`],
      [`/api/avatar/${id}/api-keys`],
      [`DELETE /api/avatar/${id}/api-keys/${keyId}`],
      [`/api/avatar/${id}/freeze`, {}],
      [`/api/avatar/${id}/end-sessions`, {}],
      ['/api/avatar/resend-verification', {}],
      ['/api/avatar/register', { username: `agent-of-${name}`, ...AGENT }],
    ] as const) {
      assert.equal((await ask(api, route, body, { token })).code, 'FORBIDDEN', route);
    }
  });

  it('gives an agent no scope that the maker lacks, and no key that lasts longer', async () => {
    const { id, jwtToken } = await proved();
    const expiresAt = new Date(api.clock.nowMs + DAY_MS).toISOString();
    const body = { scopes: ['agents:write', 'tasks:read'], expiresAt };
    const { apiKey: token } = await expect(makeKey(jwtToken, id, body), 201);
    const agent = await register(api, `agent-${name}`, AGENT, { token });
    const worker = await expect(ask(api, '/api/agents/register', { name: 'worker' }, { token }), 201);
    // An agent of an agent is bound by the same end.
    const sub = await register(api, `sub-${name}`, AGENT, { token: agent.apiKey });
    const bound = [agent.apiKey, worker.apiKey, sub.apiKey];
    for (const key of bound) {
      const own = await expect(ask(api, '/api/avatar/me/api-key', undefined, { token: key }), 200);
      assert.deepEqual([own.scopes, own.expiresAt], [['agents:write', 'tasks:read'], expiresAt]);
    }
    api.clock.nowMs += DAY_MS / 2;
    const renewals = bound.map((key) => expect(ask(api, '/api/avatar/me/api-keys/renew', {}, { token: key }), 201));
    const renewed = await Promise.all(renewals);
    assert.deepEqual(columns(renewed, 'expiresAt'), [expiresAt, expiresAt, expiresAt], 'nor by renewals');
    const usual = await register(api, `usual-${name}`, AGENT, { token: (await signIn(api, name)).jwtToken });
    const key = await expect(ask(api, '/api/avatar/me/api-key', undefined, { token: usual.apiKey }), 200);
    assert.equal(Date.parse(key.expiresAt), api.clock.nowMs + 90 * DAY_MS);
  });

  it('is one of those whom an agent’s renewal leaves behind: the old key ends, and its revocation ends the new one', async () => {
    const { jwtToken: token } = await proved();
    const agent = await register(api, `agent-${name}`, AGENT, { token });
    const renew = (bearer: string, headers = {}) =>
      ask(api, '/api/avatar/me/api-keys/renew', {}, { token: bearer, headers });
    assert.equal((await renew(token)).code, 'API_KEY_NOT_RENEWABLE', 'people have passwords');
    const headers = { 'idempotency-key': `renewal of ${name}` };
    const first = await renew(agent.apiKey, headers);
    assert.equal((await renew(agent.apiKey, headers)).body, first.body, 'a lost answer is given again');
    const { apiKey: next } = first.result;
    assert.ok((await works(next)) && (await works(agent.apiKey)));
    const used = async () =>
      (await ask(api, '/api/avatar/me/api-key', undefined, { token: next })).result.lastUsedAt !== null;
    while (!(await used())) await new Promise((resolve) => setImmediate(resolve));
    assert.equal((await renew(agent.apiKey)).code, 'API_KEY_RENEWED');
    const keys = await expect(ask(api, `/api/avatar/${agent.id}/api-keys`, undefined, { token }), 200);
    assert.deepEqual(columns(keys, 'replacedBy'), [keys[1].keyId, null]);
    api.clock.nowMs += DAY_MS;
    const ends = await Promise.all([agent.apiKey, next].map(works));
    assert.deepEqual(ends, [false, true]);
    const owner = await signIn(api, name);
    await ask(api, `DELETE /api/avatar/${agent.id}/api-keys/${keys[0].keyId}`, undefined, { token: owner.jwtToken });
    assert.equal(await works(next), false);
  });

  it('sees the mail go to the owner before keys end, 14 days and 3 days before, once each', async () => {
    const { id, jwtToken: token } = await proved();
    await expect(makeKey(token, id), 201);
    await register(api, `agent-${name}`, AGENT, { token });
    await inbox();
    const service = api.areas.use(avatars);
    const told = async (days: number) => {
      api.clock.nowMs += days * DAY_MS;
      await Promise.all([service.prune(), service.prune()]);
      await service.prune();
      return subjects((await inbox()).filter((text) => text.includes(`To: ${address}`)));
    };
    assert.deepEqual(await told(75), []);
    assert.deepEqual(await told(1), ['An API key ends soon', 'An API key ends soon'], 'its own, and its agent’s');
    assert.deepEqual(await told(10), []);
    assert.deepEqual(await told(1), ['An API key ends soon', 'An API key ends soon']);
    assert.deepEqual(await told(4), []);
  });

  it('is thrown out by the owner: sessions are listed and end, one or all, also with keys', async () => {
    const ann = await proved();
    const { jwtToken: token } = ann;
    const [thief, other] = [await signIn(api, name), await signIn(api, name)];
    const sessions = await expect(ask(api, '/api/avatar/me/sessions', undefined, { token }), 200);
    assert.deepEqual(columns(sessions, 'isCurrent'), [false, false, true]);
    const end = `DELETE /api/avatar/me/sessions/${sessions[1].sessionId}`;
    const stranger = await signedUp(api, `stranger-${name}`);
    assert.equal((await ask(api, end, undefined, { token: stranger.jwtToken })).code, 'SESSION_NOT_FOUND');
    await expect(ask(api, end, undefined, { token }), 200);
    assert.deepEqual(await Promise.all([thief, other].map(({ jwtToken }) => works(jwtToken))), [false, true]);
    const keys = await everyKey(ann.id, token);
    const endAll = (body: object, bearer = token) =>
      ask(api, `/api/avatar/${ann.id}/end-sessions`, body, { token: bearer });
    assert.deepEqual(await expect(endAll({}), 200), {
      sessions: 1,
      apiKeys: 0,
      agentKeys: 0,
      agentPasswords: 0,
      resetTokens: 0,
    });
    assert.ok(await works(token));
    api.clock.nowMs += 300_001;
    assert.equal((await endAll({ revokeApiKeys: 'all' })).code, 'REAUTHENTICATION_REQUIRED');
    await ask(api, '/api/avatar/reauthenticate', { password: PASSWORD }, { token });
    assert.equal((await expect(endAll({ revokeApiKeys: 'all' }), 200)).agentKeys, 2);
    assert.deepEqual(await Promise.all(keys.map(works)), [false, false, false]);
    assert.equal((await endAll({}, stranger.jwtToken)).code, 'AVATAR_NOT_FOUND');
  });

  it('or by an admin, who gives a reason, ends no keys, and makes or revokes none of other people', async () => {
    const ann = await proved();
    const root = await register(api, `root-${name}`);
    await makeAdmin(api, root.id);
    const { jwtToken: token } = await signIn(api, `root-${name}`);
    const key = await expect(makeKey(ann.jwtToken, ann.id), 201);
    assert.equal((await makeKey(token, ann.id)).code, 'AVATAR_NOT_FOUND');
    const revoke = ask(api, `DELETE /api/avatar/${ann.id}/api-keys/${key.keyId}`, undefined, { token });
    assert.equal((await revoke).code, 'AVATAR_NOT_FOUND');
    assert.equal((await expect(ask(api, `/api/avatar/${ann.id}/api-keys`, undefined, { token }), 200)).length, 1);
    const endAll = (body: object) => ask(api, `/api/avatar/${ann.id}/end-sessions`, body, { token });
    assert.equal((await endAll({})).code, 'REASON_REQUIRED');
    assert.equal((await endAll({ reason: 'r', revokeApiKeys: 'own' })).code, 'FORBIDDEN');
    assert.equal((await expect(endAll({ reason: 'reported stolen' }), 200)).sessions, 1);
    assert.deepEqual([await works(ann.jwtToken), await works(key.apiKey)], [false, true]);
    const own = (await signIn(api, name)).jwtToken;
    const log = await expect(ask(api, '/api/avatar/me/security-log', undefined, { token: own }), 200);
    const event = log.find(({ action }: { readonly action: string }) => action === 'sessions.ended');
    assert.deepEqual([event.facts.by, event.facts.reason], ['admin', 'reported stolen']);
    assert.deepEqual([event.actorId, event.address, event.credential], [null, null, null], 'nothing of the admin');
    assert.ok(log.every(({ subjectId }: { readonly subjectId: string }) => subjectId === ann.id));
    const ownKey = await makeKey(token, root.id, { scopes: ['admin'] });
    assert.equal(ownKey.status, 201, 'an admin makes keys of its own');
    api.clock.nowMs += 300_001;
    const role = ask(api, `PUT /api/avatar/${ann.id}/role`, { isAdmin: true }, { token });
    assert.equal((await role).code, 'REAUTHENTICATION_REQUIRED', 'roles need the password');
  });
});
