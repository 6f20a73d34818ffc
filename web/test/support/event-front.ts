import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestApi } from '@causeway/api/test-support/api';

/** The service of a test with a stream of everybody's orders that the test writes itself, as fast as the page reads. */
export interface EventFront {
  at(path: string): string;
  /** Resolves once a page reads the stream. */
  opened(): Promise<void>;
  /** Writes events as the service does, in one piece; resolves when the connection has taken them. */
  write(events: readonly object[]): Promise<void>;
  close(): Promise<void>;
}

const EVENTS = '/api/v1/explorer/events';

/** Puts a front before the service, which answers everything else. */
export async function eventFront(api: TestApi): Promise<EventFront> {
  const first = Promise.withResolvers<void>();
  let stream: ServerResponse | undefined;
  let seq = 0;
  const server = createServer((request, response) => {
    if (!request.url?.startsWith(EVENTS)) return api.app.routing(request, response);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('retry: 1000\n\n');
    stream = response;
    first.resolve();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    at: (path) => `http://127.0.0.1:${port}${path}`,
    opened: () => first.promise,
    async write(events) {
      const frames = events.map((data) => `id: ${++seq}\nevent: order.updated\ndata: ${JSON.stringify(data)}\n\n`);
      if (stream?.write(frames.join('')) === false) await new Promise((done) => stream?.once('drain', done));
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
