import { strict as assert } from 'node:assert';
import type { AddressInfo } from 'node:net';
import { columns } from '@causeway/storage/test-support/columns';
import { apiForAll, as } from '../support/api.ts';
import { signedUp } from '../support/avatars.ts';
import { openStream } from '../support/event-stream.ts';
import { type ApiDescription, operationsOf, resourcesOf, urlOf } from '../support/resources.ts';

/** An id that no event will have, and one of before a restore. */
const UNKNOWN = ['999999999', '1764444444.1'] as const;
/** The stream that begins with the newest event. */
const EVERYBODYS = 'streamExplorerEvents';

describe('every stream of events', () => {
  const api = apiForAll();

  it('begins anew after an id that no event has, and tells so before anything else', async function walk() {
    this.timeout(60_000);
    const owner = await signedUp(api, 'owner');
    await api.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = api.app.server.address() as AddressInfo;
    const make = resourcesOf(api, () => ({ id: owner.id, token: owner.jwtToken, adminToken: owner.jwtToken }));
    const ofStreams = new Map(api.app.operations.map(({ declaration }) => [declaration.operationId, declaration]));
    const streams = operationsOf(api.app.swagger() as unknown as ApiDescription).filter(
      ({ operationId, method }) => method === 'GET' && ofStreams.get(operationId)?.stream,
    );
    assert.ok(streams.length >= 7, columns(streams, 'operationId').join());
    for (const [operation, unknown] of streams.flatMap((of) => UNKNOWN.map((id) => [of, id] as const))) {
      const url = await urlOf(operation, make);
      const stream = await openStream(`http://127.0.0.1:${port}${url}`, {
        ...as(owner.jwtToken),
        'last-event-id': unknown,
      });
      assert.equal(stream.response.status, 200, operation.operationId);
      await stream.until(() => stream.seen.length >= 1);
      const [first] = stream.seen;
      // Everybody's orders begin with what comes, because nobody wants their whole history.
      const id = operation.operationId === EVERYBODYS ? String(await api.storage.events.latest()) : '0';
      assert.deepEqual(first, { id, event: 'reset', data: { lastEventId: unknown } }, operation.operationId);
      assert.match(String(ofStreams.get(operation.operationId)?.description), /its first event is `reset`/);
      await stream.close();
    }
  });
});
