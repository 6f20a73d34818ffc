import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { FAUCET, network, TestLedger } from './support.ts';

/** Every endpoint with a request, and a body that only the endpoint itself can answer or refuse. */
const HASH = '00'.repeat(32);
const FAUCET_CALL = { type: 'Method', component_address: 'x', method_name: 'free' };
const ENDPOINTS: Readonly<Record<string, object>> = {
  '/status/network-status': {},
  '/transaction/submit': { notarized_transaction_hex: '00' },
  '/transaction/preview': { manifest: 'DROP_ALL_PROOFS;' },
  '/transaction/call-preview': { target: FAUCET_CALL, arguments: [] },
  '/transaction/parse': { payload_hex: '00' },
  '/transaction/status': { intent_hash: HASH },
  '/transaction/receipt': { intent_hash: HASH },
  '/stream/transactions': { from_state_version: 1, limit: 1 },
  '/state/consensus-manager': {},
  '/state/account': { account_address: 'x' },
  '/state/component': { component_address: 'x' },
  '/state/resource': { resource_address: 'x' },
  '/state/package': { package_address: 'x' },
};

/** Values of a wrong type or size for a field. */
const GARBAGE: readonly unknown[] = [null, true, -1, 1.5, 1e300, '', 'x', '\u0000', [], [[]], {}, 'f'.repeat(100_000)];

describe('Core API: requests of every form', () => {
  let test: TestLedger;

  before(async () => {
    test = await TestLedger.start();
  });

  after(() => test.stop());

  const code = ({ json }: { json: unknown }) => (json as { code: unknown }).code;

  it('every endpoint refuses another network', async () => {
    for (const [path, body] of Object.entries(ENDPOINTS)) {
      const answer = await test.post(path, { ...body, network: 'mainnet' });
      assert.equal(answer.status, 400, path);
      assert.match((answer.json as { message: string }).message, /the network is actually: simulator/, path);
    }
  });

  it('every endpoint refuses a body that is no JSON, no object or no request', async () => {
    for (const path of Object.keys(ENDPOINTS)) {
      for (const body of ['', '{', '[]', '1', 'null', '"x"', '{}', '{"network":1}', '['.repeat(100_000), '\ufeff{}']) {
        const answer = await test.post(path, body);
        assert.equal(answer.status, 400, `${path} ${body.slice(0, 20)}`);
        assert.partialDeepStrictEqual(answer.json, { code: 400, error_type: 'Basic' });
      }
    }
  });

  it('no value of any field breaks an endpoint', async () => {
    for (const [path, body] of Object.entries(ENDPOINTS)) {
      for (const field of Object.keys(body)) {
        for (const value of GARBAGE) {
          const answer = await test.post(path, { network, ...body, [field]: value });
          assert.ok(
            answer.status < 500,
            `${path} ${field} ${JSON.stringify(value).slice(0, 40)}: ${JSON.stringify(answer.json)}`,
          );
        }
      }
    }
    assert.equal((await test.post('/status/network-status', { network })).status, 200);
  });

  it('a transaction with any bit changed, or any length, is rejected', async () => {
    const payload = Buffer.from((await test.notarize(test.free)).hex, 'hex');
    const damaged = Array.from({ length: 150 }, (_, index) => {
      const copy = Buffer.from(payload);
      const at = (index * 7919) % payload.length;
      copy[at] = (copy[at] as number) ^ (1 << (index % 8));
      return index % 5 === 0 ? copy.subarray(0, at) : copy;
    });
    for (const bytes of [...damaged, Buffer.concat([payload, Buffer.of(0)])]) {
      const hex = bytes.toString('hex');
      assert.equal((await test.post('/transaction/submit', { network, notarized_transaction_hex: hex })).status, 400);
      assert.ok((await test.post('/transaction/parse', { network, payload_hex: hex })).status < 500);
    }
  });

  it('manifests that are deep, long or nonsense are refused', async () => {
    const open = 'Tuple('.repeat(20_000);
    for (const manifest of [open, `CALL_METHOD Address("${FAUCET}") "x" ${open}`, '"'.repeat(100_000), '\u0000']) {
      assert.equal((await test.post('/transaction/preview', { network, manifest })).status, 400);
    }
  });

  it('a request without its content type is refused', async () => {
    const response = await fetch(`${test.running.basePath}/status/network-status`, {
      method: 'POST',
      body: JSON.stringify({ network }),
    });
    assert.equal(response.status, 400);
    await response.body?.cancel();
  });

  it('unknown paths and methods are refused', async () => {
    const ask = async (path: string, method: string) => {
      const response = await fetch(test.running.basePath.replace('/core', path), { method });
      await response.body?.cancel();
      return response.status;
    };
    assert.equal(await ask('/', 'GET'), 404);
    assert.equal(await ask('/core/nothing', 'POST'), 404);
    assert.equal(await ask('/core/toString', 'POST'), 404);
    assert.equal(await ask('/core/status/network-status', 'GET'), 405);
    assert.equal(await ask('/core', 'DELETE'), 405);
    assert.equal(await ask('/core/status/network-status?x=1', 'PUT'), 405);
  });

  it('a 404 names what the ledger lacks', async () => {
    const lacking = {
      '/core/lts/transaction/construction': / \(the LTS API; /,
      '/core/mempool/list': / \(the mempool API; /,
      '/core/transaction/preview-v2': / \(transactions of version 2\)/,
      '/core/state/non-fungible': / \(this view of the state\)/,
      '/core/stream/proofs': / \(ledger proofs; /,
      '/core/status/scenarios': / \(genesis scenarios\)/,
      '/state/entity/details': / \(the Gateway API; /,
      '/status/gateway-status': / \(the Gateway API; /,
      '/core/nothing': /nothing$/,
    };
    for (const [path, words] of Object.entries(lacking)) {
      const response = await fetch(test.running.basePath.replace('/core', path), { method: 'POST' });
      const { code, message } = (await response.json()) as { code: number; message: string };
      assert.equal(code, 404, path);
      assert.ok(message.startsWith(`This ledger does not have ${path}`), message);
      assert.match(message, words);
    }
  });

  it('every endpoint of the Core API is there, or its 404 says why not', async () => {
    const sdk = await readFile(new URL(import.meta.resolve('@radixdlt/babylon-core-api-sdk')), 'utf8');
    const paths = new Set(
      [...sdk.matchAll(/"(\/(?:lts|mempool|state|status|stream|transaction)\/[\w/-]+)"/g)].map(([, path]) => path),
    );
    assert.equal(paths.size, 30);
    for (const path of paths) {
      const { status, json } = await test.post(path ?? '', {});
      if (status === 404) assert.match((json as { message: string }).message, / \(.+\)$/);
    }
  });

  it('a request that is too large is refused, and the connection serves the next', async () => {
    const large = await test.post('/transaction/submit', { network, notarized_transaction_hex: '0'.repeat(4_000_000) });
    assert.deepEqual([large.status, code(large)], [413, 413]);
    assert.equal((await test.post('/status/network-status', { network })).status, 200);
  });

  it('a client that disconnects in the middle disturbs nobody', async () => {
    const socket = connect(test.running.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      'POST /core/status/network-status HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{',
    );
    socket.destroy();
    assert.equal((await test.post('/status/network-status', { network })).status, 200);
  });

  it('many clients at once are all answered', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => test.post('/status/network-status', { network })),
    );
    assert.ok(answers.every(({ status }) => status === 200));
  });
});
