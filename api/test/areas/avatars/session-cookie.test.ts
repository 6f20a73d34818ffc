import { strict as assert } from 'node:assert';
import { apiForAll } from '../../support/api.ts';
import { ask, PASSWORD, type Reply, register, signIn } from '../../support/avatars.ts';

const ORIGIN = 'https://bridge.example';
const NAME = '__Host-causeway-session';
/** Paths of the operations that take the session of a cookie. */
const SIGN_IN = '/api/avatar/authenticate';
const REFRESH = '/api/avatar/refresh-token';
const SIGN_OUT = '/api/avatar/revoke-token';
const IN_COOKIE = { session: 'cookie' };

/** The value of the cookie that an answer sets; undefined when it sets none. */
const cookieOf = ({ headers }: Reply): string | undefined => /=([^;]*)/.exec(String(headers['set-cookie'] ?? ''))?.[1];

describe('a session in the cookie of a browser', () => {
  // Every origin may call the API by tokens; a proxy on this machine ends TLS.
  const api = apiForAll({ api: { trustProxy: ['loopback'], cors: { origins: ['*'] } } });
  const plain = apiForAll();
  let people = 0;
  const newName = (): string => {
    people += 1;
    return `ann-${people}`;
  };

  /** What a browser sends behind the proxy for a page of `origin`, with the cookie that it has. */
  const browser = (token?: string, origin: string | undefined = ORIGIN): Record<string, string> => ({
    host: 'bridge.example',
    'x-forwarded-proto': 'https',
    ...(origin !== undefined && { origin }),
    ...(token !== undefined && { cookie: `theme=dark; ${NAME}=${token}` }),
  });
  const post = (path: string, body: object, headers: Record<string, string>, token?: string) =>
    ask(api, path, body, { headers, token });
  const me = async (token: string): Promise<number> => (await ask(api, '/api/avatar/me', undefined, { token })).status;
  const refresh = (token?: string, more: Record<string, string> = {}) =>
    post(REFRESH, IN_COOKIE, { ...browser(token), ...more });

  /** Registers and signs in at a page of the service; the access token and the cookie's value. */
  async function signedIn(username = newName()) {
    await register(api, username);
    const reply = await post(SIGN_IN, { username, password: PASSWORD, ...IN_COOKIE }, browser());
    assert.equal(reply.status, 200, reply.body);
    return { username, reply, jwtToken: reply.result.jwtToken as string, token: cookieOf(reply) ?? assert.fail() };
  }

  it('is kept where no script, no other site and no other path of a subdomain reaches it', async () => {
    const { reply, jwtToken, token, username } = await signedIn();
    assert.equal(reply.result.refreshToken, null);
    assert.doesNotMatch(reply.body, new RegExp(token));
    const seconds = (Date.parse(reply.result.refreshTokenExpiresAt) - api.clock.nowMs) / 1_000;
    const expected = `${NAME}=${token}; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=${seconds}`;
    assert.equal(reply.headers['set-cookie'], expected);
    assert.equal(reply.headers['access-control-allow-credentials'], undefined);
    assert.equal(await me(jwtToken), 200);
    const other = await post(SIGN_IN, { username, password: PASSWORD }, browser());
    assert.equal(other.headers['set-cookie'], undefined, 'who does not ask for a cookie gets none');
    assert.equal(typeof other.result.refreshToken, 'string');
  });

  it('on loopback has no https, and a name of its own for each port', async () => {
    const username = newName();
    await register(plain, username);
    const body = { username, password: PASSWORD, ...IN_COOKIE };
    const at = (host: string, path: string, payload: object, cookie = '') =>
      ask(plain, path, payload, { headers: { host, origin: `http://${host}`, cookie } });
    for (const [host, name] of [
      ['127.0.0.1:3000', 'causeway-session-3000'],
      ['localhost', 'causeway-session-80'],
      ['[::1]:3001', 'causeway-session-3001'],
    ] as const) {
      const reply = await at(host, SIGN_IN, body);
      const [first] = String(reply.headers['set-cookie']).split('; Max-Age');
      assert.equal(first, `${name}=${cookieOf(reply)}; Path=/api/avatar; HttpOnly; SameSite=Strict`);
      assert.equal((await at(host, REFRESH, IN_COOKIE, `${name}=${cookieOf(reply)}`)).status, 200);
    }
    const remote = await at('192.168.1.2:3000', SIGN_IN, body);
    assert.deepEqual([remote.status, remote.code], [403, 'ORIGIN_NOT_OWN'], 'plain http to another machine');
  });

  it('is renewed by its cookie alone, for two tabs at once as for one', async () => {
    const { token, jwtToken } = await signedIn();
    const [one, two] = await Promise.all([refresh(token), refresh(token)]);
    assert.deepEqual([one.status, two.status], [200, 200]);
    const next = cookieOf(one) ?? assert.fail();
    assert.notEqual(next, token);
    assert.equal(cookieOf(two), next);
    assert.equal(one.result.refreshToken, null);
    assert.deepEqual([await me(jwtToken), await me(one.result.jwtToken)], [200, 200]);
    assert.equal((await refresh(next)).status, 200);
  });

  it('ends when a stolen cookie is used a second time', async () => {
    const mine = await signedIn();
    const next = cookieOf(await refresh(mine.token)) ?? assert.fail();
    const stolen = await refresh(mine.token, { 'user-agent': 'thief' });
    assert.deepEqual([stolen.status, stolen.code, cookieOf(stolen)], [401, 'REFRESH_TOKEN_REFUSED', undefined]);
    assert.equal((await refresh(next)).status, 401);
    assert.equal(await me(mine.jwtToken), 401);

    const late = await signedIn();
    await refresh(late.token);
    api.clock.nowMs += 10_001;
    assert.equal((await refresh(late.token)).status, 401);
  });

  it('is begun, renewed and ended by pages of the service’s own origin alone', async () => {
    const { username, token, jwtToken } = await signedIn();
    const origins = [
      ...['https://evil.example', 'https://app.bridge.example', 'https://bridge.example:8443', 'http://bridge.example'],
      ...['null', '', 'https://bridge.example, https://evil.example'],
    ];
    const requests: readonly (readonly [string, object])[] = [
      [SIGN_IN, { username, password: PASSWORD, ...IN_COOKIE }],
      [REFRESH, IN_COOKIE],
      [SIGN_OUT, IN_COOKIE],
    ];
    for (const [path, body] of requests) {
      for (const origin of origins) {
        const { status, code, headers } = await post(path, body, browser(token, origin), jwtToken);
        assert.deepEqual(
          [status, code, headers['set-cookie']],
          [403, 'ORIGIN_NOT_OWN', undefined],
          `${path} ${origin}`,
        );
      }
      const { origin: _, ...without } = browser(token);
      assert.equal((await post(path, body, without)).code, 'ORIGIN_NOT_OWN', `${path} without Origin`);
    }
    const preflight = await api.app.inject({
      method: 'OPTIONS',
      url: REFRESH,
      headers: { ...browser(token, 'https://evil.example'), 'access-control-request-method': 'POST' },
    });
    assert.equal(preflight.headers['access-control-allow-credentials'], undefined);
    const form = await api.app.inject({
      method: 'POST',
      url: REFRESH,
      headers: { ...browser(token), 'content-type': 'text/plain' },
      payload: JSON.stringify(IN_COOKIE),
    });
    assert.equal(form.statusCode, 415, 'what a form can send');
    assert.equal((await refresh(token)).status, 200, 'none of them used the cookie');
  });

  it('believes only trusted proxies about its own origin', async () => {
    const username = newName();
    await register(plain, username);
    const body = { username, password: PASSWORD, ...IN_COOKIE };
    const forged = { host: '127.0.0.1:3000', 'x-forwarded-host': 'evil.example', origin: 'http://evil.example' };
    const reply = await ask(plain, SIGN_IN, body, { headers: forged });
    assert.deepEqual([reply.status, reply.code], [403, 'ORIGIN_NOT_OWN']);
    const renamed = { ...browser(), host: '10.0.0.7:3000', 'x-forwarded-host': 'bridge.example' };
    const { token } = await signedIn();
    assert.equal((await post(REFRESH, IN_COOKIE, { ...browser(token), ...renamed })).status, 200);
  });

  it('is nobody’s whose cookie another site has put there', async () => {
    const mine = await signedIn();
    const attacker = await signedIn();
    // A subdomain cannot set a name with the prefix; it can set others, and on loopback a second one.
    for (const cookie of [
      `causeway-session=${attacker.token}`,
      `causeway-session-443=${attacker.token}`,
      `x${NAME}=${attacker.token}`,
      `${NAME}=${attacker.token}; ${NAME}=${mine.token}`,
      `${NAME}="${attacker.token}"`,
      `${NAME}=`,
    ]) {
      const reply = await refresh(undefined, { cookie });
      assert.deepEqual([reply.status, reply.code], [401, 'REFRESH_TOKEN_REFUSED'], cookie);
    }
    assert.equal((await refresh(mine.token)).status, 200);
  });

  it('signs in nowhere else, and a refresh token of the body stays as it was', async () => {
    const { username, token } = await signedIn();
    const own = await ask(api, '/api/avatar/me', undefined, { headers: browser(token) });
    assert.equal(own.status, 401);
    const both = { refreshToken: token, ...IN_COOKIE };
    for (const path of [REFRESH, SIGN_OUT]) {
      assert.equal((await post(path, both, browser(token))).code, 'MALFORMED_REQUEST', path);
    }
    assert.equal((await post(REFRESH, {}, browser(token))).code, 'MALFORMED_REQUEST');
    const { refreshToken } = await signIn(api, username);
    const renewed = await post(REFRESH, { refreshToken }, { cookie: `${NAME}=${token}` });
    assert.deepEqual([renewed.status, renewed.headers['set-cookie']], [200, undefined]);
    assert.notEqual(renewed.result.refreshToken, refreshToken);
    assert.equal((await refresh(token)).status, 200);
  });

  it('ends with a sign-out, which deletes the cookie and ends the caller’s own session too', async () => {
    const mine = await signedIn();
    const tab = await signedIn();
    const out = await post(SIGN_OUT, IN_COOKIE, browser(tab.token), mine.jwtToken);
    assert.equal(out.status, 200, out.body);
    const gone = `${NAME}=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0`;
    assert.equal(out.headers['set-cookie'], gone);
    assert.deepEqual([await me(mine.jwtToken), await me(tab.jwtToken)], [401, 401]);
    assert.equal((await refresh(tab.token)).status, 401);
    assert.equal((await post(SIGN_OUT, IN_COOKIE, browser())).headers['set-cookie'], gone, 'also without a session');
  });

  it('is given again to nobody by an Idempotency-Key', async () => {
    const { token } = await signedIn();
    const key = { 'idempotency-key': '0b8f3d0e-6f0e-4d39-9a53-0f6b5a3c1d77' };
    const first = await refresh(token, key);
    assert.equal(first.status, 200);
    const without = await refresh(undefined, key);
    assert.deepEqual([without.status, without.headers['idempotency-replayed']], [401, undefined]);
    assert.equal(cookieOf(await refresh(token, key)), cookieOf(first), 'the grace of a refresh is for the cookie');
  });
});
