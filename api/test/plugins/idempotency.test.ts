import { strict as assert } from 'node:assert';
import { openKeys, Sealer } from '@causeway/keys';
import { StorageError } from '@causeway/storage';
import { orderStorage } from '../../src/areas/orders/rules/order-storage.ts';
import { KEY_LIFETIME_MS } from '../../src/plugins/app/idempotency.ts';
import { ALICE, apiForEach, as, BOB, fund, postOrder, RECIPIENT, testApi } from '../support/api.ts';
import { gate, interrupt } from '../support/chains.ts';
import { underLostKey } from '../support/lost-key.ts';

describe('Idempotency-Key', () => {
  const api = apiForEach({ coins: 100 });

  const ORDER = { from: 'ETH', to: 'polygon', amount: '1', destinationAddress: RECIPIENT };
  const post = (key: string, payload: object = ORDER, token = ALICE) =>
    postOrder(api, token, payload, { 'idempotency-key': key });
  const orders = async () => (await api.storage.orders.list({}, null, 100)).items.length;

  it('answers a repetition with the first answer, byte for byte, and creates nothing', async () => {
    const first = await post('one');
    const second = await post('one');
    assert.equal(second.statusCode, 201);
    assert.equal(second.body, first.body);
    for (const name of ['content-type', 'etag', 'location'])
      assert.equal(second.headers[name], first.headers[name], name);
    assert.equal(second.headers['idempotency-replayed'], 'true');
    assert.equal(first.headers['idempotency-replayed'], undefined);
    assert.equal(await orders(), 1);
  });

  it('keeps no key in flight whose outcome the database did not take', async () => {
    const full = () => Promise.reject(new StorageError('DISK_FULL', 'the disk is full'));
    const { idempotency } = api.storage;
    const { finish, abandon } = idempotency;
    const submit = () =>
      api.app.inject({
        method: 'POST',
        url: '/api/agents/tasks/submit',
        headers: { ...as(ALICE), 'idempotency-key': 'task' },
        payload: { type: 'draw' },
      });
    const tooMuch = () => post('order', { ...ORDER, amount: '1000000' });
    const outOfSpace = async <T>(ask: () => Promise<T>): Promise<T> => {
      Object.assign(idempotency, { finish: full, abandon: full });
      const answer = await ask();
      Object.assign(idempotency, { finish, abandon });
      return answer;
    };
    const lost = await outOfSpace(submit);
    assert.deepEqual([lost.statusCode, lost.json().errorCode], [503, 'STORAGE_UNAVAILABLE']);
    assert.equal((await outOfSpace(tooMuch)).statusCode, 422, 'a refusal has no effect to store');
    assert.equal((await tooMuch()).statusCode, 422);
    const replayed = await submit();
    assert.equal(replayed.headers['idempotency-replayed'], 'true', 'the task was submitted once');
  });

  it('tells that an answer with a secret is lost when its master key is gone, and repeats nothing', async () => {
    const make = () =>
      api.app.inject({
        method: 'POST',
        url: '/api/avatar/register',
        headers: { 'idempotency-key': '3f0c1d52-9d3e-4c1b-8a57-2f6f0b9f1c11' },
        payload: { username: 'carol', password: 'correct horse battery', email: 'carol@example.org' },
      });
    const first = await make();
    assert.equal(first.statusCode, 201, first.body);
    assert.equal((await make()).body, first.body);
    const { begin } = api.storage.idempotency;
    const gone: typeof begin = async (...args) => {
      const found = await begin(...args);
      if (typeof found === 'string') return found;
      return { ...found, body: underLostKey(found.body) };
    };
    Object.assign(api.storage.idempotency, { begin: gone });
    const lost = await make();
    assert.deepEqual([lost.statusCode, lost.json().errorCode], [409, 'IDEMPOTENCY_ANSWER_LOST']);
  });

  it('keeps no answer with a secret under a key that others could guess, unless the caller has a token', async () => {
    const make = (key: string, name: string, more: Record<string, string> = {}) =>
      api.app.inject({
        method: 'POST',
        url: '/api/avatar/register',
        headers: { 'idempotency-key': key, ...more },
        payload: { username: name, avatarType: 'AI_Agent' },
      });
    const first = await make('register-painter', 'painter');
    assert.equal(first.statusCode, 201);
    assert.match(first.json().result.apiKey, /^cwk_/);
    const again = await make('register-painter', 'painter');
    assert.deepEqual([again.statusCode, again.json().errorCode], [409, 'IDEMPOTENCY_ANSWER_NOT_KEPT']);
    assert.equal((await make('register-painter', 'other')).json().errorCode, 'IDEMPOTENCY_KEY_REUSED');
    assert.equal((await make('a-short-key', 'mine', as(BOB))).statusCode, 201);
    assert.equal((await make('a-short-key', 'mine', as(BOB))).statusCode, 201, 'the caller of a token is no stranger');
    const open = () =>
      api.app.inject({
        method: 'POST',
        url: '/api/avatar/refresh-token',
        headers: { 'idempotency-key': 'guess' },
        payload: { refreshToken: 'none' },
      });
    assert.deepEqual([(await open()).statusCode, (await open()).statusCode], [401, 401], 'a failure frees the key');
  });

  it('shows no answer with a secret that an earlier release kept under a key that others could guess', async () => {
    const key = { caller: 'address:127.0.0.1', route: 'registerAvatar', key: 'register-painter' };
    const keys = await openKeys({ env: 'TEST_MASTER_KEYS', previous: [] }, '.');
    assert.ok(keys.ok);
    const secret = JSON.stringify({ result: { apiKey: 'cwk_of_the_painter' } });
    const sealed = await new Sealer(keys.value).seal(Buffer.from(secret), ['idempotency', ...Object.values(key)]);
    assert.ok(sealed.ok);
    const { begin } = api.storage.idempotency;
    const before: typeof begin = async (caller, route, name) => {
      assert.deepEqual({ caller, route, key: name }, key);
      return { status: 201, body: sealed.value, sealed: true, headers: { 'content-type': 'application/json' } };
    };
    Object.assign(api.storage.idempotency, { begin: before });
    const answer = await api.app.inject({
      method: 'POST',
      url: '/api/avatar/register',
      headers: { 'idempotency-key': key.key },
      payload: { username: 'painter', avatarType: 'AI_Agent' },
    });
    assert.deepEqual([answer.statusCode, answer.json().errorCode], [409, 'IDEMPOTENCY_ANSWER_NOT_KEPT'], answer.body);
  });

  it('repeats the headers of an answer that is stored when it is sent', async () => {
    const register = () =>
      api.app.inject({
        method: 'POST',
        url: '/api/avatar/register',
        headers: { 'idempotency-key': 'b7e3a9c4d1f05e6286a4c9d2e1f30b75' },
        payload: { username: 'ann', password: 'correct horse battery staple' },
      });
    const [first, second] = [await register(), await register()];
    assert.deepEqual([second.statusCode, second.headers['idempotency-replayed']], [201, 'true'], first.body);
    for (const name of ['content-type', 'etag', 'location'])
      assert.ok(first.headers[name] !== undefined && second.headers[name] === first.headers[name], name);
  });

  it('with another body is 422', async () => {
    await post('one');
    const answer = await post('one', { ...ORDER, amount: '2' });
    assert.deepEqual([answer.statusCode, answer.json().errorCode], [422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('with the same JSON in other white space and order is the same request', async () => {
    const send = (payload: string) =>
      api.app.inject({
        method: 'POST',
        url: '/api/v1/orders',
        headers: { ...as(ALICE), 'idempotency-key': 'one', 'content-type': 'application/json' },
        payload,
      });
    const body = JSON.stringify(ORDER);
    const first = await send(body);
    const { from, ...rest } = ORDER;
    assert.equal((await send(JSON.stringify({ ...rest, from }, null, 2))).body, first.body);
    assert.equal((await send(body.replace('"1"', '1.0'))).json().errorCode, 'IDEMPOTENCY_KEY_REUSED');
  });

  it('is refused with 429 for a caller who has as many as one may; requests without one pass', async () => {
    const small = await testApi({ api: { idempotency: { maxKeysPerCaller: 2 } } });
    fund(small, 'ethereum', 100);
    const send = (token: string, key?: string) =>
      postOrder(small, token, ORDER, key === undefined ? {} : { 'idempotency-key': key });
    const statuses = [];
    for (const key of ['a', 'b', 'c', 'a', undefined]) statuses.push((await send(ALICE, key)).statusCode);
    assert.deepEqual(statuses, [201, 201, 429, 201, 201]);
    const refused = await send(ALICE, 'c');
    assert.deepEqual([refused.json().errorCode, refused.headers['retry-after']], ['IDEMPOTENCY_KEYS_EXCEEDED', '600']);
    assert.equal((await send(BOB, 'c')).statusCode, 201);
    await small.close();
  });

  it('is scoped to the caller', async () => {
    await post('one');
    assert.equal((await post('one', ORDER, BOB)).statusCode, 201);
    assert.equal(await orders(), 2);
  });

  it('is scoped to the route, and there to the resource', async () => {
    const cancel = (id: string) =>
      api.app.inject({
        method: 'POST',
        url: `/api/v1/orders/${id}/cancel`,
        headers: { ...as(BOB), 'idempotency-key': 'one' },
      });
    const ids = [];
    for (const amount of ['1', '2'])
      ids.push((await post(`order-${amount}`, { ...ORDER, amount }, BOB)).json().orderId);
    await post('one', ORDER, BOB);
    const first = await cancel(ids[0]);
    assert.equal(first.statusCode, 200);
    assert.equal((await cancel(ids[0])).body, first.body, 'without the key it would be 409');
    assert.equal((await cancel(ids[1])).json().errorCode, 'IDEMPOTENCY_KEY_REUSED');
  });

  it('is the same under /api/v1/bridge', async () => {
    const first = await post('one');
    const alias = await api.app.inject({
      method: 'POST',
      url: '/api/v1/bridge/orders',
      headers: { ...as(ALICE), 'idempotency-key': 'one' },
      payload: ORDER,
    });
    assert.equal(alias.json().orderId, first.json().orderId);
  });

  it('answers 409 while the first request is being answered', async () => {
    const { pass, reached, open } = gate();
    interrupt(api.ethereum, 'balance', pass);
    const first = post('one');
    await reached;
    const second = await post('one');
    assert.deepEqual([second.statusCode, second.json().errorCode], [409, 'IDEMPOTENCY_IN_FLIGHT']);
    assert.equal(second.headers['retry-after'], '1');
    open();
    assert.equal((await first).statusCode, 201);
    assert.equal((await post('one')).statusCode, 201);
    assert.equal(await orders(), 1);
  });

  it('is free again after a failed request', async () => {
    assert.equal((await post('one', { ...ORDER, amount: '500' })).statusCode, 422);
    assert.equal((await post('one')).statusCode, 201);
    api.ethereum.failing('balance');
    assert.equal((await post('two')).statusCode, 503);
    api.ethereum.failures.clear();
    assert.equal((await post('two')).statusCode, 201);
  });

  it('is stored with the order: a crash between the two leaves none or both', async () => {
    const jobs = orderStorage(api.storage);
    const { createWithin } = jobs;
    // One storage call contains the answer. The connection breaks before the client has it.
    let stored = '';
    Object.assign(jobs, {
      createWithin: async (...[limits, order, idempotent]: Parameters<typeof createWithin>) => {
        const created = await createWithin(limits, order, idempotent);
        stored = (created.ok && idempotent?.answer(created.value, undefined).body) || '';
        throw new Error('killed here');
      },
    });
    assert.equal((await post('one')).statusCode, 500);
    Object.assign(jobs, { createWithin });
    const again = await post('one');
    assert.equal(again.statusCode, 201);
    assert.equal(again.body, stored);
    assert.equal(await orders(), 1);
  });

  it('is kept for 24 hours', async () => {
    await post('one');
    api.clock.nowMs += KEY_LIFETIME_MS - 1;
    await api.storage.idempotency.prune(api.clock.nowMs - KEY_LIFETIME_MS);
    await post('one');
    assert.equal(await orders(), 1);
    api.clock.nowMs += 2;
    await api.storage.idempotency.prune(api.clock.nowMs - KEY_LIFETIME_MS);
    await post('one');
    assert.equal(await orders(), 2);
  });

  it('has 1 to 255 characters', async () => {
    assert.equal((await post('k'.repeat(255))).statusCode, 201);
    assert.equal((await post('k'.repeat(256))).statusCode, 400);
    assert.equal((await post('')).statusCode, 400);
  });
});
