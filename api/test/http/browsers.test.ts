import { strict as assert } from 'node:assert';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { apiSection } from '../../src/config.ts';
import { ALICE, apiForAll, as, fund, postOrder, testApi } from '../support/api.ts';

const APP = 'https://app.example';

describe('the API for pages of other origins', () => {
  const api = apiForAll({ api: { cors: { origins: [APP, 'http://localhost:5173'], maxAgeSeconds: 60 } } });
  before(async () => {
    fund(api, 'ethereum', 100);
  });
  const preflight = (url: string, origin: string, method: string) =>
    api.app.inject({
      method: 'OPTIONS',
      url,
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,content-type,idempotency-key',
      },
    });

  it('answers a preflight request without a token', async () => {
    const { statusCode, headers } = await preflight('/api/v1/orders', APP, 'POST');
    assert.equal(statusCode, 204);
    assert.equal(headers['access-control-allow-origin'], APP);
    assert.match(String(headers['access-control-allow-methods']), /\bPOST\b.*\bDELETE\b/);
    assert.equal(headers['access-control-allow-headers'], 'authorization,content-type,idempotency-key');
    assert.equal(headers['access-control-max-age'], '60');
    assert.equal(headers['access-control-allow-credentials'], undefined);
  });

  it('lets the page read answers, failures and the headers that clients need', async () => {
    for (const headers of [{ origin: APP, ...as(ALICE) }, { origin: APP }]) {
      const answer = await api.app.inject({ url: '/api/v1/orders', headers });
      assert.equal(answer.headers['access-control-allow-origin'], APP, String(answer.statusCode));
      const exposed = String(answer.headers['access-control-expose-headers']).split(', ');
      for (const name of ['ETag', 'Location', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'Idempotency-Replayed'])
        assert.ok(exposed.includes(name), name);
    }
  });

  it('lets the page read an event stream', async () => {
    await api.app.listen({ host: '127.0.0.1', port: 0 });
    const { orderId } = (await postOrder(api, ALICE, { from: 'ETH', to: 'polygon', amount: '1' })).json();
    const { port } = api.app.server.address() as AddressInfo;
    const controller = new AbortController();
    const url = `http://127.0.0.1:${port}/api/v1/orders/${orderId}/events`;
    const { headers } = await fetch(url, { headers: { origin: APP }, signal: controller.signal });
    controller.abort();
    assert.equal(headers.get('access-control-allow-origin'), APP);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
  });

  it('varies by origin, also where an answer varies by caller', async () => {
    const { orderId } = (await postOrder(api, ALICE, { from: 'ETH', to: 'polygon', amount: '1' })).json();
    const answer = await api.app.inject({ url: `/api/v1/orders/${orderId}`, headers: { origin: APP } });
    assert.deepEqual(String(answer.headers.vary).toLowerCase().split(', ').sort(), ['authorization', 'origin']);
  });

  it('grants nothing to an origin that is not configured', async () => {
    const other = await preflight('/api/v1/orders', 'https://other.example', 'POST');
    assert.equal(other.headers['access-control-allow-origin'], undefined);
  });

  describe('of this machine, with `loopback`,', () => {
    const local = apiForAll({ api: { cors: { origins: ['loopback'], maxAgeSeconds: 60 } } });
    const allowed = async (origin: string) =>
      (await local.app.inject({ url: '/api/v1/networks', headers: { origin } })).headers['access-control-allow-origin'];

    it('allows pages of every port of it', async () => {
      for (const origin of [
        'http://localhost:5173',
        'http://localhost',
        'https://app.localhost:8443',
        'http://127.0.0.1:8377',
        'http://[::1]:3001',
      ]) {
        assert.equal(await allowed(origin), origin);
      }
    });

    it('allows no page of another machine, however it is called', async () => {
      for (const origin of [
        'http://localhost.example',
        'http://evil-localhost:80',
        'http://127.0.0.1.example',
        'http://128.0.0.1',
        'https://app.example',
        'file://localhost',
        'null',
      ]) {
        assert.equal(await allowed(origin), undefined, origin);
      }
    });
  });

  it('still answers 405 to OPTIONS that is no preflight request', async () => {
    const answer = await api.app.inject({ method: 'OPTIONS', url: '/api/v1/orders', headers: { origin: APP } });
    assert.deepEqual([answer.statusCode, answer.headers.allow], [405, 'GET, HEAD, POST']);
  });

  it('allows no origin by default, and takes nothing but origins', async () => {
    const closed = await testApi();
    const answer = await closed.app.inject({ url: '/api/v1/networks', headers: { origin: APP } });
    assert.equal(answer.headers['access-control-allow-origin'], undefined);
    const headers = { origin: APP, 'access-control-request-method': 'GET' };
    assert.equal((await closed.app.inject({ method: 'OPTIONS', url: '/api/v1/networks', headers })).statusCode, 405);
    await closed.close();
    for (const right of ['*', 'loopback'])
      assert.equal(apiSection.safeParse({ cors: { origins: [right] } }).success, true, right);
    for (const wrong of ['https://app.example/', 'app.example', 'https://*.example'])
      assert.equal(apiSection.safeParse({ cors: { origins: [wrong] } }).success, false, wrong);
  });

  describe('sends security headers with', () => {
    const HEADERS = {
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-resource-policy': 'same-origin',
    };
    for (const url of ['/api/v1/networks', '/api/v1/orders', '/nowhere', '/api/v1/orders/%zz'])
      it(url, async () => {
        const { headers } = await api.app.inject(url);
        for (const [name, value] of Object.entries(HEADERS)) assert.equal(headers[name], value, name);
        assert.equal(headers['strict-transport-security'], undefined);
      });

    it('answers over TLS, where browsers shall stay with TLS', async () => {
      const behindProxy = await testApi({ api: { trustProxy: ['loopback'] } });
      const { headers } = await behindProxy.app.inject({
        url: '/api/v1/networks',
        headers: { 'x-forwarded-proto': 'https' },
      });
      assert.match(String(headers['strict-transport-security']), /^max-age=\d{8};/);
      await behindProxy.close();
    });

    it('the documentation, whose pages load their own scripts, also over plain http', async () => {
      for (const url of ['/docs', '/docs/static/swagger-ui-bundle.js']) {
        const policy = String((await api.app.inject(url)).headers['content-security-policy']);
        assert.match(policy, /script-src 'self'/);
        assert.doesNotMatch(policy, /upgrade-insecure-requests|https:|unsafe-eval|validator/);
      }
    });
  });
});

describe('answers that are cached or compressed', () => {
  const api = apiForAll();
  let orderId: string;
  before(async () => {
    fund(api, 'ethereum', 100);
    ({ orderId } = (await postOrder(api, ALICE, { from: 'ETH', to: 'polygon', amount: '1' })).json());
  });
  const ask = (url: string, headers: Record<string, string> = {}) => api.app.inject({ url, headers });

  it('say how long: public facts some seconds, orders until they are revalidated, the rest not at all', async () => {
    const cached = async (url: string, headers = {}) => (await ask(url, headers)).headers['cache-control'];
    assert.equal(await cached('/api/v1/networks'), 'public, max-age=2');
    assert.equal(await cached('/api/v1/networks', as(ALICE)), 'private, max-age=2');
    assert.equal(await cached(`/api/v1/orders/${orderId}`), 'public, no-cache');
    assert.equal(await cached(`/api/v1/orders/${orderId}`, as(ALICE)), 'private, no-cache');
    assert.equal(await cached(`/api/v1/orders/${orderId}/check-balance`), 'private, no-store');
    assert.equal(await cached('/health'), 'private, no-store');
    assert.equal(await cached('/api/v1/exchange-rate?from=ETH&to=POL'), 'private, no-store', 'a failure');
  });

  it('are compressed from 1 KiB for clients that accept it, with the same content', async () => {
    const plain = await ask(`/api/v1/orders/${orderId}`);
    assert.equal(plain.headers['content-encoding'], undefined);
    const codecs = { br: brotliDecompressSync, gzip: gunzipSync };
    for (const [encoding, decode] of Object.entries(codecs)) {
      const answer = await ask(`/api/v1/orders/${orderId}`, { 'accept-encoding': encoding });
      assert.equal(answer.headers['content-encoding'], encoding);
      assert.equal(decode(answer.rawPayload).toString(), plain.body);
      assert.match(String(answer.headers.vary), /accept-encoding/);
    }
    assert.equal((await ask('/live', { 'accept-encoding': 'br' })).headers['content-encoding'], undefined);
  });

  it('have an ETag of their own where compressed, which both conditions accept', async () => {
    const plain = String((await ask(`/api/v1/orders/${orderId}`, as(ALICE))).headers.etag);
    const headers = { ...as(ALICE), 'accept-encoding': 'br' };
    const encoded = String((await ask(`/api/v1/orders/${orderId}`, headers)).headers.etag);
    assert.notEqual(encoded, plain);
    for (const tag of [plain, encoded, `W/${encoded}`]) {
      const again = await ask(`/api/v1/orders/${orderId}`, { ...headers, 'if-none-match': tag });
      assert.equal(again.statusCode, 304, tag);
    }
    const url = `/api/v1/orders/${orderId}/cancel`;
    const refused = await api.app.inject({ method: 'POST', url, headers: { ...as(ALICE), 'if-match': '"99.br"' } });
    assert.equal(refused.statusCode, 412);
    const changed = await api.app.inject({ method: 'POST', url, headers: { ...as(ALICE), 'if-match': encoded } });
    assert.notEqual(changed.statusCode, 412, changed.body);
  });
});
