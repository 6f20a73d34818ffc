import assert from 'node:assert/strict';
import { Causeway, CausewayError, type CausewayOptions, type TokenStore, type Tokens } from '../src/index.ts';
import { events, hangUp, json, problem, type Reply, startStub } from './support/stub.ts';

const QUICK = { backoffMs: 1, longestMs: 2_000 };

describe('client', () => {
  let stub: Awaited<ReturnType<typeof startStub>> | undefined;
  const connect = async (replies: readonly Reply[], options: Partial<CausewayOptions> = {}) => {
    stub = await startStub(...replies);
    return { client: new Causeway({ baseUrl: `${stub.url}/`, retry: QUICK, ...options }), received: stub.received };
  };
  afterEach(async () => {
    await stub?.stop();
    stub = undefined;
  });
  const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
    const all: T[] = [];
    for await (const item of items) all.push(item);
    return all;
  };

  it('unwraps the result, and names the caller', async () => {
    const { client, received } = await connect([json(200, { result: { orderId: '1' }, isError: false })], {
      apiKey: 'key',
    });
    assert.equal((await client.orders.get('a/b')).orderId, '1');
    assert.equal(received[0]?.path, '/api/v1/orders/a%2Fb');
    assert.equal(received[0]?.headers.authorization, 'Bearer key');
  });

  it('gives the password when the service asks for it again, and repeats the request once', async () => {
    const asked = problem(403, 'REAUTHENTICATION_REQUIRED');
    const { client, received } = await connect(
      [asked, json(200, { result: { done: true } }), json(201, { result: { keyId: '1' } }), asked, asked],
      { tokens: { accessToken: 'token' }, onReauthenticate: ({ code }) => (code === 'x' ? null : 'the password') },
    );
    const key = { name: 'k', scopes: [] };
    assert.equal((await client.avatars.createApiKey(key, 'me')).keyId, '1');
    assert.deepEqual(
      received.map(({ path }) => path),
      ['/api/avatar/me/api-keys', '/api/avatar/reauthenticate', '/api/avatar/me/api-keys'],
    );
    assert.deepEqual(received[1]?.body, { password: 'the password' });
    await assert.rejects(client.avatars.createApiKey(key, 'me'), { code: 'REAUTHENTICATION_REQUIRED' });
    assert.equal(received.length, 5, 'a password that does not help is not asked for twice');
  });

  it('does not ask an API key for a password', async () => {
    const { client, received } = await connect([problem(403, 'REAUTHENTICATION_REQUIRED')], {
      apiKey: 'key',
      onReauthenticate: () => assert.fail('nobody is asked'),
    });
    await assert.rejects(client.avatars.thaw({ avatarId: 'me' }), { code: 'REAUTHENTICATION_REQUIRED' });
    assert.equal(received.length, 1);
  });

  it('throws a refusal with its code, status, trace and members', async () => {
    const { client } = await connect([problem(422, 'AMOUNT_TOO_SMALL')]);
    await assert.rejects(client.orders.create({ from: 'ETH', to: 'solana', amount: '0' }), (error) => {
      assert(error instanceof CausewayError);
      const { code, status, traceId, message } = error;
      assert.deepEqual(
        [code, status, traceId, message],
        ['AMOUNT_TOO_SMALL', 422, 'trace', 'because of AMOUNT_TOO_SMALL'],
      );
      return true;
    });
  });

  it('sends nothing over plain http to another machine unless it is told to', async () => {
    const sent: string[] = [];
    const fetch = async ({ url }: Request) => {
      sent.push(new URL(url).origin);
      return Response.json({ result: [] });
    };
    const ask = (baseUrl: string, more: object = {}) => new Causeway({ baseUrl, fetch, ...more }).market.networks();
    const insecure = [
      'http://example.org',
      'http://10.0.0.1:3000/',
      'http://127.0.0.1.example.org',
      'http://localhost.example.org',
      'http://a.localhost',
      'http://127.0.0.1@example.org',
      'HTTP://[::2]',
    ];
    for (const url of insecure) {
      assert.throws(() => ask(url), { code: 'INSECURE_URL', status: 0, message: /: use https, or allow it/ }, url);
    }
    const safe = ['http://127.0.0.1:1', 'http://localhost', 'http://[::1]:3000', 'http://127.1', 'https://example.org'];
    for (const url of safe) await ask(url);
    assert.equal(sent.length, safe.length);
    await ask('http://example.org', { insecureHttp: true });
  });

  it('follows no redirection, which would repeat a password for whoever it names', async () => {
    const other = await startStub(json(200, { result: {} }));
    try {
      for (const status of [301, 307, 308]) {
        const redirect: Reply = (response) => void response.writeHead(status, { location: `${other.url}/x?y` }).end();
        const { client, received } = await connect([redirect], { apiKey: 'key' });
        const message = `${stub?.url} redirects to ${other.url}: give the URL of the service itself`;
        const login = client.avatars.login({ username: 'ann', password: 'a long password' });
        await assert.rejects(login, { code: 'REDIRECTED', status, message });
        assert.equal(received.length, 1);
        await stub?.stop();
      }
      assert.deepEqual(other.received, []);
    } finally {
      await other.stop();
    }
    const opaque = async () => ({ ok: false, status: 0, type: 'opaqueredirect', headers: new Headers() }) as Response;
    const page = new Causeway({ baseUrl: 'https://example.org', fetch: opaque });
    await assert.rejects(page.avatars.login({ username: 'ann', password: 'x' }), { code: 'REDIRECTED', status: 302 });
  });

  it('gives an answer that is not of the service a code of its own', async () => {
    const { client } = await connect([(response) => void response.writeHead(404).end('<html>')]);
    await assert.rejects(client.market.networks(), { code: 'HTTP_404' });
  });

  it('sends a creation again with the same key and body, after a lost connection, an overload and a request in flight', async () => {
    const { client, received } = await connect([
      hangUp,
      problem(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '0' }),
      problem(409, 'IDEMPOTENCY_IN_FLIGHT'),
      json(201, { orderId: '1' }),
    ]);
    assert.equal((await client.orders.create({ from: 'ETH', to: 'solana', amount: '1' })).orderId, '1');
    assert.equal(new Set(received.map(({ headers }) => headers['idempotency-key'])).size, 1);
    assert.match(String(received[0]?.headers['idempotency-key']), /^[0-9a-f]{32}$/);
    assert.deepEqual(
      received.map(({ body }) => body),
      Array(4).fill({ from: 'ETH', to: 'solana', amount: '1' }),
    );
  });

  it('takes another key for each creation, or the given one', async () => {
    const { client, received } = await connect([json(201, { orderId: '1' })]);
    const body = { from: 'ETH', to: 'solana', amount: '1' };
    await client.orders.create(body);
    await client.orders.create(body);
    await client.orders.create(body, 'mine');
    const keys = received.map(({ headers }) => headers['idempotency-key']);
    assert.equal(new Set(keys).size, 3);
    assert.equal(keys[2], 'mine');
  });

  it('does not repeat a refusal, and gives up after the attempts or a long Retry-After', async () => {
    const refused = await connect([problem(409, 'ORDER_NOT_CANCELLABLE')]);
    await assert.rejects(refused.client.orders.cancel('1'), { code: 'ORDER_NOT_CANCELLABLE' });
    assert.equal(refused.received.length, 1);
    await stub?.stop();
    const busy = await connect([problem(503, 'SERVICE_UNAVAILABLE')], { retry: { ...QUICK, attempts: 3 } });
    await assert.rejects(busy.client.market.networks(), { code: 'SERVICE_UNAVAILABLE' });
    assert.equal(busy.received.length, 3);
    await stub?.stop();
    const limited = await connect([problem(429, 'RATE_LIMITED', { 'retry-after': '60' })]);
    await assert.rejects(limited.client.market.networks(), { code: 'RATE_LIMITED' });
    assert.equal(limited.received.length, 1);
    await stub?.stop();
    const soon = await connect([problem(429, 'RATE_LIMITED', { 'retry-after': '0' }), json(200, { result: [] })]);
    assert.deepEqual(await soon.client.market.networks(), []);
    assert.equal(soon.received.length, 2);
  });

  it('says that a service does not answer by a code of its own', async () => {
    const { client } = await connect([hangUp]);
    await assert.rejects(client.market.networks(), (error) => {
      assert(error instanceof CausewayError);
      assert.deepEqual([error.code, error.status], ['UNREACHABLE', 0]);
      assert.equal(error.message, `${stub?.url} does not answer`);
      return true;
    });
  });

  it('says in a page of another origin that the service may not allow it', async () => {
    const { client } = await connect([hangUp, hangUp]);
    const messageAt = async (origin: string) => {
      Object.defineProperty(globalThis, 'location', { value: { origin }, configurable: true });
      try {
        return await client.market.networks().then(
          () => '',
          (error: Error) => error.message,
        );
      } finally {
        Reflect.deleteProperty(globalThis, 'location');
      }
    };
    assert.equal(
      await messageAt('https://app.example'),
      `${stub?.url} does not answer, or does not allow pages of https://app.example (the service’s setting cors.origins)`,
    );
    assert.equal(await messageAt(stub?.url ?? ''), `${stub?.url} does not answer`);
  });

  it('lists page after page', async () => {
    const { client, received } = await connect([
      json(200, { result: [{ orderId: '1' }, { orderId: '2' }], nextCursor: 'next' }),
      json(200, { result: [{ orderId: '3' }], nextCursor: null }),
    ]);
    const ids = (await collect(client.orders.list({ limit: 2 }))).map(({ orderId }) => orderId);
    assert.deepEqual(ids, ['1', '2', '3']);
    assert.deepEqual(
      received.map(({ path }) => path),
      ['/api/v1/orders?limit=2', '/api/v1/orders?limit=2&cursor=next'],
    );
  });

  describe('with tokens', () => {
    const signedIn = (number: number) => ({
      result: { jwtToken: `access${number}`, refreshToken: `refresh${number}` },
    });
    const tokens: Tokens = { accessToken: 'access0', refreshToken: 'refresh0' };
    /** Accepts only the token `access1`, and renews `refresh0` to it. */
    const service: Reply = (response, request) => {
      if (request.path === '/api/avatar/refresh-token') json(200, signedIn(1))(response, request);
      else if (request.headers.authorization === 'Bearer access1')
        json(200, { result: { id: 'me' } })(response, request);
      else problem(401, 'UNAUTHENTICATED')(response, request);
    };

    it('renews them once for all requests that find them expired, and tells the caller before going on', async () => {
      const told: (Tokens | null)[] = [];
      const { client, received } = await connect([service], { tokens, onTokens: (next) => void told.push(next) });
      const avatars = await Promise.all([client.avatars.me(), client.avatars.me(), client.avatars.me()]);
      assert.deepEqual(
        avatars.map(({ id }) => id),
        ['me', 'me', 'me'],
      );
      const renewals = received.filter(({ path }) => path === '/api/avatar/refresh-token');
      assert.deepEqual(
        renewals.map(({ body }) => body),
        [{ refreshToken: 'refresh0' }],
      );
      assert.equal(renewals[0]?.headers.authorization, undefined);
      assert.deepEqual(told, [{ accessToken: 'access1', refreshToken: 'refresh1' }]);
    });

    it('are forgotten when the renewal is refused, and kept when nobody answers it', async () => {
      const told: (Tokens | null)[] = [];
      const onTokens = (next: Tokens | null) => void told.push(next);
      const { client } = await connect([problem(401, 'UNAUTHENTICATED')], { tokens, onTokens });
      await assert.rejects(client.avatars.me(), { code: 'UNAUTHENTICATED' });
      assert.deepEqual(told, [null]);
      await stub?.stop();
      const away: Reply = (response, request) =>
        request.path === '/api/avatar/refresh-token'
          ? hangUp(response, request)
          : problem(401, 'UNAUTHENTICATED')(response, request);
      const second = await connect([away], { tokens, onTokens });
      await assert.rejects(second.client.avatars.me());
      assert.deepEqual(told, [null]);
    });

    it('are neither renewed nor sent again after a wrong password, which is a 401 too', async () => {
      const { client, received } = await connect([problem(401, 'CREDENTIALS_REFUSED')], { tokens });
      await assert.rejects(client.avatars.reauthenticate('wrong'), { code: 'CREDENTIALS_REFUSED' });
      assert.equal(received.length, 1);
    });

    it('name the avatar whose wallets are meant, which is asked for once; others are named by their id', async () => {
      const { client, received } = await connect([json(200, { result: { id: 'me' } })], { tokens });
      await client.wallets.get('one');
      await client.wallets.balance('two');
      await client.wallets.of('a/b').get('one');
      assert.deepEqual(
        received.map(({ path }) => path),
        [
          '/api/avatar/me',
          '/api/Wallet/avatar/me/wallets/one',
          '/api/Wallet/avatar/me/wallets/two/balance',
          '/api/Wallet/avatar/a%2Fb/wallets/one',
        ],
      );
    });

    it('in a store that clients share are renewed by one of them, and taken by the others', async () => {
      let stored: Tokens | null = tokens;
      let last: Promise<unknown> = Promise.resolve();
      const tokenStore: TokenStore = {
        update(change) {
          const turn = last.then(async () => {
            stored = await change(stored);
            return stored;
          });
          last = turn;
          return turn;
        },
      };
      const { client, received } = await connect([service], { tokens, tokenStore });
      const other = new Causeway({ baseUrl: stub?.url ?? '', tokens, tokenStore });
      await Promise.all([client.avatars.me(), other.avatars.me()]);
      assert.equal(received.filter(({ path }) => path === '/api/avatar/refresh-token').length, 1);
      assert.deepEqual(stored, { accessToken: 'access1', refreshToken: 'refresh1' });
      await client.avatars.logout();
      assert.equal(stored, null);
    });

    it('come from a sign-in and go with a sign-out', async () => {
      const told: (Tokens | null)[] = [];
      const { client, received } = await connect([json(200, signedIn(1))], {
        onTokens: (next) => void told.push(next),
      });
      await client.avatars.login({ username: 'ann', password: 'correct horse' });
      await client.avatars.logout();
      assert.deepEqual(received[1]?.body, { refreshToken: 'refresh1' });
      assert.equal(received[1]?.headers.authorization, 'Bearer access1');
      assert.deepEqual(told, [{ accessToken: 'access1', refreshToken: 'refresh1' }, null]);
    });

    describe('whose refresh token is in a cookie', () => {
      const inCookie = (number: number) => ({ result: { id: 'me', jwtToken: `access${number}`, refreshToken: null } });
      /** Accepts `access1` alone, and renews every session to it. */
      const pages: Reply = (response, request) => {
        if (request.path === '/api/avatar/authenticate') json(200, inCookie(0))(response, request);
        else if (request.path === '/api/avatar/refresh-token') json(200, inCookie(1))(response, request);
        else if (request.headers.authorization === 'Bearer access1')
          json(200, { result: { id: 'me' } })(response, request);
        else problem(401, 'UNAUTHENTICATED')(response, request);
      };
      const signIn = { username: 'ann', password: 'correct horse', session: 'cookie' } as const;

      it('are renewed and ended by the browser’s cookie, which goes to the service’s own origin alone', async () => {
        const told: (Tokens | null)[] = [];
        const modes = new Set<string>();
        const { client, received } = await connect([pages], {
          onTokens: (next) => void told.push(next),
          fetch: (request) => {
            modes.add(request.credentials);
            return fetch(request);
          },
        });
        const { refreshToken } = await client.avatars.login(signIn);
        assert.equal(refreshToken, null);
        await Promise.all([client.avatars.me(), client.avatars.me()]);
        await client.avatars.logout();
        const asked = received.filter(({ path }) => path !== '/api/avatar/me');
        assert.deepEqual(
          asked.map(({ path, body, headers }) => [path, body, headers.authorization]),
          [
            ['/api/avatar/authenticate', signIn, undefined],
            ['/api/avatar/refresh-token', { session: 'cookie' }, undefined],
            ['/api/avatar/revoke-token', { session: 'cookie' }, 'Bearer access1'],
          ],
        );
        const [first, second] = ['access0', 'access1'].map((accessToken) => ({ accessToken, inCookie: true }));
        assert.deepEqual(told, [first, second, null]);
        assert.deepEqual([...modes], ['same-origin']);
      });

      it('go on after the page was loaded anew, unless there is no session', async () => {
        const { client, received } = await connect([pages]);
        assert.equal((await client.avatars.resume())?.id, 'me');
        await client.wallets.get('one');
        assert.equal(received.at(-1)?.path, '/api/Wallet/avatar/me/wallets/one');
        await stub?.stop();
        const none = await connect([problem(401, 'REFRESH_TOKEN_REFUSED')]);
        assert.equal(await none.client.avatars.resume(), null);
        await stub?.stop();
        const elsewhere = await connect([problem(403, 'ORIGIN_NOT_OWN')]);
        await assert.rejects(elsewhere.client.avatars.resume(), { code: 'ORIGIN_NOT_OWN' });
      });

      it('let the browser forget the cookie of a session that has ended', async () => {
        const ended: Reply = (response, request) => {
          const { path, headers } = request;
          if (path === '/api/avatar/authenticate') json(200, inCookie(0))(response, request);
          else if (path === '/api/avatar/revoke-token' && headers.authorization === undefined)
            json(200, { result: { done: true } })(response, request);
          else problem(401, 'UNAUTHENTICATED')(response, request);
        };
        const { client, received } = await connect([ended]);
        await client.avatars.login(signIn);
        await client.avatars.logout();
        const { path, body } = received.at(-1) ?? assert.fail();
        assert.deepEqual([path, body], ['/api/avatar/revoke-token', { session: 'cookie' }]);
      });
    });
  });

  describe('streams', () => {
    const over: Reply = (response) => void response.writeHead(204).end();

    it('continue after the last event with an id until nothing more comes', async () => {
      const { client, received } = await connect([
        events(
          'id: 3\nevent: order.locked\ndata: {"status":"locked"}\n\nevent: order.confirmations\ndata: {"confirmations":2}\n\n',
        ),
        hangUp,
        events('id: 4\nevent: order.completed\ndata: {"status":"completed"}\n\n'),
        over,
      ]);
      const seen = await collect(client.orders.events('1', { reconnectMs: 1 }));
      assert.deepEqual(
        seen.map(({ id, type }) => [id, type]),
        [
          ['3', 'order.locked'],
          [undefined, 'order.confirmations'],
          ['4', 'order.completed'],
        ],
      );
      assert.deepEqual(
        received.map(({ headers }) => headers['last-event-id']),
        ['0', '3', '3', '4'],
      );
    });

    it('tell that the service begins them anew, and continue from there', async () => {
      const { client, received } = await connect([
        events('id: 9\nevent: order.locked\ndata: {}\n\n'),
        events('id: 0\nevent: reset\ndata: {"lastEventId":"9"}\n\nid: 3\nevent: order.created\ndata: {}\n\n'),
        over,
      ]);
      let resets = 0;
      const onReset = (): void => {
        resets += 1;
      };
      const seen = await collect(client.orders.events('1', { reconnectMs: 1, onReset }));
      assert.deepEqual(
        seen.map(({ id, type }) => [id, type]),
        [
          ['9', 'order.locked'],
          ['3', 'order.created'],
        ],
      );
      assert.equal(resets, 1);
      assert.deepEqual(
        received.map(({ headers }) => headers['last-event-id']),
        ['0', '9', '3'],
      );
    });

    it('wait for a service that goes away while they are open, but not for one that is away at first', async () => {
      const away = Array<Reply>(6).fill(problem(503, 'SERVICE_UNAVAILABLE'));
      const { client } = await connect([events('id: 1\ndata: {}\n\n'), ...away, hangUp, over]);
      assert.equal((await collect(client.orders.events('1', { reconnectMs: 1 }))).length, 1);
      await stub?.stop();
      const second = await connect([problem(503, 'SERVICE_UNAVAILABLE')]);
      await assert.rejects(collect(second.client.orders.events('1')), { code: 'SERVICE_UNAVAILABLE' });
    });

    it('end with the signal, and throw a refusal', async () => {
      const open: Reply = (response) =>
        void response.writeHead(200, { 'content-type': 'text/event-stream' }).write('id: 1\ndata: {}\n\n');
      const { client } = await connect([open]);
      const stop = new AbortController();
      for await (const { id } of client.orders.events('1', { signal: stop.signal, lastEventId: '0' })) {
        assert.equal(id, '1');
        stop.abort();
      }
      await stub?.stop();
      const refusing = await connect([problem(404, 'ORDER_NOT_FOUND')]);
      await assert.rejects(collect(refusing.client.orders.events('1')), { code: 'ORDER_NOT_FOUND' });
    });
  });
});
