import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type Lie, RpcProxy, RpcRefusal } from '../src/rpc-proxy.ts';
import { answersCalls, forgesLogs, forksBlocks, hidesLogs, runsAhead } from '../test-support/evm.ts';
import { runsAheadStateVersions } from '../test-support/radix.ts';

/** A node that answers each method with a fixed result, and echoes the frames of a WebSocket. */
const RESULTS: Record<string, unknown> = {
  eth_blockNumber: '0x10',
  eth_getLogs: [{ address: '0xaa', data: '0x01' }],
  eth_getBlockByNumber: { number: '0x10', hash: '0x0123' },
  eth_call: '0x05',
};

function startNode(): Promise<Server> {
  const node = createServer(async (incoming, outgoing) => {
    let text = '';
    for await (const chunk of incoming) text += chunk;
    const answer = ({ id, method }: { id: number; method: string }) => ({
      jsonrpc: '2.0',
      id,
      result: RESULTS[method],
    });
    const calls = JSON.parse(text);
    outgoing.setHeader('content-type', 'application/json');
    outgoing.end(JSON.stringify(Array.isArray(calls) ? calls.map(answer).reverse() : answer(calls)));
  });
  node.on('upgrade', (_incoming, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    socket.pipe(socket);
  });
  return new Promise((resolve) => node.listen(0, '127.0.0.1', () => resolve(node)));
}

async function post(url: string, body: unknown): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  return response.json();
}

async function call(url: string, method: string, params: unknown[] = []): Promise<unknown> {
  const answer = (await post(url, { jsonrpc: '2.0', id: 1, method, params })) as { result: unknown };
  return answer.result;
}

describe('RpcProxy', () => {
  let node: Server;
  let proxy: RpcProxy;

  before(async () => {
    node = await startNode();
  });
  after(() => {
    node.closeAllConnections();
    node.close();
  });
  beforeEach(async () => {
    proxy = await RpcProxy.start(`http://127.0.0.1:${(node.address() as AddressInfo).port}`);
  });
  afterEach(() => proxy.stop());

  const lying = (lie: Lie) => proxy.setFault({ kind: 'lying', lie });

  it('passes the truth on', async () => {
    assert.equal(await call(proxy.url, 'eth_blockNumber'), '0x10');
    assert.equal(proxy.requests, 1);
  });

  it('counts the calls by method, each of a batch too', async () => {
    await call(proxy.url, 'eth_blockNumber');
    const batch = ['eth_call', 'eth_blockNumber', 'eth_call'];
    await post(
      proxy.url,
      batch.map((method, id) => ({ jsonrpc: '2.0', id, method, params: [] })),
    );
    assert.deepEqual(Object.fromEntries(proxy.calls), { eth_blockNumber: 2, eth_call: 2 });
    assert.equal(proxy.requests, 2);
  });

  it('closes connections while dead and answers again when healed', async () => {
    proxy.setFault({ kind: 'dead' });
    await assert.rejects(call(proxy.url, 'eth_blockNumber'));
    proxy.setFault(null);
    assert.equal(await call(proxy.url, 'eth_blockNumber'), '0x10');
  });

  it('answers nothing while silent, and ends what waits when it is healed', async () => {
    proxy.setFault({ kind: 'silent' });
    const waiting = call(proxy.url, 'eth_blockNumber');
    waiting.catch(() => {});
    while (!proxy.calls.has('eth_blockNumber')) await new Promise(setImmediate);
    proxy.setFault(null);
    await assert.rejects(waiting);
    assert.equal(await call(proxy.url, 'eth_blockNumber'), '0x10');
  });

  it('answers late while slow', async () => {
    proxy.setFault({ kind: 'slow', delayMs: 60 });
    const started = performance.now();
    assert.equal(await call(proxy.url, 'eth_blockNumber'), '0x10');
    assert.ok(performance.now() - started >= 55);
  });

  it('tells lies about logs', async () => {
    lying(hidesLogs);
    assert.deepEqual(await call(proxy.url, 'eth_getLogs'), []);
    lying(forgesLogs((log) => ({ ...log, data: '0x02' })));
    assert.deepEqual(await call(proxy.url, 'eth_getLogs'), [{ address: '0xaa', data: '0x02' }]);
  });

  it('refuses what a lie refuses', async () => {
    proxy.setFault({ kind: 'lying', lie: ({ method }) => new RpcRefusal(`no ${method} today`, -32_004) });
    const answer = await post(proxy.url, { jsonrpc: '2.0', id: 1, method: 'eth_call', params: [] });
    assert.deepEqual(answer, { jsonrpc: '2.0', id: 1, error: { code: -32_004, message: 'no eth_call today' } });
  });

  it('tells lies about blocks, only where asked', async () => {
    lying(runsAhead(32));
    assert.equal(await call(proxy.url, 'eth_blockNumber'), '0x30');
    assert.deepEqual(await call(proxy.url, 'eth_getBlockByNumber', ['latest', false]), {
      number: '0x30',
      hash: '0x0123',
    });
    assert.deepEqual(await call(proxy.url, 'eth_getBlockByNumber', ['0x10', false]), {
      number: '0x10',
      hash: '0x0123',
    });
    lying(forksBlocks);
    assert.deepEqual(await call(proxy.url, 'eth_getBlockByNumber', ['0x10', false]), {
      number: '0x10',
      hash: '0x3210',
    });
  });

  it('lies in the right answers of a batch', async () => {
    lying(answersCalls('0x09'));
    const batch = [
      { id: 1, method: 'eth_call', params: [] },
      { id: 2, method: 'eth_blockNumber', params: [] },
    ];
    const answers = (await post(proxy.url, batch)) as { id: number; result: unknown }[];
    assert.deepEqual(Object.fromEntries(answers.map(({ id, result }) => [id, result])), { 1: '0x09', 2: '0x10' });
  });

  it('lies about the right paths of a Core API, whose base path it keeps', async () => {
    const answer = { current_state_identifier: { state_version: 7 } };
    const paths: (string | undefined)[] = [];
    const core = createServer((incoming, outgoing) => {
      paths.push(incoming.url);
      const isKnown = incoming.url === '/core/status/network-status';
      outgoing.writeHead(isKnown ? 200 : 500, { 'content-type': 'application/json' });
      outgoing.end(JSON.stringify(isKnown ? answer : { code: 500, message: 'wrong' }));
    });
    await new Promise<void>((resolve) => core.listen(0, '127.0.0.1', resolve));
    const endpoint = await RpcProxy.start(`http://127.0.0.1:${(core.address() as AddressInfo).port}/core`);
    const ask = (path: string) => post(endpoint.url + path, { network: 'simulator' });
    try {
      assert.match(endpoint.url, /\/core$/);
      endpoint.setFault({ kind: 'lying', lie: runsAheadStateVersions(32) });
      assert.deepEqual(await ask('/status/network-status'), { current_state_identifier: { state_version: 39 } });
      endpoint.setFault({ kind: 'lying', lie: () => 'a lie' });
      assert.deepEqual(await ask('/transaction/preview'), { code: 500, message: 'wrong' });
      endpoint.setFault(null);
      assert.deepEqual(await ask('/status/network-status'), answer);
      assert.deepEqual(Object.fromEntries(endpoint.calls), { '/status/network-status': 2, '/transaction/preview': 1 });
      assert.deepEqual(paths.slice(0, 2), ['/core/status/network-status', '/core/transaction/preview']);
    } finally {
      await endpoint.stop();
      core.closeAllConnections();
      core.close();
    }
  });

  it('tunnels WebSockets and drops them when it dies', async () => {
    const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1');
    const chunks = socket[Symbol.asyncIterator]();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    assert.match(String((await chunks.next()).value), /^HTTP\/1\.1 101/);
    socket.write('frame');
    assert.equal(String((await chunks.next()).value), 'frame');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    proxy.setFault({ kind: 'dead' });
    await closed;
  });

  it('passes nothing on in the WebSockets that it has while silent, and drops them when it is healed', async () => {
    const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1');
    socket.on('error', () => {});
    const heard: string[] = [];
    const opened = new Promise((resolve) => socket.once('data', resolve));
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    await opened;
    socket.on('data', (data) => heard.push(String(data)));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    proxy.setFault({ kind: 'silent' });
    socket.write('frame');
    // A call that comes after the frame.
    const later = call(proxy.url, 'eth_blockNumber');
    later.catch(() => {});
    while (!proxy.calls.has('eth_blockNumber')) await new Promise(setImmediate);
    proxy.setFault(null);
    await closed;
    assert.deepEqual(heard, []);
  });

  it('fails the request, not itself, when the node is gone', async () => {
    const orphan = await RpcProxy.start('http://127.0.0.1:9');
    await assert.rejects(call(orphan.url, 'eth_blockNumber'));
    await assert.rejects(call(orphan.url, 'eth_blockNumber'));
    assert.equal(orphan.requests, 2);
    await orphan.stop();
  });
});
