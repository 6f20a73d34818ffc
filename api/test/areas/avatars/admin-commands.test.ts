import { strict as assert } from 'node:assert';
import { createAdmin, rotateSigningKeys } from '../../../src/areas/avatars/admin.ts';
import { avatars } from '../../../src/areas/avatars/index.ts';
import { operatedArea } from '../../../src/operator.ts';
import { apiForAll, testConfig } from '../../support/api.ts';
import { ask, register, signedUp, signIn } from '../../support/avatars.ts';
import { onEngines } from '../../support/engines.ts';

onEngines('commands of the operator', (database) => {
  const api = apiForAll({ database });
  let config: ReturnType<typeof testConfig>;
  let made = 0;
  before(async () => {
    config = { ...testConfig(), database: api.databasePath };
  });
  beforeEach(() => {
    made += 1;
  });

  it('make an admin while the API serves: with a given password, or one that is made and shown once', async () => {
    process.env.TEST_ADMIN_PASSWORD = 'the password of root';
    const given = await createAdmin(operatedArea(avatars, config), {
      username: `root-${made}`,
      password: { env: 'TEST_ADMIN_PASSWORD' },
    });
    assert.equal(given.password, null);
    const { jwtToken } = await signIn(api, `root-${made}`, 'the password of root');
    assert.equal((await ask(api, '/api/avatar/audit-log', undefined, { token: jwtToken })).status, 200);
    const [one, two] = [
      await createAdmin(operatedArea(avatars, config), { username: `one-${made}` }),
      await createAdmin(operatedArea(avatars, config), { username: `two-${made}` }),
    ];
    assert.notEqual(one.password, two.password);
    assert.ok((one.password ?? '').length >= 20);
    assert.equal((await signIn(api, `one-${made}`, one.password ?? '')).isAdmin, true);
  });

  it('do not take a name that is taken, a short password, or one that cannot be read', async () => {
    await register(api, `ann-${made}`);
    await assert.rejects(
      createAdmin(operatedArea(avatars, config), { username: `Ann-${made}` }),
      /another avatar is named/,
    );
    process.env.TEST_ADMIN_PASSWORD = 'short';
    const password = { env: 'TEST_ADMIN_PASSWORD' };
    await assert.rejects(
      createAdmin(operatedArea(avatars, config), { username: `root-${made}`, password }),
      /needs 8 characters/,
    );
    const missing = { env: 'TEST_NOT_SET' };
    await assert.rejects(
      createAdmin(operatedArea(avatars, config), { username: `root-${made}`, password: missing }),
      /TEST_NOT_SET/,
    );
  });

  it('rotate the keys of access tokens while the API serves: old tokens stay valid until they expire', async () => {
    const kid = (token: string): string =>
      JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
    const published = async (): Promise<readonly string[]> => {
      const { body } = await ask(api, '/.well-known/jwks.json');
      return JSON.parse(body).keys.map((key: { kid: string }) => key.kid);
    };
    const me = async (token: string) => (await ask(api, '/api/avatar/me', undefined, { token })).status;
    const before = await signedUp(api, `ann-${made}`);
    // The command uses the system's clock; the API's own is set to it.
    api.clock.nowMs = Date.now();
    const old = await signIn(api, `ann-${made}`);
    const id = await rotateSigningKeys(operatedArea(avatars, config), { delaySeconds: 300, revoke: false });
    api.clock.nowMs = Date.now() + 6_000;
    assert.ok((await published()).includes(id), 'the key is published before it signs');
    assert.equal(kid((await signIn(api, `ann-${made}`)).jwtToken), kid(before.jwtToken));
    api.clock.nowMs = Date.now() + 301_000;
    const fresh = await signIn(api, `ann-${made}`);
    assert.equal(kid(fresh.jwtToken), id);
    assert.equal(await me(old.jwtToken), 200);
    const last = await rotateSigningKeys(operatedArea(avatars, config), { delaySeconds: 300, revoke: true });
    api.clock.nowMs += 6_000;
    assert.deepEqual([await me(old.jwtToken), await me(fresh.jwtToken)], [401, 401]);
    assert.deepEqual(await published(), [last]);
    const { refreshToken } = fresh;
    assert.equal((await ask(api, '/api/avatar/refresh-token', { refreshToken })).status, 200, 'sessions go on');
  });
});
