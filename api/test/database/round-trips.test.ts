import { strict as assert } from 'node:assert';
import { readFileSync, writeFileSync } from 'node:fs';
import { type FlightCounter, startFlightCounter } from '@causeway/storage/test-support/flights';
import { hold, type TestApi, testApi, units } from '../support/api.ts';
import { ask, expect, signedUp } from '../support/avatars.ts';
import { databaseForAll } from '../support/engines.ts';

// round-trips.json. CAUSEWAY_UPDATE_COSTS=1 rewrites it.
const url = new URL('round-trips.json', import.meta.url);

const ORDER = { from: 'ETH', to: 'polygon', amount: '0.5', destinationAddress: `0x${'9a'.repeat(20)}` };

describe('round trips to PostgreSQL', function describeTrips() {
  this.timeout(20_000);
  const database = databaseForAll();
  let counter: FlightCounter;
  let api: TestApi;

  before(async () => {
    counter = await startFlightCounter(database());
    api = await testApi({ databasePath: counter.url });
  });
  after(async () => {
    await api.close();
    counter.close();
  });

  it('an order, a message and a task take as many as the snapshot says', async () => {
    const [ann, bea] = [await signedUp(api, 'ann'), await signedUp(api, 'bea')];
    const post = (token: string, path: string, body: object, status = 201) =>
      expect(ask(api, path, body, { token }), status);
    const wallet = { walletProviderType: 7, generateKeyPair: true };
    const { walletAddress } = await post(bea.jwtToken, `/api/Wallet/avatar/${bea.id}/create-wallet`, wallet);
    hold(api.ethereum, walletAddress, units(1_000));
    const facts = { name: 'worker', capabilities: [{ type: 'work' }], maxConcurrentTasks: 10 };
    const { agentId, apiKey } = await post(ann.jwtToken, '/api/agents/register', facts);
    const held: { taskId: string; token: number }[] = [];
    const works: Readonly<Record<string, () => Promise<unknown>>> = {
      order: () => post(ann.jwtToken, '/api/v1/orders', ORDER),
      'order, custodial': () => post(bea.jwtToken, '/api/v1/orders', { ...ORDER, amount: '0.001' }),
      message: () => post(ann.jwtToken, '/api/messaging/send-message', { toAvatarId: bea.id, message: 'hello' }),
      'task, submit': () => post(ann.jwtToken, '/api/agents/tasks/submit', { type: 'work', input: {} }),
      'task, claim': async () =>
        held.push(...(await post(apiKey, `/api/agents/${agentId}/tasks/claim`, { limit: 1, leaseMs: 60_000 }, 200))),
      'task, end': async () => {
        const { taskId, token } = held.shift() as { taskId: string; token: number };
        await post(apiKey, `/api/agents/tasks/${taskId}/complete`, { token, result: {} }, 200);
      },
    };
    // What the first call of each reads is remembered, and its session is opened.
    for (const work of Object.values(works)) await work();
    const measured: Record<string, object> = {};
    for (const [name, work] of Object.entries(works)) {
      await work();
      counter.take();
      await work();
      const { transactions, flights, statements } = counter.take();
      measured[name] = { transactions, flights, statements };
    }
    if (process.env.CAUSEWAY_UPDATE_COSTS === '1') writeFileSync(url, `${JSON.stringify(measured, null, 2)}\n`);
    assert.deepEqual(measured, JSON.parse(readFileSync(url, 'utf8')));
  });
});
