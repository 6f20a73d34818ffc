import { strict as assert } from 'node:assert';
import { columns } from '@causeway/storage/test-support/columns';
import { hash } from '@node-rs/argon2';
import { decodeJwt } from 'jose';
import { rotateSigningKeys } from '../../../src/areas/avatars/admin.ts';
import { createAvatarAuthenticator } from '../../../src/areas/avatars/authenticator.ts';
import { avatars } from '../../../src/areas/avatars/index.ts';
import { inspectAvatars } from '../../../src/areas/avatars/inspection.ts';
import { operatedArea } from '../../../src/operator.ts';
import { apiForAll, testConfig } from '../../support/api.ts';
import { ask, makeAdmin, PASSWORD, register, signedUp, signIn } from '../../support/avatars.ts';
import { onEngines } from '../../support/engines.ts';

const DAY_MS = 86_400_000;
const SESSION_MS = 60_000;

/** Cost of the hashes that the service makes, KiB; a test makes cheaper ones. */
const MEMORY_KIB = 128;

onEngines('what avatars have ends or is renewed', (database) => {
  const settings = {
    sessionSeconds: SESSION_MS / 1_000,
    accessSeconds: 3_600,
    argon2: { memoryKiB: MEMORY_KIB, passes: 1 },
  };
  const api = apiForAll({ database, api: { avatars: settings } });
  const config = () => ({ ...testConfig(), database: api.databasePath });
  const me = async (token: string) => (await ask(api, '/api/avatar/me', undefined, { token })).status;

  it('an access token with its session, however long tokens last', async () => {
    const started = api.clock.nowMs;
    const first = await signedUp(api, 'ann');
    const endsAt = new Date(started + SESSION_MS).toISOString();
    assert.deepEqual(
      [first.jwtTokenExpiresAt, decodeJwt(first.jwtToken).exp],
      [endsAt, (started + SESSION_MS) / 1_000],
    );
    api.clock.nowMs += SESSION_MS / 2;
    const { result: second } = await ask(api, '/api/avatar/refresh-token', { refreshToken: first.refreshToken });
    assert.equal(second.jwtTokenExpiresAt, endsAt, 'a renewal makes the session no longer');
    api.clock.nowMs = started + SESSION_MS - 1;
    assert.deepEqual([await me(first.jwtToken), await me(second.jwtToken)], [200, 200]);
    api.clock.nowMs += 1;
    assert.deepEqual([await me(first.jwtToken), await me(second.jwtToken)], [401, 401]);
  });

  it('a token of an earlier release, which lasts longer, with its session as well', async () => {
    const { jwtToken } = await signedUp(api, 'bob');
    const { sub = '', sid } = decodeJwt(jwtToken);
    const check = async () => ({ avatarId: sub, sessionId: String(sid), scopes: ['orders:read' as const] });
    const parts = { storage: api.storage, tokens: { check } as never, clock: api.clock };
    const { authenticate } = createAvatarAuthenticator(parts, { error: assert.fail });
    assert.equal((await authenticate(jwtToken))?.avatarId, sub);
    api.clock.nowMs += SESSION_MS;
    assert.equal(await authenticate(jwtToken), null);
  });

  it('a hash that costs less than new ones, at the sign-in with its password', async () => {
    const { id, jwtToken } = await signedUp(api, 'carl');
    const { profiles } = api.storage.avatars;
    const costOf = async () => /m=(\d+)/.exec((await profiles.passwordHashOf(id)) ?? '')?.[1];
    const before = (await profiles.passwordHashOf(id)) ?? '';
    const cheap = await hash(PASSWORD, { memoryCost: 64, timeCost: 1, parallelism: 1 });
    assert.equal(await profiles.renewHash(id, { before, after: cheap }), true);
    await ask(api, '/api/avatar/authenticate', { username: 'carl', password: 'wrong password' });
    assert.equal(await costOf(), '64', 'a wrong password renews nothing');
    await signIn(api, 'carl');
    assert.equal(await costOf(), String(MEMORY_KIB));
    assert.equal(await me(jwtToken), 200, 'sessions go on');
    const renewed = await profiles.passwordHashOf(id);
    await signIn(api, 'carl');
    assert.equal(await profiles.passwordHashOf(id), renewed, 'once');

    assert.equal(await profiles.renewHash(id, { before: renewed ?? '', after: cheap }), true);
    const change = { oldPassword: PASSWORD, newPassword: 'another password' };
    const { jwtToken: token } = await signIn(api, 'carl');
    assert.equal((await ask(api, '/api/avatar/change-password', change, { token })).status, 200);
    await signIn(api, 'carl', change.newPassword);
  });

  it('the security log after 400 days, but not what explains who is an admin', async () => {
    const root = await register(api, 'root');
    await makeAdmin(api, root.id);
    await signIn(api, 'root');
    const { audit } = api.storage.avatars;
    const actions = async () => columns((await audit.list({ subjectId: root.id }, null, 20)).items, 'action').flat();
    // An audit event of the helper of tests says nothing of the role.
    const entry = { action: 'avatar.roleChanged', outcome: 'allowed', actorId: null, subjectId: root.id } as const;
    const origin = { credential: null, address: 'local', userAgent: null, traceId: null };
    await audit.record({ ...entry, ...origin, facts: { isAdmin: true } });
    assert.equal((await actions()).length, 4);
    api.clock.nowMs += 400 * DAY_MS;
    await api.areas.use(avatars).prune();
    assert.equal((await actions()).length, 4, 'not a moment before');
    api.clock.nowMs += 1;
    await api.areas.use(avatars).prune();
    assert.deepEqual(await actions(), ['avatar.roleChanged', 'avatar.roleChanged']);
    const findings = await inspectAvatars(config());
    assert.deepEqual(
      findings.filter(({ avatarId }) => avatarId === root.id),
      [],
    );
  });

  it('signing keys that several commands revoke at once: one signs in the end', async () => {
    const made = await Promise.all(
      [1, 2, 3].map(() => rotateSigningKeys(operatedArea(avatars, config()), { delaySeconds: 0, revoke: true })),
    );
    const live = (await api.storage.avatars.signingKeys.list()).filter(({ revokedAtMs }) => revokedAtMs === null);
    assert.equal(live.length, 1);
    assert.ok(made.includes(live[0]?.id ?? ''));
  });
});
