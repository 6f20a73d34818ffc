import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the stub received it. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** Answers one request. */
export type Reply = (response: ServerResponse, request: Received) => void;

/** A reply of JSON. */
export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };

/** A problem document. */
export const problem = (status: number, errorCode: string, headers: Record<string, string> = {}): Reply =>
  json(status, { errorCode, message: `because of ${errorCode}`, traceId: 'trace' }, headers);

/** A stream of events as text, which then ends. */
export const events =
  (text: string): Reply =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(text);
  };

/** Closes the connection without an answer. */
export const hangUp: Reply = (response) => void response.socket?.destroy();

/** A server that gives the replies in order, the last one again and again, and remembers the requests. */
export async function startStub(...replies: readonly Reply[]) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const { method = '', url = '', headers } = request;
    const one = { method, path: url, headers, body: text === '' ? undefined : JSON.parse(text) };
    received.push(one);
    (replies[received.length - 1] ?? (replies.at(-1) as Reply))(response, one);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
