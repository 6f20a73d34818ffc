import { strict as assert } from 'node:assert';
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { avatars } from '../../../src/areas/avatars/index.ts';
import { hashOf } from '../../../src/areas/avatars/secrets.ts';
import { apiForAll, testApi } from '../../support/api.ts';
import { ask, PASSWORD, register, signedUp, signIn } from '../../support/avatars.ts';
import { onEngines } from '../../support/engines.ts';

onEngines('avatars', (database) => {
  const api = apiForAll({ database });
  let made = 0;
  const newName = (): string => {
    made += 1;
    return `ann-${made}`;
  };

  const me = (token: string) => ask(api, '/api/avatar/me', undefined, { token });
  const refresh = (refreshToken: string, more: object = {}) =>
    ask(api, '/api/avatar/refresh-token', { refreshToken }, more);

  it('register, sign in and read their own profile, and no answer has the password', async () => {
    const username = newName();
    const made = await register(api, username, { email: 'Ann@Example.org', firstName: 'Ann', metadata: { a: [1] } });
    assert.deepEqual(
      [made.username, made.avatarType, made.email, made.isEmailVerified, made.metadata, made.apiKey, made.isAdmin],
      [username, 'User', 'Ann@Example.org', false, { a: [1] }, null, false],
    );
    const reply = await ask(api, '/api/avatar/authenticate', { Username: username.toUpperCase(), Password: PASSWORD });
    assert.equal(reply.status, 200, reply.body);
    assert.equal(reply.headers['cache-control'], 'private, no-store');
    const own = await me(reply.result.jwtToken);
    assert.deepEqual([own.status, own.result.id, own.result.firstName], [200, made.id, 'Ann']);
    for (const { body } of [reply, own]) assert.doesNotMatch(body, new RegExp(PASSWORD));
  });

  it('have access tokens that end with their session, and hashes that are renewed when they sign in', async () => {
    const username = newName();
    const { id } = await register(api, username);
    const before = await api.storage.avatars.profiles.passwordHashOf(id);
    const avatars = { sessionSeconds: 60, accessSeconds: 3_600, argon2: { memoryKiB: 64, passes: 2 } };
    const later = await testApi({ databasePath: api.databasePath, api: { avatars } });
    try {
      const { jwtToken, jwtTokenExpiresAt } = await signIn(later, username);
      assert.equal(Date.parse(jwtTokenExpiresAt), later.clock.nowMs + 60_000);
      const status = async () => (await ask(later, '/api/avatar/me', undefined, { token: jwtToken })).status;
      later.clock.nowMs += 59_999;
      assert.equal(await status(), 200);
      later.clock.nowMs += 1;
      assert.equal(await status(), 401);
      const after = await api.storage.avatars.profiles.passwordHashOf(id);
      assert.match(before ?? '', /t=1,/);
      assert.match(after ?? '', /t=2,/);
      await signIn(later, username);
      assert.equal(await api.storage.avatars.profiles.passwordHashOf(id), after, 'a hash of the configured cost stays');
    } finally {
      await later.close();
    }
    await signIn(api, username);
    assert.match((await api.storage.avatars.profiles.passwordHashOf(id)) ?? '', /t=2,/, 'no hash gets cheaper');
  });

  it('have a username of their own in any case, without @, and a password of 8 characters', async () => {
    const username = newName();
    await register(api, username);
    const refused = async (body: object): Promise<readonly unknown[]> => {
      const { status, code } = await ask(api, '/api/avatar/register', body);
      return [status, code];
    };
    const taken = { username: username.toUpperCase(), password: PASSWORD };
    assert.deepEqual(await refused(taken), [409, 'USERNAME_TAKEN']);
    assert.deepEqual(await refused({ username: newName() }), [422, 'PASSWORD_REQUIRED']);
    assert.deepEqual(await refused({ username: 'a@b.org', password: PASSWORD }), [400, 'MALFORMED_REQUEST']);
    assert.deepEqual(await refused({ username: newName(), password: '1234567' }), [400, 'MALFORMED_REQUEST']);
    for (const avatarType of ['Wizard', 'System']) {
      assert.deepEqual(await refused({ username: newName(), password: PASSWORD, avatarType }), [403, 'FORBIDDEN']);
    }
  });

  it('sign in with their password in any Unicode form', async () => {
    const username = newName();
    await register(api, username, { password: 'Zürich-Genève'.normalize('NFD') });
    await signIn(api, username, 'Zürich-Genève'.normalize('NFC'));
    await signIn(api, username, 'Zürich-Genève'.normalize('NFD'));
  });

  it('get the same answer for an unknown name and for a wrong password', async () => {
    const username = newName();
    await register(api, username);
    const replies = await Promise.all(
      [
        { username, password: 'wrong password' },
        { username: 'nobody-at-all', password: 'wrong password' },
        { email: 'nobody@example.org', password: 'wrong password' },
      ].map((body) => ask(api, '/api/avatar/authenticate', body)),
    );
    const shown = replies.map(({ body }) => body.replace(/"traceId":"\w+"/, ''));
    assert.deepEqual(new Set(shown).size, 1, shown.join('\n'));
    assert.deepEqual([replies[0]?.status, replies[0]?.code], [401, 'CREDENTIALS_REFUSED']);
  });

  it('have access tokens that anyone checks with the published keys, until they expire', async () => {
    const { jwtToken, id } = await signedUp(api, newName());
    const published = await ask(api, '/.well-known/jwks.json');
    const keys = JSON.parse(published.body);
    assert.equal(keys.keys[0].d, undefined, 'the private part is not published');
    assert.match(String(published.headers['cache-control']), /^public, max-age=\d+$/);
    const currentDate = new Date(api.clock.nowMs);
    const options = { issuer: 'causeway', audience: 'causeway', algorithms: ['EdDSA'], currentDate };
    const { payload } = await jwtVerify(jwtToken, createLocalJWKSet(keys), options);
    assert.deepEqual([payload.sub, payload.exp], [id, api.clock.nowMs / 1_000 + 900]);
    assert.doesNotMatch(String(payload.scope), /admin/);
    api.clock.nowMs += 899_000;
    assert.equal((await me(jwtToken)).status, 200);
    api.clock.nowMs += 1_000;
    assert.deepEqual([(await me(jwtToken)).status, (await me(jwtToken)).code], [401, 'UNAUTHENTICATED']);
  });

  it('are not signed in by a changed token, one without signature, or one of another key', async () => {
    const { jwtToken } = await signedUp(api, newName());
    const [header = '', claims = '', signature = ''] = jwtToken.split('.');
    const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const content = JSON.parse(Buffer.from(claims, 'base64url').toString());
    const forged = [
      `${header}.${encode({ ...content, scope: 'admin' })}.${signature}`,
      `${encode({ alg: 'none', typ: 'at+jwt' })}.${claims}.`,
      `${encode({ ...JSON.parse(Buffer.from(header, 'base64url').toString()), kid: 'other' })}.${claims}.${signature}`,
      `${header}.${claims}`,
      'cwk_unknown',
    ];
    for (const token of forged) assert.equal((await me(token)).status, 401, token);
  });

  it('are not signed in by a token whose header says how it is to be believed', async () => {
    const { jwtToken } = await signedUp(api, newName());
    const [head = '', claims = '', signature = ''] = jwtToken.split('.');
    const header = JSON.parse(Buffer.from(head, 'base64url').toString());
    const [key] = JSON.parse((await ask(api, '/.well-known/jwks.json')).body).keys;
    const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const changed = (more: object): string => `${encode({ ...header, ...more })}.${claims}.${signature}`;
    /** Signed by a secret that is public: the service's own key, taken for the secret of HMAC. */
    const symmetric = (secret: string | Buffer): string => {
      const text = `${encode({ ...header, alg: 'HS256' })}.${claims}`;
      return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
    };
    const own = generateKeyPairSync('ed25519');
    const bringsItsKey = `${encode({ ...header, kid: 'own', jwk: own.publicKey.export({ format: 'jwk' }) })}.${claims}`;
    const forged = {
      none: `${encode({ ...header, alg: 'none' })}.${claims}.`,
      'None with a signature': changed({ alg: 'None' }),
      'HMAC of the bytes': symmetric(Buffer.from(key.x, 'base64url')),
      'HMAC of the JWK': symmetric(JSON.stringify(key)),
      'a key of its own': `${bringsItsKey}.${sign(null, Buffer.from(bringsItsKey), own.privateKey).toString('base64url')}`,
      'a critical member': changed({ crit: ['x'], x: 1 }),
      'no type': changed({ typ: undefined }),
    };
    for (const [what, token] of Object.entries(forged)) assert.equal((await me(token)).status, 401, what);
    assert.equal((await me(jwtToken)).status, 200);
  });

  describe('refresh tokens', () => {
    it('rotate; the same client gets the same answer for 10 seconds, then the session ends', async () => {
      const first = await signedUp(api, newName());
      const second = (await refresh(first.refreshToken)).result;
      assert.notEqual(second.refreshToken, first.refreshToken);
      api.clock.nowMs += 10_000;
      const again = (await refresh(first.refreshToken)).result;
      assert.deepEqual([again.refreshToken, again.jwtToken], [second.refreshToken, second.jwtToken]);
      api.clock.nowMs += 1;
      const late = await refresh(first.refreshToken);
      assert.deepEqual([late.status, late.code], [401, 'REFRESH_TOKEN_REFUSED']);
      assert.equal((await refresh(second.refreshToken)).status, 401, 'the whole family has ended');
      assert.equal((await me(second.jwtToken)).status, 401, 'and its access tokens with it');
    });

    it('used a second time by another client end the session at once', async () => {
      const first = await signedUp(api, newName());
      const second = (await refresh(first.refreshToken)).result;
      assert.equal((await refresh(first.refreshToken, { headers: { 'user-agent': 'thief' } })).status, 401);
      assert.equal((await me(second.jwtToken)).status, 401);
    });

    it('end after 30 days without use, and a session after 90 days', async () => {
      const day = 86_400_000;
      const { refreshToken } = await signedUp(api, newName());
      const endsAt = new Date(api.clock.nowMs + 90 * day).toISOString();
      const idle = await signIn(api, `ann-${made}`);
      let newest = refreshToken;
      let newestEndsAt = '';
      for (let at = 0; at < 3; at += 1) {
        api.clock.nowMs += 29 * day;
        const { result } = await refresh(newest);
        [newest, newestEndsAt] = [result.refreshToken, result.refreshTokenExpiresAt];
      }
      assert.equal(newestEndsAt, endsAt, 'no token outlasts its session');
      assert.equal((await refresh(idle.refreshToken)).status, 401);
      api.clock.nowMs += 3 * day;
      assert.equal((await refresh(newest)).status, 401);
    });

    it('end with a session that is shorter than their own time', async () => {
      const short = await testApi({ api: { avatars: { sessionSeconds: 60 } } });
      const { refreshTokenExpiresAt } = await signedUp(short, 'ann');
      assert.equal(refreshTokenExpiresAt, new Date(short.clock.nowMs + 60_000).toISOString());
      await short.close();
    });

    it('are revoked with their session, by token or by the session itself', async () => {
      const username = newName();
      const one = await signedUp(api, username);
      const two = await signIn(api, username);
      assert.equal((await ask(api, '/api/avatar/revoke-token', { refreshToken: one.refreshToken })).status, 200);
      assert.deepEqual([(await me(one.jwtToken)).status, (await refresh(one.refreshToken)).status], [401, 401]);
      assert.equal((await me(two.jwtToken)).status, 200, 'other sessions go on');
      assert.equal((await ask(api, '/api/avatar/revoke-token', {}, { token: two.jwtToken })).status, 200);
      assert.equal((await me(two.jwtToken)).status, 401);
      assert.equal((await ask(api, '/api/avatar/revoke-token', { refreshToken: 'unknown' })).status, 200);
    });
  });

  it('lose what has expired, and nothing else, when the service prunes', async () => {
    const username = newName();
    const old = await signedUp(api, username);
    api.clock.nowMs += 90 * 86_400_000 + 1;
    const live = await signIn(api, username);
    await api.areas.use(avatars).prune();
    const { sessions } = api.storage.avatars;
    const sessionOf = async ({ refreshToken }: { refreshToken: string }) => sessions.byToken(hashOf(refreshToken));
    assert.deepEqual([await sessionOf(old), (await sessionOf(live))?.avatarId], [undefined, live.id]);
    assert.equal((await me(live.jwtToken)).status, 200);
  });

  it('change their profile by its version', async () => {
    const { jwtToken: token, id } = await signedUp(api, newName());
    const put = (payload: object, etag: string) =>
      ask(api, 'PUT /api/avatar/me', payload, { token, headers: { 'if-match': etag } });
    assert.equal((await put({ firstName: 'Ann', title: null }, '"1"')).headers.etag, '"2"');
    assert.deepEqual([(await put({ firstName: 'Bo' }, '"1"')).code], ['VERSION_MISMATCH']);
    const seen = await ask(api, `/api/avatar/${id}`);
    assert.deepEqual(
      [seen.result.username, seen.result.firstName, seen.result.metadata],
      [`ann-${made}`, undefined, null],
    );
    assert.equal((await ask(api, `/api/avatar/${id}`, undefined, { token })).result.firstName, 'Ann');
    const unknown = await ask(api, '/api/avatar/0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70');
    assert.deepEqual([unknown.status, unknown.code], [404, 'AVATAR_NOT_FOUND']);
  });
});
