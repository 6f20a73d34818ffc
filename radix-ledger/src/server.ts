import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Answer, callEndpoint, failure, route } from './core-api/api.ts';
import type { Endpoint, Node } from './core-api/endpoint.ts';
import { malformed, tooLarge } from './core-api/errors.ts';

const HOST = '127.0.0.1';
/**
 * Keep-alive of idle connections, ms. It is longer than the clients' own, so that no client writes to a closed
 * connection.
 */
const KEEP_ALIVE_MS = 65_000;

/** The ledger's server: the Core API over HTTP, on loopback. */
export class CoreApiServer {
  readonly #node: Node;
  readonly #server: Server;

  constructor(node: Node) {
    this.#node = node;
    this.#server = createServer((request, response) => {
      // A client that disconnects in the middle ends only its own request.
      this.#serve(request, response).catch(() => response.destroy());
    });
    this.#server.keepAliveTimeout = KEEP_ALIVE_MS;
  }

  /** Listens on `port`; 0 chooses a free one. Returns the port. */
  listen(port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, HOST, () => resolve((this.#server.address() as AddressInfo).port));
    });
  }

  /** Closes the port and every connection. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').replace(/\?.*$/, '');
    const target = route(request.method ?? '', path);
    switch (target.kind) {
      case 'wrongMethod':
        response.writeHead(405, { allow: target.allowed }).end();
        return;
      case 'answer':
        send(response, target.answer(this.#node));
        return;
      case 'endpoint':
        send(response, await this.#call(request, target.endpoint));
    }
  }

  async #call(request: IncomingMessage, endpoint: Endpoint): Promise<Answer> {
    if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
      return failure(malformed('Expected request with `Content-Type: application/json`'), 'Basic');
    const body = await readBody(request, endpoint.maxRequestBytes);
    return body === null ? failure(tooLarge(), 'Basic') : callEndpoint(this.#node, endpoint, body);
  }
}

function send(response: ServerResponse, { status, body }: Answer): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

/** The request's text; null when it exceeds `limit` bytes. The rest of such a request is read and dropped. */
async function readBody(request: IncomingMessage, limit: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes <= limit) chunks.push(chunk as Buffer);
    else chunks.length = 0;
  }
  return bytes <= limit ? Buffer.concat(chunks).toString() : null;
}
