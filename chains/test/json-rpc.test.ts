import { strict as assert } from 'node:assert';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { JsonRpcEndpoint, RpcError } from '../src/rpc/json-rpc.ts';

interface Asked {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** An endpoint's answer to each call: what was asked. */
const echo = ({ id, method, params }: Asked) => ({ jsonrpc: '2.0', id, result: [method, ...params] });

/** Instead of an answer: the connection ends. */
const DROPPED = Symbol('dropped');

describe('a JSON-RPC endpoint', () => {
  let server: Server;
  /** Requests so far, by the calls of each. */
  let requests: number[];
  let answer: (asked: Asked | readonly Asked[]) => unknown;
  let status: number;
  let nowMs: number;
  let endpoint: JsonRpcEndpoint;

  before(async () => {
    server = createServer(async (request, response) => {
      let body = '';
      for await (const part of request) body += part;
      const asked = JSON.parse(body);
      requests.push([asked].flat().length);
      const said = answer(asked);
      if (said === DROPPED) response.destroy();
      else response.writeHead(status).end(typeof said === 'string' ? said : JSON.stringify(said));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  beforeEach(() => {
    requests = [];
    answer = (asked) => (Array.isArray(asked) ? asked.map(echo) : echo(asked as Asked));
    [status, nowMs] = [200, 0];
    endpoint = new JsonRpcEndpoint(
      `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      { rpcTimeoutMs: 60_000, rpcInFlight: 32 },
      { monotonic: () => nowMs },
    );
  });

  const blocks = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, number) => endpoint.send('eth_getBlockByNumber', [number])));
  const blockAnswers = (count: number) =>
    Array.from({ length: count }, (_, number) => ['eth_getBlockByNumber', number]);

  it('gets the quick calls of one turn in one request, at most twenty', async () => {
    answer = (asked) => (asked as readonly Asked[]).map(echo).reverse();
    assert.deepEqual(await blocks(25), blockAnswers(25));
    assert.deepEqual(requests.sort(), [20, 5]);
  });

  it('gets transactions, trials and sends of Solana together', async () => {
    const methods = ['getTransaction', 'simulateTransaction', 'sendTransaction'];
    await Promise.all(methods.map((method) => endpoint.send(method, ['A'.repeat(1_644), { encoding: 'base64' }])));
    assert.deepEqual(requests, [3]);
  });

  it('gets calls that may take long, or are long, in requests of their own', async () => {
    const call = { data: `0x${'00'.repeat(1_000)}` };
    const sent = [
      endpoint.send('eth_getLogs', [{}]),
      endpoint.send('eth_call', [call, 'latest']),
      endpoint.send('eth_call', [{ data: '0x' }, 'latest']),
      endpoint.send('eth_getCode', ['0x']),
    ];
    await Promise.all(sent);
    assert.deepEqual(requests.sort(), [1, 1, 2]);
  });

  it('sends and reads transactions one by one where the answer for several is dropped', async () => {
    answer = (asked) => (Array.isArray(asked) ? DROPPED : echo(asked as Asked));
    const methods = ['getTransaction', 'getSlot', 'sendTransaction', 'simulateTransaction'];
    const states = (await Promise.allSettled(methods.map((method) => endpoint.send(method, [])))).map(
      ({ status }) => status,
    );
    assert.deepEqual(states, ['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    // A request on a kept connection is repeated first.
    assert.deepEqual([requests[0], ...requests.filter((count) => count === 1)], [4, 1, 1, 1]);
    answer = (asked) => (asked as readonly Asked[]).map(echo);
    requests = [];
    await blocks(4);
    assert.deepEqual(requests, [2, 2]);
  });

  it('repeats nothing where there is no connection', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();
    await once(closed, 'close');
    const tried: unknown[] = [];
    const note = (message: unknown) => void tried.push(message);
    subscribe('http.client.request.start', note);
    const nowhere = new JsonRpcEndpoint(`http://127.0.0.1:${port}`, { rpcTimeoutMs: 60_000, rpcInFlight: 32 });
    const sent = await Promise.allSettled([1, 2, 3].map(() => nowhere.send('getTransaction', [])));
    unsubscribe('http.client.request.start', note);
    assert.deepEqual([sent.map(({ status }) => status), tried.length], [Array(3).fill('rejected'), 1]);
  });

  it('sends half as many together where more are not taken, and tries more after ten minutes', async () => {
    answer = (asked) => (!Array.isArray(asked) ? echo(asked as Asked) : asked.length > 5 ? 'no' : asked.map(echo));
    for (const first of [20, 10]) {
      requests = [];
      assert.deepEqual(await blocks(20), blockAnswers(20));
      assert.equal(requests[0], first);
    }
    requests = [];
    assert.deepEqual(await blocks(20), blockAnswers(20));
    assert.deepEqual(requests, [5, 5, 5, 5]);
    nowMs += 600_000;
    requests = [];
    await blocks(20);
    assert.equal(requests[0], 20);
  });

  it('repeats nothing when the endpoint is asked too often, and asks for less at a time', async () => {
    status = 429;
    answer = () => ({ jsonrpc: '2.0', id: null, error: { code: 429, message: 'slow down' } });
    const refused = await Promise.allSettled(
      Array.from({ length: 20 }, () => endpoint.send('sendTransaction', ['AA'])),
    );
    assert.ok(refused.every((one) => one.status === 'rejected' && !(one.reason instanceof RpcError)));
    assert.deepEqual(requests, [20]);
    status = 200;
    answer = (asked) => (asked as readonly Asked[]).map(echo);
    await blocks(20);
    assert.deepEqual(requests, [20, 10, 10]);
  });

  it('fails a call alone that has an error or no answer in a batch', async () => {
    answer = (asked) =>
      (asked as readonly Asked[]).flatMap((one): readonly unknown[] => {
        const [number] = one.params;
        if (number === 0) return [{ id: one.id, error: { code: -32_000, message: 'missing block', data: '0x01' } }];
        return number === 1 ? [null] : [echo(one)];
      });
    const [refused, absent, found] = await Promise.allSettled(
      [0, 1, 2].map((number) => endpoint.send('eth_getBlockByNumber', [number])),
    );
    assert.ok(refused?.status === 'rejected' && refused.reason instanceof RpcError);
    assert.deepEqual([refused.reason.code, refused.reason.data], [-32_000, '0x01']);
    assert.ok(absent?.status === 'rejected' && /unknown form/.test(absent.reason.message));
    assert.deepEqual(found, { status: 'fulfilled', value: ['eth_getBlockByNumber', 2] });
  });

  for (const [what, refusal] of [
    ['with one error', { jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'no batches' } }],
    ['with errors of no call', [{ id: null, error: { code: -32_600, message: 'too many' } }]],
    ['without JSON', '<html>400</html>'],
  ] as const) {
    it(`sends each call alone, and no batch again, when batches are refused ${what}`, async () => {
      answer = (asked) => (Array.isArray(asked) ? refusal : echo(asked as Asked));
      assert.deepEqual(await blocks(3), blockAnswers(3));
      assert.deepEqual(await blocks(2), blockAnswers(2));
      assert.deepEqual(requests, [3, 1, 1, 1, 1, 1]);
    });
  }

  it('fails all calls of a batch when there is no answer in time', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    endpoint = new JsonRpcEndpoint(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`, {
      rpcTimeoutMs: 20,
      rpcInFlight: 32,
    });
    const calls = await Promise.allSettled([1, 2].map((number) => endpoint.send('eth_getBlockByNumber', [number])));
    assert.deepEqual(
      calls.map((call) => call.status === 'rejected' && call.reason.name),
      ['TimeoutError', 'TimeoutError'],
    );
    silent.close();
    silent.closeAllConnections();
  });

  it('keeps whole numbers that a double cannot hold', async () => {
    answer = () => '{"id":1,"result":[18446744073709551615,7]}';
    assert.deepEqual(await endpoint.send('getAccountInfo', []), [18_446_744_073_709_551_615n, 7]);
  });
});
