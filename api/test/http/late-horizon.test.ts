import assert from 'node:assert/strict';
import { onEngine } from '@causeway/storage/test-support/engines';
import { holdHorizon, removeGates } from '@causeway/storage/test-support/gate';
import { POSTGRES } from '@causeway/storage/test-support/postgres';
import { as, keyOf, postOrder, testApi } from '../support/api.ts';

onEngine(
  POSTGRES,
  'a stream that was on another process',
  (engine) => {
    it('goes on after its last event, also where this process does not show that one yet', async () => {
      const database = await engine.newPlatform();
      const api = await testApi({ databasePath: database, people: [{ name: 'ann' }] });
      try {
        const address = `0x${'b0'.repeat(20)}`;
        const order = { from: 'ETH', to: 'polygon', amount: '1', fromAddress: address, destinationAddress: address };
        const key = keyOf('ann');
        const { orderId } = (await postOrder(api, key, order)).json();
        const seq = await api.storage.events.latest();
        const end = await holdHorizon(database, 0);
        const url = `${await api.app.listen({ host: '127.0.0.1', port: 0 })}/api/v1/orders/${orderId}/events`;
        const { events } = api.storage;
        const { latest } = events;
        const asked = Promise.withResolvers<void>();
        Object.assign(events, { latest: () => latest().finally(asked.resolve) });
        const answer = fetch(url, { headers: { 'last-event-id': `${seq}` } });
        await asked.promise;
        await end();
        const cancel = `/api/v1/orders/${orderId}/cancel`;
        assert.equal((await api.app.inject({ method: 'POST', url: cancel, headers: as(key) })).statusCode, 200);
        let text = '';
        const decoder = new TextDecoder();
        for await (const some of (await answer).body as AsyncIterable<Uint8Array>) {
          text += decoder.decode(some, { stream: true });
          if (text.includes('event: order.expired')) break;
        }
        assert.deepEqual(
          [...text.matchAll(/^event: (.*)$/gm)].map(([, type]) => type),
          ['order.expired'],
        );
      } finally {
        await api.close();
      }
    });
  },
  removeGates,
);
