import assert from 'node:assert/strict';
import { audit, register, registration } from '../support/avatars.ts';
import { columns } from '../support/columns.ts';
import { onStorages } from '../support/engines.ts';

onStorages('avatars', (temporary) => {
  const avatars = () => temporary.storage.avatars;

  it('have a username that only one of several concurrent registrations gets', async () => {
    const made = await Promise.all(
      ['Ann', 'ann', 'ANN'].map((name) => avatars().profiles.register(registration(name))),
    );
    assert.deepEqual(
      made.flatMap((one) => (one.ok ? [] : [one.error.code])),
      ['USERNAME_TAKEN', 'USERNAME_TAKEN'],
    );
    const [avatar] = made.flatMap((one) => (one.ok ? [one.value] : []));
    assert.deepEqual(await avatars().profiles.get(avatar?.id ?? ''), avatar);
    const { items } = await avatars().audit.list({ action: 'avatar.registered' }, null, 10);
    assert.deepEqual(columns(items, 'subjectId'), [avatar?.id]);
  });

  it('are registered with their credentials in one transaction', async () => {
    const registered = await avatars().profiles.register({
      ...registration('robot', { avatarType: 'AI_Agent', metadata: { capabilities: ['sum'] } }),
      passwordHash: null,
      apiKey: { name: 'first', prefix: 'cwk_1', hash: 'h1', scopes: ['tasks:read'], expiresAtMs: null },
      mailRequest: { id: 'm1', sealed: 's1' },
    });
    const avatar = registered.ok ? registered.value : undefined;
    assert.deepEqual(avatar?.metadata, { capabilities: ['sum'] });
    const key = await avatars().apiKeys.byHash('h1');
    assert.deepEqual([key?.avatarId, key?.scopes, key?.avatarType], [avatar?.id, ['tasks:read'], 'AI_Agent']);
    const times = { createdAtMs: temporary.nowMs, attempts: 0, dueAtMs: temporary.nowMs };
    const request = { id: 'm1', avatarId: avatar?.id ?? null, sealed: 's1', auditId: null, counted: false, ...times };
    assert.deepEqual(await avatars().mailRequests.list(), [request]);
    assert.equal((await avatars().profiles.signInFacts('robot'))?.passwordHash, null);
  });

  it('are found by name, and tell the names of many at once with whether they are hidden', async () => {
    const [ann, bob] = [await register(temporary.storage, 'Ann'), await register(temporary.storage, 'bob')];
    const { profiles } = avatars();
    assert.equal((await profiles.byName('ann'))?.id, ann.id);
    assert.equal(await profiles.byName('Ann'), undefined, 'the name in the form in which names are compared');
    await profiles.update(bob.id, { nameHidden: true }, undefined, audit('avatar.profileChanged'));
    assert.deepEqual(
      await profiles.namesOf([ann.id, bob.id, 'nobody']),
      new Map([
        [ann.id, { username: 'Ann', nameHidden: false }],
        [bob.id, { username: 'bob', nameHidden: true }],
      ]),
    );
    assert.deepEqual(await profiles.namesOf([]), new Map());
  });

  it('sign in by name, and by an address only once they have proved it', async () => {
    const ann = await register(temporary.storage, 'ann');
    await register(temporary.storage, 'bob');
    const { profiles, mailTokens } = avatars();
    assert.deepEqual(await profiles.signInFacts('ann'), { avatar: ann, passwordHash: 'hash of ann' });
    assert.equal(await profiles.signInFacts('ann@example.org'), undefined);
    const token = { avatarId: ann.id, purpose: 'verifyEmail' as const, email: 'Ann@Example.org' };
    await mailTokens.create({ ...token, hash: 't1', expiresAtMs: temporary.nowMs + 1 });
    const key = 'ann@example.org';
    assert.equal(await mailTokens.verifyEmail('t2', key, audit('email.verified')), 'unknown');
    await mailTokens.verifyEmail('t1', key, audit('email.verified'));
    assert.equal((await profiles.signInFacts('ann@example.org'))?.avatar.id, ann.id);
    assert.equal((await profiles.byVerifiedEmail('ann@example.org'))?.id, ann.id);
    assert.equal(await mailTokens.verifyEmail('t1', key, audit('email.verified')), 'unknown', 'a token works once');
  });

  it('cannot prove an address that another avatar has proved, and tokens expire', async () => {
    const { mailTokens } = avatars();
    const expiresAtMs = temporary.nowMs + 10;
    for (const name of ['ann', 'bob']) {
      const { id } = await register(temporary.storage, name);
      const token = { hash: name, avatarId: id, purpose: 'verifyEmail' as const, email: 'both@example.org' };
      await mailTokens.create({ ...token, expiresAtMs });
    }
    const verify = (hash: string) => mailTokens.verifyEmail(hash, 'both@example.org', audit('email.verified'));
    assert.notEqual(await verify('ann'), 'taken');
    assert.equal(await verify('bob'), 'taken');
    temporary.nowMs += 10;
    assert.equal(await verify('bob'), 'unknown');
    assert.equal(await mailTokens.prune(temporary.nowMs + 1), 1);
  });

  it('change by their version', async () => {
    const { profiles } = avatars();
    const { id } = await register(temporary.storage, 'ann');
    const changed = await Promise.all(
      ['A', 'B'].map((firstName) => profiles.update(id, { firstName }, [1], audit('avatar.profileChanged'))),
    );
    assert.equal(changed.filter((avatar) => avatar !== undefined).length, 1);
    assert.equal((await profiles.get(id))?.version, 2);
    assert.equal((await profiles.update(id, { title: 'Dr' }, undefined, audit('avatar.profileChanged')))?.title, 'Dr');
  });

  it('belong to their owner, and become admins', async () => {
    const { profiles } = avatars();
    const ann = await register(temporary.storage, 'ann');
    const agent = await profiles.register(registration('agent', { ownerId: ann.id, avatarType: 'AI_Agent' }));
    assert.deepEqual((await profiles.agentsOf(ann.id, null, 9)).items, [agent.ok && agent.value]);
    await profiles.assign(ann.id, { isAdmin: true }, audit('avatar.roleChanged', { subjectId: ann.id }));
    assert.equal((await profiles.get(ann.id))?.isAdmin, true);
  });

  it('change and reset their password, which ends their sessions', async () => {
    const { profiles, sessions, mailTokens } = avatars();
    const { id } = await register(temporary.storage, 'ann');
    const start = async (hash: string) => {
      const times = { authenticatedAtMs: temporary.nowMs, expiresAtMs: temporary.nowMs + 10_000 };
      return sessions.start(
        { avatarId: id, ...times },
        { hash, expiresAtMs: times.expiresAtMs },
        audit('session.started'),
      );
    };
    const [kept, other] = [await start('a'), await start('b')];
    const ended = async (session: { id: string }) => (await sessions.live(session.id))?.revokedBecause;
    const entry = audit('password.changed');
    assert.equal(await profiles.changePassword(id, { before: 'wrong', after: 'new' }, kept.id, entry), undefined);
    const changed = await profiles.changePassword(id, { before: 'hash of ann', after: 'new' }, kept.id, entry);
    assert.deepEqual(changed, { sessions: 1, apiKeys: 0, agentKeys: 0, agentPasswords: 0, resetTokens: 0 });
    assert.deepEqual([await ended(kept), await ended(other)], [null, 'passwordChanged']);
    assert.equal(await profiles.passwordHashOf(id), 'new');
    const token = { avatarId: id, purpose: 'resetPassword' as const, email: 'a@example.org' };
    await mailTokens.create({ ...token, hash: 'r', expiresAtMs: temporary.nowMs + 1 });
    assert.equal(await mailTokens.find('r', 'verifyEmail'), undefined, 'a token has one purpose');
    assert.ok(await mailTokens.resetPassword('r', 'newest', audit('password.reset')));
    assert.equal(await mailTokens.resetPassword('r', 'again', audit('password.reset')), undefined);
    assert.deepEqual([await profiles.passwordHashOf(id), await ended(kept)], ['newest', 'passwordReset']);
  });
});
