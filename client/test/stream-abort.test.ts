import { strict as assert } from 'node:assert';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Causeway } from '../src/index.ts';
import { type Reply, startStub } from './support/stub.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** A stream with one event, which stays open. */
const staysOpen: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write('id: 1\nevent: one\ndata: {}\n\n');
};

describe('a stream that waits for its next event', () => {
  it('ends when it is aborted, however long after its request', async () => {
    const stub = await startStub(staysOpen);
    const stop = new AbortController();
    const seen: string[] = [];
    const followed = (async () => {
      const causeway = new Causeway({ baseUrl: stub.url, apiKey: 'cwk_x' });
      for await (const { type } of causeway.events.follow({}, { signal: stop.signal })) seen.push(type);
    })();
    while (seen.length === 0) await new Promise(setImmediate);
    // The request is garbage by now, and with it the way from the signal to the connection.
    for (let round = 0; round < 5; round += 1) {
      await new Promise(setImmediate);
      collectGarbage();
    }
    stop.abort();
    await followed;
    assert.deepEqual(seen, ['one']);
    await stub.stop();
  });
});
