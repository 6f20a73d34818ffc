import { strict as assert } from 'node:assert';
import { orderStorage } from '../../src/areas/orders/rules/order-storage.ts';
import { success, successTwice } from '../../src/http/schema/envelope.ts';
import { ALICE, ALICE_ID, apiForAll, as, BOB, fund, type Person, postOrder, testApi } from '../support/api.ts';

describe('every route', () => {
  const api = apiForAll();
  beforeEach(() => fund(api, 'ethereum', 1_000));

  const ORDER = { from: 'ETH', to: 'polygon', amount: '0.1' };
  const CANCEL = '/api/v1/orders/0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70/cancel';
  const raw = (payload: string | undefined, headers: Record<string, string>, url = '/api/v1/orders') =>
    api.app.inject({
      method: 'POST',
      url,
      headers: { ...as(ALICE), ...headers },
      ...(payload !== undefined && { payload }),
    });

  it('answers in its one media type, whatever is asked for', async () => {
    for (const accept of ['application/xml', 'text/html;q=0.9', '*/*;q=0']) {
      const answer = await api.app.inject({ url: '/api/v1/networks', headers: { accept } });
      assert.deepEqual([answer.statusCode, accept], [200, accept]);
      assert.match(String(answer.headers['content-type']), /^application\/json/);
    }
  });

  describe('errors', () => {
    it('are problem documents with the envelope’s members and a trace id', async () => {
      const answer = await api.app.inject({
        url: '/nowhere',
        headers: { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' },
      });
      assert.equal(answer.statusCode, 404);
      assert.match(String(answer.headers['content-type']), /^application\/problem\+json/);
      assert.deepEqual(answer.json(), {
        type: '/docs/errors/ROUTE_NOT_FOUND',
        title: 'No such route',
        status: 404,
        detail: 'no route GET /nowhere',
        isError: true,
        message: 'no route GET /nowhere',
        errorCode: 'ROUTE_NOT_FOUND',
        result: null,
        traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      });
      assert.match((await api.app.inject('/nowhere')).json().traceId, /^[\da-f]{32}$/);
    });

    it('have a page at the URL of their type', async () => {
      const page = await api.app.inject('/docs/errors/ORDER_NOT_FOUND');
      assert.equal(page.statusCode, 200);
      assert.match(page.body, /404/);
    });

    it('do not show internal details', async () => {
      const { get } = orderStorage(api.storage);
      Object.assign(orderStorage(api.storage), {
        get: () => Promise.reject(new Error('SQLITE_CORRUPT at /secret/path')),
      });
      const answer = await api.app.inject('/api/v1/orders/0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70');
      Object.assign(orderStorage(api.storage), { get });
      assert.deepEqual([answer.statusCode, answer.json().errorCode], [500, 'INTERNAL_ERROR']);
      assert.doesNotMatch(answer.body, /SQLITE|secret|stack|\bat /);
    });

    it('point to the member of a malformed body', async () => {
      const problem = (await postOrder(api, ALICE, { ...ORDER, expiresInMinutes: 'soon' })).json();
      assert.equal(problem.errors[0].pointer, '#/body/expiresInMinutes');
    });
  });

  describe('bodies', () => {
    it('must be JSON', async () => {
      for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded']) {
        const answer = await raw(JSON.stringify(ORDER), { 'content-type': type });
        assert.deepEqual([answer.statusCode, answer.json().errorCode], [415, 'UNSUPPORTED_MEDIA_TYPE'], type);
      }
      assert.equal(
        (await raw(JSON.stringify(ORDER), { 'content-type': 'application/json; charset=utf-8' })).statusCode,
        201,
      );
    });

    it('must parse, and cannot reach prototypes', async () => {
      for (const text of [
        '{',
        'nonsense',
        '{"__proto__":{"from":"ETH"},"to":"polygon","amount":1}',
        '{"constructor":{"prototype":{}}}',
      ]) {
        const answer = await raw(text, { 'content-type': 'application/json' });
        assert.deepEqual([answer.statusCode, answer.json().errorCode], [400, 'MALFORMED_REQUEST'], text);
      }
    });

    it('have no member at any depth that leads to a prototype, not even in free-form objects', async () => {
      const url = '/api/data/save-holon';
      const holon = (metadata: string) => `{"name":"n","holonType":"T","metadata":${metadata}}`;
      for (const [name, metadata] of [
        ['prototype', '{"a":[{"prototype":1}]}'],
        ['constructor', '{"constructor":"x"}'],
        ['constructor', '{"a":{"\\u0063onstructor":1}}'],
        ['__proto__', '[{"_\\u005fproto__":{}}]'],
      ] as const) {
        const answer = await raw(holon(metadata), { 'content-type': 'application/json' }, url);
        assert.deepEqual(
          [answer.statusCode, answer.json().message],
          [400, `body: no member can be named ${name}, not even in a free-form object`],
        );
      }
      const words = '{"a":"__proto__ and constructor","prototypes":"\\u00e4"}';
      assert.equal((await raw(holon(words), { 'content-type': 'application/json' }, url)).statusCode, 200);
    });

    it('may be empty with Content-Type: application/json', async () => {
      const created = (await postOrder(api, ALICE, { ...ORDER, fromAddress: `0x${'b0'.repeat(20)}` })).json();
      for (const payload of ['', undefined]) {
        const answer = await raw(
          payload,
          { 'content-type': 'application/json' },
          `/api/v1/orders/${created.orderId}/cancel`,
        );
        assert.ok([200, 409].includes(answer.statusCode), answer.body);
      }
      const empty = await raw('', { 'content-type': 'application/json' });
      assert.deepEqual([empty.statusCode, empty.json().errorCode], [400, 'MALFORMED_REQUEST']);
    });

    it('over 16 KiB are refused before they are parsed', async () => {
      const type = { 'content-type': 'application/json' };
      const keys = Object.fromEntries(Array.from({ length: 70_000 }, (_, n) => [`key${n}`, n]));
      for (const text of [JSON.stringify({ ...ORDER, ...keys }), `{"from":"ETH"${' '.repeat(16 * 1024)}}`]) {
        const answer = await raw(text, type);
        assert.deepEqual([answer.statusCode, answer.json().errorCode], [413, 'BODY_TOO_LARGE']);
      }
      const text = JSON.stringify(ORDER);
      assert.equal((await raw(text.padEnd(16 * 1024), type)).statusCode, 201);
    });

    it('nested deeper than 32 levels are refused before they are parsed', async () => {
      const type = { 'content-type': 'application/json' };
      const nested = (levels: number, amount: string) =>
        `{"from":"ETH","to":"polygon","amount":${amount},"x":${'['.repeat(levels)}${']'.repeat(levels)}}`;
      for (const text of [nested(5_000, '0.5'), nested(32, '"0.5"'), '{"a":'.repeat(2_000)]) {
        const answer = await raw(text, type);
        assert.deepEqual([answer.statusCode, answer.json().errorCode], [400, 'MALFORMED_REQUEST']);
        assert.match(answer.json().message, /nested deeper than 32 levels/);
      }
      assert.match((await raw(nested(31, '0.5'), type)).json().message, /x is unknown/);
    });

    it('in another charset, or compressed, are refused', async () => {
      for (const headers of [
        { 'content-type': 'application/json; charset=utf-16' },
        { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      ]) {
        const answer = await raw(JSON.stringify(ORDER), headers);
        assert.deepEqual([answer.statusCode, answer.json().errorCode], [415, 'UNSUPPORTED_MEDIA_TYPE']);
      }
    });

    it('may be absent: that is an empty object', async () => {
      const answer = await raw(undefined, {});
      assert.deepEqual(
        [answer.statusCode, answer.json().errors[0].message],
        [400, "must have required property 'amount'"],
      );
    });

    it('that are null, no object or no JSON are refused, also where a body may be absent', async () => {
      const { orderId } = (await postOrder(api, ALICE, ORDER)).json();
      for (const payload of ['null', '[]', '1', '"text"', '\f', '\u00a0']) {
        const answer = await api.app.inject({
          method: 'POST',
          url: `/api/v1/orders/${orderId}/cancel`,
          headers: { ...as(ALICE), 'content-type': 'application/json' },
          payload,
        });
        assert.deepEqual([answer.statusCode, answer.json().errorCode], [400, 'MALFORMED_REQUEST'], payload);
      }
    });

    it('with a misspelt member of an order are refused, naming the nearest one', async () => {
      const misspelt: Readonly<Record<string, string>> = {
        destinationAdress: 'destinationAddress',
        destination_address: 'destinationAddress',
        refundAdress: 'refundAddress',
        expiresInMinute: 'expiresInMinutes',
        fromAdress: 'fromAddress',
      };
      for (const [name, meant] of Object.entries(misspelt)) {
        const answer = await postOrder(api, ALICE, { ...ORDER, [name]: 'x' });
        assert.deepEqual([answer.statusCode, answer.json().errorCode], [400, 'MALFORMED_REQUEST'], name);
        assert.equal(answer.json().message, `body: ${name} is unknown; did you mean ${meant}?`);
      }
      const unlike = (await postOrder(api, ALICE, { ...ORDER, webhook: 'x' })).json().message;
      assert.match(unlike, /^body: webhook is unknown; known are from, to, amount/);
      assert.equal((await raw('{"reason":"x"}', { 'content-type': 'application/json' }, CANCEL)).statusCode, 400);
    });

    it('are refused with the values of an enumeration and the forms of a choice', async () => {
      const message = async (more: object): Promise<string> =>
        (await postOrder(api, ALICE, { ...ORDER, ...more })).json().message;
      assert.equal(await message({ mode: 'barter' }), 'body.mode: must be one of bridge, swap');
      assert.equal(await message({ amount: true }), 'body.amount: must be number or string');
      assert.equal(await message({ amount: '' }), 'body.amount: must NOT have fewer than 1 characters');
    });

    it('take enumerations in any case, or by their index', async () => {
      for (const mode of ['Bridge', 'BRIDGE', 0])
        assert.equal((await postOrder(api, ALICE, { ...ORDER, mode })).statusCode, 201);
      assert.equal((await postOrder(api, ALICE, { ...ORDER, Mode: 'Swap' })).json().errorCode, 'SWAP_NOT_AVAILABLE');
    });

    it('must not have a member in both forms', async () => {
      const answer = await postOrder(api, ALICE, { ...ORDER, From: 'POL' });
      assert.deepEqual([answer.statusCode, answer.json().errorCode], [400, 'MALFORMED_REQUEST']);
    });

    it('are not coerced: a boolean is not an amount', async () => {
      assert.equal((await postOrder(api, ALICE, { ...ORDER, amount: true })).statusCode, 400);
      assert.equal((await postOrder(api, ALICE, { ...ORDER, from: 5 })).statusCode, 400);
    });
  });

  describe('envelopes', () => {
    it('wrap a payload with a result member twice', () => {
      assert.deepEqual(success({ a: 1 }), { result: { a: 1 }, isError: false, message: 'OK' });
      const task = { taskId: 't', result: { value: 5 } };
      assert.deepEqual(successTwice(task).result.result, task);
    });
  });

  describe('queries', () => {
    const list = (query: string) => api.app.inject({ url: `/api/v1/orders?${query}`, headers: as(ALICE) });

    it('with an unknown parameter are refused everywhere', async () => {
      const answer = await list('statuss=completed');
      assert.deepEqual([answer.statusCode, answer.json().errorCode], [400, 'MALFORMED_REQUEST']);
      assert.equal(answer.json().message, 'query: statuss is unknown; did you mean status?');
      assert.match((await list('__proto__=x')).json().message, /^query: __proto__ is unknown; known are cursor/);
      const other = await api.app.inject('/api/v1/networks?sort=name');
      assert.deepEqual(
        [other.statusCode, other.json().message],
        [400, 'query: sort is unknown: nothing is taken here'],
      );
    });

    it('take PascalCase, and enumerations in any case', async () => {
      const answer = await list('Status=Completed&Limit=5');
      assert.deepEqual([answer.statusCode, answer.json().resultsCount], [200, 0]);
      assert.match((await list('status=done')).json().message, /^query\.status: must be one of created, locking/);
    });
  });

  describe('authentication', () => {
    it('is needed on routes that are not public, and a bad token is refused everywhere', async () => {
      for (const headers of [
        {},
        { authorization: 'Basic abc' },
        { authorization: 'Bearer' },
        as('wrong-token-of-somebody'),
      ]) {
        const answer = await api.app.inject({ method: 'POST', url: '/api/v1/orders', headers, payload: ORDER });
        assert.deepEqual([answer.statusCode, answer.json().errorCode], [401, 'UNAUTHENTICATED']);
        assert.match(String(answer.headers['www-authenticate']), /^Bearer/);
      }
      assert.equal(
        (await api.app.inject({ url: '/api/v1/networks', headers: as('wrong-token-of-somebody') })).statusCode,
        401,
      );
      assert.equal((await api.app.inject('/api/v1/networks')).statusCode, 200);
    });

    it('is refused before the body is read', async () => {
      const answer = await api.app.inject({
        method: 'POST',
        url: '/api/v1/orders',
        headers: { 'content-type': 'text/plain' },
        payload: 'x',
      });
      assert.equal(answer.statusCode, 401);
    });

    it('of a token without the scope answers 403 and names it', async () => {
      const reader = await testApi({ people: [{ name: 'bob', scopes: ['orders:read'] }] });
      const answer = await postOrder(reader, BOB, ORDER);
      assert.deepEqual(
        [answer.statusCode, answer.json().errorCode, answer.json().requiredScope],
        [403, 'FORBIDDEN', 'orders:write'],
      );
      assert.match(String(answer.headers['www-authenticate']), /insufficient_scope.*orders:write/);
      assert.equal((await reader.app.inject({ url: '/api/v1/orders', headers: as(BOB) })).statusCode, 200);
      await reader.close();
    });

    it('of an admin may read others’ orders, and cancels none', async () => {
      const people: readonly Person[] = [{ name: 'alice' }, { name: 'bob', scopes: ['admin'], isAdmin: true }];
      const admin = await testApi({ people });
      const body = { ...ORDER, destinationAddress: `0x${'e0'.repeat(20)}` };
      const { orderId } = (await postOrder(admin, ALICE, body)).json();
      const seen = await admin.app.inject({ url: `/api/v1/orders/${orderId}`, headers: as(BOB) });
      assert.equal(seen.json().result.avatarId, ALICE_ID);
      const cancelled = await admin.app.inject({
        method: 'POST',
        url: `/api/v1/orders/${orderId}/cancel`,
        headers: as(BOB),
      });
      assert.deepEqual([cancelled.statusCode, cancelled.json().errorCode], [403, 'FORBIDDEN']);
      await admin.close();
    });
  });

  describe('rate limits', () => {
    it('count per caller, show the remaining requests, and answer 429 with Retry-After', async () => {
      const limited = await testApi({ api: { rateLimits: { perMinute: 2 } } });
      const ask = (headers: Record<string, string> = {}, url = '/api/v1/networks') =>
        limited.app.inject({ url, headers });
      const first = await ask(as(ALICE));
      assert.equal(first.headers['ratelimit-policy'], '"default";q=2;w=60');
      assert.match(String(first.headers.ratelimit), /^"default";r=1;t=\d+$/);
      await ask(as(ALICE));
      const third = await ask(as(ALICE));
      assert.deepEqual([third.statusCode, third.json().errorCode], [429, 'RATE_LIMITED']);
      assert.match(String(third.headers.ratelimit), /r=0/);
      assert.equal(third.headers['retry-after'], '60');
      assert.equal((await ask(as(BOB))).statusCode, 200, 'another caller has a limit of its own');
      await limited.close();
    });

    it('let requests pass while their counter cannot be read', async () => {
      const limited = await testApi();
      Object.assign(limited.storage.rateLimits, { hit: () => Promise.reject(new Error('disk')) });
      assert.equal((await limited.app.inject('/api/v1/networks')).statusCode, 200);
      await limited.close();
    });

    it('count guessed tokens and unknown paths by address', async () => {
      const limited = await testApi({ api: { rateLimits: { perMinute: 2 } } });
      assert.equal(
        (await limited.app.inject({ url: '/api/v1/orders', headers: as('guess-number-1-guess') })).statusCode,
        401,
      );
      assert.equal((await limited.app.inject('/nowhere')).statusCode, 404);
      assert.equal(
        (await limited.app.inject({ url: '/api/v1/orders', headers: as('guess-number-2-guess') })).statusCode,
        429,
      );
      await limited.close();
    });
  });

  it('answers /health, and 503 when storage cannot be read', async () => {
    const { latest } = api.storage.events;
    assert.equal((await api.app.inject('/health')).json().result.status, 'healthy');
    Object.assign(api.storage.events, { latest: () => Promise.reject(new Error('disk')) });
    const answer = await api.app.inject('/health');
    Object.assign(api.storage.events, { latest });
    assert.deepEqual([answer.statusCode, answer.json().errorCode], [503, 'STORAGE_UNAVAILABLE']);
  });
});
