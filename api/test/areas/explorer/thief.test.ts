import { strict as assert } from 'node:assert';
import { encodeCursor } from '../../../src/http/requests/cursor.ts';
import { MAX_LIMIT } from '../../../src/http/requests/pagination.ts';
import { ALICE, ALICE_ID, apiForAll, postOrder, RECIPIENT } from '../../support/api.ts';
import { ask, signedUp } from '../../support/avatars.ts';
import { makeKey } from '../../support/resources.ts';

/** What everyone reads without a credential, with a query that is answered. */
const OPERATIONS: Readonly<Record<string, string>> = {
  listExplorerOrders: '',
  listExplorerSeries: '?interval=minute',
  listLanes: '',
  listAssets: '',
};

const MIB = 1_048_576;

describe('what everyone reads, asked for by thieves', function () {
  this.timeout(20_000);
  const api = apiForAll({ coins: 10_000 });
  let hidden: string;
  before('make one order that is locked, and one that is not', async () => {
    const order = { from: 'ETH', to: 'polygon', amount: '1', destinationAddress: RECIPIENT };
    const { orderId } = (await postOrder(api, ALICE, order)).json();
    const facts = { messageId: `0x${'1'.repeat(64)}`, lockTransaction: `0x${'2'.repeat(64)}` } as const;
    assert.ok(await api.storage.orders.transition(orderId, 'lockSeen', facts));
    hidden = (await postOrder(api, ALICE, order)).json().orderId;
  });

  const operations = () => api.app.operations.filter(({ declaration }) => declaration.operationId in OPERATIONS);
  const urls = () => operations().map(({ url, declaration }) => `${url}${OPERATIONS[declaration.operationId]}`);
  const codes = async (route: string, asking: object = {}) => {
    const { status, code } = await ask(api, route, undefined, asking);
    return [status, code];
  };

  it('is the same for nobody, for the least API key, for an agent and for a browser of another origin', async () => {
    assert.equal(operations().length, Object.keys(OPERATIONS).length);
    const owner = await signedUp(api, 'owner');
    const { apiKey } = await makeKey(api, { id: owner.id, token: owner.jwtToken }, ['profile:read']);
    const facts = { name: 'agent' };
    const agent = (await ask(api, '/api/agents/register', facts, { token: owner.jwtToken })).result;
    const cookie = 'causeway-session-80=anything; __Host-causeway-session=anything';
    const headers = { origin: 'https://evil.example', cookie };
    for (const url of urls()) {
      const { status, body, headers: own } = await ask(api, url);
      assert.equal(status, 200, `${url}: ${body}`);
      for (const asking of [{ token: apiKey }, { token: agent.apiKey }, { token: owner.jwtToken }, { headers }]) {
        const reply = await ask(api, url, undefined, asking);
        assert.deepEqual([reply.status, reply.body], [200, body], url);
        assert.equal(reply.headers['access-control-allow-credentials'], undefined);
        assert.equal(reply.headers['set-cookie'], undefined);
      }
      assert.ok(![ALICE_ID, hidden, owner.id].some((id) => body.includes(id)), `${url} names nobody`);
      assert.match(String(own['cache-control']), /max-age=\d/);
    }
  });

  it('is changed by no method, and refuses a forged token and members that nobody declared', async () => {
    for (const url of urls()) {
      assert.deepEqual(await codes(url, { token: 'forged' }), [401, 'UNAUTHENTICATED'], url);
      const path = url.split('?')[0] ?? '';
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
        assert.deepEqual(await codes(`${method} ${path}`), [405, 'METHOD_NOT_ALLOWED'], `${method} ${path}`);
      const member = url.includes('?') ? `${url}&avatarId=${ALICE_ID}` : `${url}?avatarId=${ALICE_ID}`;
      assert.deepEqual(await codes(member), [400, 'MALFORMED_REQUEST'], url);
      const twice = url.includes('?') ? `${url}&limit=1&limit=2` : `${url}?limit=1&limit=2`;
      assert.equal((await codes(twice))[0], 400, url);
    }
  });

  it('shows by forged cursors what its list shows, and no order that is not locked', async () => {
    for (const filter of [{}, { fromChain: 'ethereum' }, { search: RECIPIENT }]) {
      for (const key of [hidden, 'ffffffff', "' or 1=1 --", '\u{10ffff}', '']) {
        const cursor = encodeCursor({ operation: 'listExplorerOrders', filter }, key);
        const query = new URLSearchParams({ ...filter, cursor });
        const { status, body } = await ask(api, `/api/v1/explorer/orders?${query}`);
        assert.ok(status === 200 || status === 400, `${key}: ${status} ${body}`);
        assert.ok(!body.includes(hidden) && !body.includes(ALICE_ID), key);
      }
    }
    const others = encodeCursor({ operation: 'listOrders', filter: { avatarId: ALICE_ID } }, hidden);
    assert.deepEqual(await codes(`/api/v1/explorer/orders?cursor=${others}`), [400, 'INVALID_CURSOR']);
  });

  it('is bounded: by the number of items, and in bytes', async () => {
    for (const query of [`limit=${MAX_LIMIT + 1}`, 'limit=0', 'limit=1e3', `search=${'a'.repeat(5_000)}`])
      assert.equal((await codes(`/api/v1/explorer/orders?${query}`))[0], 400, query);
    const from = new Date(api.clock.nowMs - 400 * 86_400_000).toISOString();
    for (const query of ['interval=second', `interval=minute&from=${from}`, 'interval=day&from=0000-01-01T00:00:00Z'])
      assert.ok(Number((await codes(`/api/v1/explorer/series?${query}`))[0]) >= 400, query);
    for (const url of urls()) assert.ok((await ask(api, url)).body.length < MIB, url);
  });
});
