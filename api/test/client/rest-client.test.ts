import { strict as assert } from 'node:assert';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type OrderEvent, RestClient } from '../../src/client/rest-client.ts';

describe('the events of an order, as the client reads them', function () {
  this.timeout(10_000);
  let server: Server;
  afterEach(() => server.close());

  it('continue after the last event with an id when the stream breaks', async () => {
    const asked: unknown[] = [];
    server = createServer((request, response) => {
      asked.push(request.headers['last-event-id']);
      if (asked.length > 1) return response.writeHead(204).end();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('id: 7\nevent: order.confirming\ndata: {"status":"confirming"}\n\n');
      response.end('event: order.updated\ndata: {"confirmations":3}\n\n');
      return undefined;
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const client = new RestClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const seen: OrderEvent[] = [];
    for await (const event of client.events('x', new AbortController().signal)) seen.push(event);
    assert.deepEqual(
      seen.map(({ id, data }) => [id, data.status ?? data.confirmations]),
      [
        ['7', 'confirming'],
        [undefined, 3],
      ],
    );
    assert.deepEqual(asked, ['0', '7']);
  });
});
