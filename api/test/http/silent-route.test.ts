import { strict as assert } from 'node:assert';
import { setTimeout as sleep } from 'node:timers/promises';
import { newPlatformDatabase, START_MS } from '@causeway/storage/test-support/postgres-server';
import { type Proxy as Route, startProxy } from '@causeway/storage/test-support/proxy';
import { ALICE, as, postOrder, type TestApi, testApi } from '../support/api.ts';

/** How long the route to the database swallows everything: longer than a session is waited for, milliseconds. */
const SILENCE_MS = 5_000;

describe('an API whose route to PostgreSQL swallows everything without a reset', function () {
  this.timeout(60_000);
  let route: Route;
  let api: TestApi;
  before(async function start() {
    this.timeout(START_MS);
    route = await startProxy(await newPlatformDatabase());
    api = await testApi({ databasePath: route.url, coins: 100 });
  });
  after(async () => {
    await api?.close();
    route?.close();
  });

  it('stays live, and reads and writes within ten seconds of the return of the route', async () => {
    const orders = async () => (await api.app.inject({ url: '/api/v1/orders', headers: as(ALICE) })).statusCode;
    assert.equal(await orders(), 200);
    route.silent = true;
    const during = Promise.all([
      orders(),
      orders(),
      postOrder(api, ALICE, { from: 'ETH', to: 'polygon', amount: '1' }),
    ]);
    const answered = Promise.race([during.then(() => 'storage'), sleep(SILENCE_MS, 'nothing')]);
    const live = async (headers = {}) => {
      assert.equal((await api.app.inject({ url: '/live', headers })).statusCode, 200);
      return 'live';
    };
    assert.equal(await Promise.race([live(), answered]), 'live');
    assert.equal(await Promise.race([live(as(ALICE)), answered]), 'live', 'also with a token');
    await answered;
    route.silent = false;
    const sinceMs = performance.now();
    const [read, again, written] = await during;
    assert.deepEqual([read, again], [200, 200]);
    assert.equal(written.statusCode, 201);
    assert.equal(await orders(), 200);
    assert.ok(performance.now() - sinceMs < 10_000);
  });
});
