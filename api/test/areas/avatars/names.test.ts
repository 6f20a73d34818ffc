import { strict as assert } from 'node:assert';
import { columns } from '@causeway/storage/test-support/columns';
import { avatars } from '../../../src/areas/avatars/index.ts';
import { inspectAvatars } from '../../../src/areas/avatars/inspection.ts';
import { nameKey } from '../../../src/areas/avatars/names.ts';
import { hashOf } from '../../../src/areas/avatars/secrets.ts';
import { auditOf, LOCAL_COMMAND } from '../../../src/http/callers/origin.ts';
import { apiForAll, testConfig } from '../../support/api.ts';
import { ask, expect, PASSWORD, register, signedUp, signIn } from '../../support/avatars.ts';
import { onEngines } from '../../support/engines.ts';

onEngines('names of avatars', (database) => {
  const api = apiForAll({ database });
  const OLD_PASSWORD = 'the password of an old name';
  let oldHash: string | null;
  before(async () => {
    const { id } = await register(api, 'hash', { password: OLD_PASSWORD });
    oldHash = await api.storage.avatars.profiles.passwordHashOf(id);
  });

  /** An avatar from before the rules, with any name. */
  async function old(username: string): Promise<string> {
    const { subjectId: _new, ...audit } = auditOf(LOCAL_COMMAND, { action: 'avatar.registered' });
    const names = { username, usernameKey: nameKey(username), usernameSkeleton: null };
    const made = await api.storage.avatars.profiles.register({
      avatar: {
        ...names,
        ...{ email: null, firstName: null, lastName: null, title: null, avatarType: 'User', isAdmin: false },
        ...{ ownerId: null, metadata: {} },
      },
      ...{ passwordHash: oldHash, apiKey: null, mailRequest: null, audit },
    });
    return made.ok ? made.value.id : assert.fail(made.error.code);
  }

  /** Proves an address by a token. */
  async function prove(avatarId: string, email: string): Promise<void> {
    const token = { hash: hashOf(email), avatarId, purpose: 'verifyEmail' as const, email };
    await api.storage.avatars.mailTokens.create({ ...token, expiresAtMs: api.clock.nowMs + 1_000 });
    await expect(ask(api, '/api/avatar/verify-email', { token: email }), 200);
  }

  const signInBy = (by: object, password = PASSWORD) => ask(api, '/api/avatar/authenticate', { ...by, password });

  it('are never an address, nor the id of an agent', async () => {
    const { id } = await signedUp(api, 'victim');
    await prove(id, 'victim@example.org');
    const token = (await signIn(api, 'victim')).jwtToken;
    for (const username of ['victim\uff20example.org', 'victim\ufe6bexample.org'])
      await expect(ask(api, '/api/avatar/register', { username, password: PASSWORD }), 422, 'USERNAME_INVALID');
    const asks = { agentId: 'victim@example.org', name: 'x' };
    for (const [agentId, status] of [
      ['victim@example.org', 400],
      ['admin\r\nX: y', 400],
      ['victim\uff20example.org', 422],
      ['a\u200bgent', 422],
    ] as const)
      assert.equal((await ask(api, '/api/agents/register', { ...asks, agentId }, { token })).status, status, agentId);
    for (const name of ['evil\nname', '\u202eevil'])
      assert.equal((await ask(api, '/api/agents/register', { name }, { token })).status, 400);
    for (const firstName of ['a\nb', '\u001b[2J'])
      assert.equal(
        (await ask(api, '/api/avatar/register', { username: 'x', password: PASSWORD, firstName })).status,
        400,
      );
    await expect(signInBy({ email: 'victim@example.org' }), 200);
    await expect(signInBy({ username: 'Victim@Example.org' }), 200, undefined);
    await expect(signInBy({ username: 'victim\uff20example.org' }), 200);
    await expect(signInBy({ email: 'victim' }), 401, 'CREDENTIALS_REFUSED');
  });

  it('that look the same belong to one of concurrent registrations', async () => {
    const alike = ['treasury', 'treasur\u0443', 'tr\u0435asury', 'TREASURY', '\uff54reasury'];
    const replies = await Promise.all(
      alike.map((username) => ask(api, '/api/avatar/register', { username, password: PASSWORD })),
    );
    assert.deepEqual(replies.map(({ status, code }) => `${status} ${code ?? ''}`).sort(), [
      '201 ',
      ...Array.from({ length: 4 }, () => '409 USERNAME_TAKEN'),
    ]);
    const { jwtToken: token } = await signedUp(api, 'other');
    await expect(
      ask(api, '/api/agents/register', { agentId: 'tre\u0430sury', name: 'x' }, { token }),
      409,
      'USERNAME_TAKEN',
    );
  });

  it('from before keep working, are reported, and never win against a proved address', async () => {
    const ids = [await old('mallory@example.org'), await old('gold\u200b'), await old('g\u043eld'), await old('gold')];
    await api.areas.use(avatars).start();
    const known = await api.storage.avatars.usernames.list(null, 1_000);
    const skeletons = ids.map((id) => known.find((one) => one.id === id)?.usernameSkeleton);
    assert.deepEqual(skeletons, ['rnallory@exarnple.org', 'gold', null, null], 'the oldest one has the skeleton');
    await expect(ask(api, '/api/avatar/register', { username: 'go1d', password: PASSWORD }), 409, 'USERNAME_TAKEN');
    for (const username of ['mallory@example.org', 'gold\u200b', 'g\u043eld', 'gold'])
      assert.equal((await expect(signInBy({ username }, OLD_PASSWORD), 200)).username, username);

    const { id } = await register(api, 'owner');
    await prove(id, 'mallory@example.org');
    for (const by of [{ username: 'mallory@example.org' }, { email: 'mallory@example.org' }]) {
      assert.equal((await expect(signInBy(by), 200)).id, id);
      await expect(signInBy(by, OLD_PASSWORD), 401, 'CREDENTIALS_REFUSED');
    }
    const found = await inspectAvatars({ ...testConfig(), database: api.databasePath });
    assert.deepEqual(
      columns(
        found.filter(({ avatarId }) => ids.includes(avatarId)),
        'avatarId',
        'finding',
      ),
      [
        [ids[0], 'usernameAgainstRules'],
        [ids[1], 'usernameAgainstRules'],
        [ids[2], 'usernameLooksLikeAnother'],
        [ids[3], 'usernameLooksLikeAnother'],
      ],
    );
  });
});
