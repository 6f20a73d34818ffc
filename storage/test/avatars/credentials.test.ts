import assert from 'node:assert/strict';
import type { AvatarRow, Rotated } from '../../src/index.ts';
import { audit, register, registration } from '../support/avatars.ts';
import { onStorages } from '../support/engines.ts';

const GRACE_MS = 10_000;
const HOUR_MS = 3_600_000;

onStorages('credentials of an avatar', (temporary) => {
  let ann: AvatarRow;
  beforeEach(async () => {
    ann = await register(temporary.storage, 'ann');
  });
  const avatars = () => temporary.storage.avatars;

  const start = (hash: string, lastsMs = HOUR_MS) => {
    const times = { authenticatedAtMs: temporary.nowMs, expiresAtMs: temporary.nowMs + 10 * HOUR_MS };
    const token = { hash, expiresAtMs: temporary.nowMs + lastsMs };
    return avatars().sessions.start({ avatarId: ann.id, ...times }, token, audit('session.started'));
  };
  const rotate = (hash: string, client = 'browser'): Promise<Rotated> =>
    avatars().sessions.rotate({
      hash,
      successor: `${hash}+`,
      salt: `salt of ${hash}`,
      client,
      graceMs: GRACE_MS,
      lifetimeMs: HOUR_MS,
      audit: audit('session.reuseDetected', { outcome: 'refused' }),
    });

  describe('refresh tokens', () => {
    it('are replaced at each use, and a repetition by the same client has the same answer for a while', async () => {
      const session = await start('t');
      const first = await rotate('t');
      assert.equal(first.kind, 'rotated');
      temporary.nowMs += GRACE_MS;
      const again = await rotate('t');
      assert.deepEqual(again, { ...first, kind: 'repeated' });
      assert.equal((await rotate('t+')).kind, 'rotated');
      assert.equal((await avatars().sessions.live(session.id))?.revokedAtMs, null);
    });

    for (const [why, client, waitMs] of [
      ['after the grace', 'browser', GRACE_MS + 1],
      ['by another client', 'thief', 0],
    ] as const) {
      it(`end the whole family when used again ${why}`, async () => {
        const session = await start('t');
        await rotate('t');
        temporary.nowMs += waitMs;
        assert.equal((await rotate('t', client)).kind, 'reused');
        assert.deepEqual([(await rotate('t+')).kind, (await rotate('t')).kind], ['refused', 'refused']);
        assert.equal((await avatars().sessions.live(session.id))?.revokedBecause, 'reuse');
        const { items } = await avatars().audit.list({ action: 'session.reuseDetected' }, null, 10);
        assert.deepEqual(
          items.map(({ subjectId, facts }) => [subjectId, facts.sessionId]),
          [[ann.id, session.id]],
        );
      });
    }

    it('give one successor to concurrent uses', async () => {
      await start('t');
      const kinds = (await Promise.all([1, 2, 3].map(() => rotate('t')))).map(({ kind }) => kind);
      assert.deepEqual(kinds.sort(), ['repeated', 'repeated', 'rotated']);
    });

    it('expire, are unknown to others, and end with their session', async () => {
      const session = await start('t', 1_000);
      assert.equal((await rotate('other')).kind, 'refused');
      temporary.nowMs += 1_000;
      assert.equal((await rotate('t')).kind, 'refused');
      await start('u');
      const { sessions } = avatars();
      const other = await sessions.byToken('u');
      assert.equal(await sessions.revoke(other?.id ?? '', 'signOut', audit('session.revoked')), true);
      assert.equal(await sessions.revoke(other?.id ?? '', 'signOut', audit('session.revoked')), false);
      assert.equal((await rotate('u')).kind, 'refused');
      assert.equal((await sessions.live(session.id))?.revokedAtMs, null, 'other sessions go on');
    });

    it('are deleted with their sessions once they have expired', async () => {
      await start('t');
      assert.equal(await avatars().sessions.prune(temporary.nowMs + 11 * HOUR_MS), 2);
    });
  });

  it('record when a password was given again, and the standing of the avatar', async () => {
    const session = await start('t');
    temporary.nowMs += 5;
    await avatars().sessions.reauthenticated(session.id, audit('reauthenticated'));
    const live = await avatars().sessions.live(session.id);
    assert.deepEqual([live?.authenticatedAtMs, live?.isAdmin, live?.avatarType], [temporary.nowMs, false, 'User']);
  });

  it('include API keys, which are found by their hash and revoked once', async () => {
    const { apiKeys } = avatars();
    const secret = { name: 'ci', prefix: 'cwk_a', hash: 'h', scopes: ['orders:read'], expiresAtMs: null };
    const made = await apiKeys.create({ avatarId: ann.id, createdBy: ann.id, ...secret }, audit('apiKey.created'));
    assert.ok(made.ok);
    const key = made.value;
    await apiKeys.used(key.id, 7);
    assert.deepEqual(await apiKeys.byHash('h'), {
      ...key,
      lastUsedAtMs: 7,
      avatarType: 'User',
      isAdmin: false,
      ownerId: null,
      frozen: undefined,
    });
    assert.equal(await apiKeys.byHash('other'), undefined);
    assert.equal(await apiKeys.revoke(key.id, audit('apiKey.revoked')), true);
    assert.equal(await apiKeys.revoke(key.id, audit('apiKey.revoked')), false);
    assert.equal((await apiKeys.list(ann.id))[0]?.revokedAtMs, temporary.nowMs);
    assert.equal((await apiKeys.get(key.id))?.id, key.id);
  });

  it('are signed by keys of which concurrent processes make one', async () => {
    const { signingKeys } = avatars();
    const key = (id: string) => ({ id, publicJwk: { kty: 'OKP' }, sealed: `s ${id}`, signsFromMs: temporary.nowMs });
    const added = await Promise.all(['a', 'b'].map((id) => signingKeys.addFirst(key(id), audit('signingKey.created'))));
    assert.deepEqual(added.sort(), [false, true]);
    await signingKeys.add({ ...key('c'), signsFromMs: 1 }, audit('signingKey.created'));
    const ids = (await signingKeys.list()).map(({ id }) => id);
    assert.equal(ids[0], 'c', 'in the order in which they sign');
    assert.equal(await signingKeys.reseal('c', 'other', 'new'), false);
    assert.equal(await signingKeys.reseal('c', 's c', 'new'), true);
    const revoked = audit('signingKey.revoked');
    const replace = (id: string) => signingKeys.replaceAll(key(id), { created: audit('signingKey.created'), revoked });
    await Promise.all(['d', 'e'].map(replace));
    const keys = await signingKeys.list();
    assert.equal(
      keys.filter(({ revokedAtMs }) => revokedAtMs === null).length,
      1,
      'one of two concurrent replacements signs',
    );
    const [first] = keys;
    assert.deepEqual([first?.id, first?.sealed, first?.revokedAtMs], ['c', 'new', temporary.nowMs]);
    const { items } = await avatars().audit.list({ action: 'signingKey.revoked' }, null, 9);
    const ended = keys.filter(({ revokedAtMs }) => revokedAtMs !== null).map(({ id }) => id);
    assert.deepEqual(items.map(({ facts }) => facts.keyId).sort(), ended.sort());
  });

  it('are replaced as signing keys all or none, with those that would sign later', async () => {
    const { signingKeys } = avatars();
    const key = (id: string, delayMs = 0) => {
      return { id, publicJwk: { kty: 'OKP' }, sealed: `s ${id}`, signsFromMs: temporary.nowMs + delayMs };
    };
    for (const one of [key('a'), key('later', 1)]) await signingKeys.add(one, audit('signingKey.created'));
    const replace = (revoked = audit('signingKey.revoked')) =>
      signingKeys.replaceAll(key('b'), { created: audit('signingKey.created'), revoked });
    const live = async () =>
      (await signingKeys.list()).filter(({ revokedAtMs }) => revokedAtMs === null).map(({ id }) => id);
    // The last write of the transaction fails.
    await assert.rejects(replace(audit(null as never)));
    assert.deepEqual(await live(), ['a', 'later']);
    await replace();
    assert.deepEqual(await live(), ['b']);
  });

  it('are in a log that is pruned by age, but for what explains a standing', async () => {
    const { audit: log } = avatars();
    const subjectId = ann.id;
    const entry = (action: Parameters<typeof audit>[0], facts = {}) => log.record(audit(action, { subjectId, facts }));
    await entry('avatar.registered', { isAdmin: true });
    await entry('avatar.registered');
    await entry('avatar.roleChanged', { isAdmin: false });
    await entry('email.verified');
    for (let number = 0; number < 501; number += 1) await entry('session.started');
    temporary.nowMs += 1_000;
    await entry('session.refused');
    const left = async () => (await log.list({ subjectId }, null, 1_000)).items.map(({ action }) => action);
    const to = await log.prune(temporary.nowMs, null);
    const explaining = ['email.verified', 'avatar.roleChanged', 'avatar.registered'];
    assert.deepEqual(await left(), ['session.refused', ...explaining]);
    assert.equal(await log.prune(temporary.nowMs, to), to);
    assert.notEqual(await log.prune(temporary.nowMs + 1, to), to);
    assert.deepEqual(await left(), explaining);
  });

  it('are in a log that keeps the last proof of an address, and nothing of avatars that are gone', async () => {
    const DAY_MS = 86_400_000;
    const record = (action: Parameters<typeof audit>[0], subjectId: string | null, more: object = {}) =>
      avatars().audit.record(audit(action, { subjectId, ...more }));
    const left = async () =>
      (await avatars().audit.list({}, null, 100)).items.map(({ action, facts }) => `${action} ${facts.n ?? ''}`.trim());

    const start = await avatars().audit.list({}, null, 100);
    assert.deepEqual(start.items.length, 1, 'the registration of ann');
    await record('session.started', ann.id);
    await record('avatar.registered', ann.id, { facts: { isAdmin: true } });
    for (const n of [1, 2]) await record('avatar.roleChanged', ann.id, { facts: { isAdmin: true, n } });
    for (const n of [1, 2]) await record('email.verified', ann.id, { facts: { n } });
    await record('email.verified', ann.id, { outcome: 'refused', facts: { n: 3 } });
    for (const action of ['avatar.roleChanged', 'email.verified'] as const) await record(action, 'nobody any more');
    await record('session.refused', null);
    temporary.nowMs += 10 * DAY_MS;
    await record('session.started', ann.id, { facts: { n: 'new' } });
    const looked = await avatars().audit.prune(temporary.nowMs, null);
    assert.deepEqual(await left(), [
      'session.started new',
      'email.verified 2',
      'avatar.roleChanged 2',
      'avatar.roleChanged 1',
      'avatar.registered',
    ]);
    temporary.nowMs += DAY_MS;
    assert.ok(String(await avatars().audit.prune(temporary.nowMs, looked)) > String(looked));
    assert.equal((await left()).length, 4, 'a later call goes on where the one before has ended');
  });

  it('have hashes whose costs are counted, and which are renewed only while they are the same', async () => {
    const { profiles } = avatars();
    const phc = (memory: number, end: string) => `$argon2id$v=19$m=${memory},t=2,p=1$salt$${end}`;
    const before = (await profiles.passwordHashOf(ann.id)) ?? '';
    assert.equal(await profiles.renewHash(ann.id, { before: 'another', after: phc(64, 'x') }), false);
    assert.equal(await profiles.passwordHashOf(ann.id), before);
    assert.equal(await profiles.renewHash(ann.id, { before, after: phc(64, 'x') }), true);
    for (const [at, memory] of [64, 128].entries()) {
      const { avatar, ...rest } = registration(`bob-${at}`);
      await profiles.register({ ...rest, avatar, passwordHash: phc(memory, `${at}`) });
    }
    assert.deepEqual(
      [...(await profiles.hashForms())].toSorted(),
      [['$argon2id$v=19$m=128,t=2,p=1', 1] as const, ['$argon2id$v=19$m=64,t=2,p=1', 2] as const].toSorted(),
    );
  });

  it('are logged, newest first, by action, actor and subject', async () => {
    const { audit: log } = avatars();
    for (const actorId of ['x', 'y', 'x']) {
      await log.record(audit('reauthenticated', { actorId, subjectId: ann.id, facts: { n: 1 } }));
    }
    const page = await log.list({ actorId: 'x' }, null, 1);
    assert.deepEqual([page.items.length, page.items[0]?.facts], [1, { n: 1 }]);
    const rest = await log.list({ actorId: 'x' }, page.nextCursor, 1);
    assert.deepEqual([rest.items.length, rest.nextCursor], [1, null]);
    assert.ok((page.items[0]?.id ?? '') > (rest.items[0]?.id ?? ''));
    assert.equal((await log.list({ subjectId: ann.id, action: 'reauthenticated' }, null, 9)).items.length, 3);
  });

  it('do not include the service’s own secrets, which one process makes and all get', async () => {
    const { sealedSecrets } = temporary.storage;
    const made = await Promise.all(['one', 'two'].map((sealed) => sealedSecrets.create('pepper', sealed)));
    assert.equal(made[0], made[1]);
    assert.equal(await sealedSecrets.get('pepper'), made[0]);
    assert.equal(await sealedSecrets.reseal('pepper', 'other', 'three'), false);
    assert.equal(await sealedSecrets.reseal('pepper', made[0] ?? '', 'three'), true);
    assert.deepEqual(await sealedSecrets.list(), [{ name: 'pepper', sealed: 'three' }]);
  });
});
