import { strict as assert } from 'node:assert';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { ALICE, apiForAll, as, fund, postOrder } from '../support/api.ts';

describe('the edge of the API', () => {
  const api = apiForAll({ api: { requestTimeoutMs: 200 } });
  let port: number;
  before(async () => {
    fund(api, 'ethereum', 100);
    await api.app.listen({ host: '127.0.0.1', port: 0 });
    ({ port } = api.app.server.address() as AddressInfo);
  });

  /** The answer to these bytes, until the server closes the connection. */
  const exchange = (bytes: string): Promise<{ status: number; headers: string; body: string }> =>
    new Promise((resolve, reject) => {
      let text = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      socket.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      socket.on('error', reject).on('close', () => {
        const [headers = '', body = ''] = text.split('\r\n\r\n');
        resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(headers)?.[1]), headers: headers.toLowerCase(), body });
      });
    });
  const assertProblem = async (bytes: string, status: number, code: string): Promise<void> => {
    const answer = await exchange(bytes);
    assert.equal(answer.status, status, answer.headers);
    assert.match(answer.headers, /content-type: application\/problem\+json/);
    assert.match(answer.headers, /x-content-type-options: nosniff/);
    const problem = JSON.parse(answer.body);
    assert.deepEqual([problem.errorCode, problem.status, problem.isError], [code, status, true]);
    assert.match(problem.traceId, /^[\da-f]{32}$/);
  };
  const HEAD = 'Host: api.example\r\nConnection: close\r\n';

  describe('answers a problem document to', () => {
    it('a path that cannot be decoded', () =>
      assertProblem(`GET /api/v1/orders/%zz HTTP/1.1\r\n${HEAD}\r\n`, 400, 'MALFORMED_REQUEST'));
    it('bytes that are not HTTP', () => assertProblem('nonsense\r\n\r\n', 400, 'MALFORMED_REQUEST'));
    it('headers beyond 16 KiB', () =>
      assertProblem(`GET /health HTTP/1.1\r\n${HEAD}x: ${'y'.repeat(20_000)}\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'));
    it('a request without a host', () =>
      assertProblem('GET /health HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'MALFORMED_REQUEST'));
    it('a request with two hosts', () =>
      assertProblem(`GET /health HTTP/1.1\r\nHost: other.example\r\n${HEAD}\r\n`, 400, 'MALFORMED_REQUEST'));
    it('both a length and chunks', () =>
      assertProblem(
        `POST /api/v1/orders HTTP/1.1\r\n${HEAD}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
        400,
        'MALFORMED_REQUEST',
      ));
    it('a body that does not arrive in time', () =>
      assertProblem(
        `POST /api/v1/orders HTTP/1.1\r\n${HEAD}Authorization: Bearer ${ALICE}\r\n` +
          'Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{"from":',
        408,
        'REQUEST_TIMEOUT',
      ));
    it('headers that do not arrive in time', () =>
      assertProblem('GET /health HTTP/1.1\r\nHost: a', 408, 'REQUEST_TIMEOUT'));
  });

  it('keeps a stream open longer than the time limit of a request', async () => {
    const { orderId } = (await postOrder(api, ALICE, { from: 'ETH', to: 'polygon', amount: '1' })).json();
    const controller = new AbortController();
    const url = `http://127.0.0.1:${port}/api/v1/orders/${orderId}/events`;
    const response = await fetch(url, { signal: controller.signal });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    await exchange('GET /health HTTP/1.1\r\nHost: a');
    await api.storage.orders.update(orderId, { signatures: 1 });
    let text = '';
    while (!text.includes('"signatures":1')) text += new TextDecoder().decode((await reader.read()).value);
    controller.abort();
  });

  describe('answers 405 and names the methods', () => {
    const ID = '0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70';
    const wrong: readonly (readonly [string, string, string])[] = [
      ['TRACE', '/api/v1/networks', 'GET, HEAD'],
      ['TRACE', '/health', 'GET, HEAD'],
      ['OPTIONS', '/api/v1/orders', 'GET, HEAD, POST'],
      ['DELETE', '/api/v1/orders', 'GET, HEAD, POST'],
      ['PUT', `/api/v1/orders/${ID}`, 'GET, HEAD'],
      ['QUERY', `/api/v1/orders/${ID}`, 'GET, HEAD'],
      ['QUERY', `/api/v1/orders/${ID}/check-balance`, 'GET, HEAD'],
      ['GET', `/api/v1/orders/${ID}/cancel`, 'POST'],
      ['GET', `/API/V1/Bridge/Orders/${ID}/Cancel/`, 'POST'],
      ['PROPFIND', '/api/v1/bridge/networks', 'GET, HEAD'],
      // A route has this path with a parameter, GET /api/avatar/:id, which is not meant.
      ['GET', '/api/avatar/authenticate', 'POST'],
      ['OPTIONS', '/api/Avatar/Authenticate', 'POST'],
    ];
    for (const [method, path, allow] of wrong) {
      it(`to ${method} ${path}`, async () => {
        const answer = await exchange(`${method} ${path} HTTP/1.1\r\n${HEAD}Content-Length: 0\r\n\r\n`);
        assert.equal(answer.status, 405, answer.body);
        assert.equal(JSON.parse(answer.body).errorCode, 'METHOD_NOT_ALLOWED');
        assert.ok(answer.headers.split('\r\n').includes(`allow: ${allow.toLowerCase()}`), answer.headers);
      });
    }

    it('but 404 when the path has the method and still no route', async () => {
      const answer = await api.app.inject('/docs/static');
      assert.deepEqual([answer.statusCode, answer.json().errorCode], [404, 'ROUTE_NOT_FOUND']);
    });

    it('but 404 when no method has the path, without reading the body', async () => {
      for (const path of ['/nowhere', '/api/v1', '/api/v1/orders/x/y', '/api/v1/wallets']) {
        const answer = await api.app.inject({
          method: 'POST',
          url: path,
          headers: { 'content-type': 'text/plain' },
          payload: 'x',
        });
        assert.deepEqual([answer.statusCode, answer.json().errorCode], [404, 'ROUTE_NOT_FOUND'], path);
      }
    });
  });

  describe('allows no cache to keep', () => {
    const ask = (url: string, headers: Record<string, string> = {}) => api.app.inject({ url, headers });

    it('an answer to a caller, or a failure', async () => {
      const listed = await ask('/api/v1/orders', as(ALICE));
      assert.equal(listed.headers['cache-control'], 'private, no-store');
      assert.equal((await ask('/api/v1/orders')).headers['cache-control'], 'private, no-store');
      assert.equal(listed.headers['x-content-type-options'], 'nosniff');
    });

    it('a caller’s answer with an ETag, except the caller’s own, which must revalidate', async () => {
      const created = await postOrder(api, ALICE, { from: 'ETH', to: 'polygon', amount: '1' });
      const read = await ask(`/api/v1/orders/${created.json().orderId}`, as(ALICE));
      assert.deepEqual([read.headers['cache-control'], read.headers.vary], ['private, no-cache', 'authorization']);
    });
  });
});
