import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { toJson } from './json.ts';
import type { Node } from './methods/method.ts';
import { answerText, type Call, callMethod } from './rpc.ts';
import { Subscriptions } from './subscriptions.ts';

const HOST = '127.0.0.1';
/** Largest request that a validator accepts, bytes. */
const MAX_REQUEST_BYTES = 50 * 1_024;
/** Pages of this machine may read the chain; a browser keeps every other page from it. */
const OWN_PAGE = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;
/** How long a browser remembers an answer to OPTIONS, seconds. */
const REMEMBERED_SECONDS = 86_400;
/** Attempts to find a free port whose successor is also free. */
const PORT_ATTEMPTS = 50;

/** The node's server: HTTP on one port, WebSocket on the same and on the next one, where web3.js expects it. */
export class RpcServer {
  readonly #node: Node;
  readonly #subscriptions: Subscriptions;
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_REQUEST_BYTES });
  #servers: readonly Server[] = [];

  constructor(node: Node) {
    this.#node = node;
    this.#subscriptions = new Subscriptions(node.validator);
  }

  /** Listens on loopback, on `port` and the next one; 0 chooses free ones. Returns the port. */
  async listen(port: number): Promise<number> {
    for (let attempt = 1; ; attempt++) {
      const http = await this.#open(port);
      try {
        const next = (http.address() as AddressInfo).port + 1;
        this.#servers = [http, await this.#open(next)];
        return next - 1;
      } catch (error) {
        http.close();
        if (port !== 0 || attempt === PORT_ATTEMPTS) throw error;
      }
    }
  }

  /** Closes the ports and every connection. */
  async close(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate();
    const closed = this.#servers.map((server) => new Promise((resolve) => server.close(resolve)));
    for (const server of this.#servers) server.closeAllConnections();
    await Promise.all(closed);
  }

  #open(port: number): Promise<Server> {
    const server = createServer((request, response) => {
      // A client that disconnects in the middle ends only its own request.
      this.#answer(request, response).catch(() => response.destroy());
    });
    server.on('upgrade', (request, socket, head) => {
      this.#sockets.handleUpgrade(request, socket, head, (opened) => this.#serve(opened));
    });
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, HOST, () => resolve(server));
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    allowOwnPages(request, response);
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    if (request.method === 'GET') {
      const healthy = request.url === '/health';
      response.writeHead(healthy ? 200 : 405).end(healthy ? 'ok' : undefined);
      return;
    }
    const body = await readBody(request);
    if (body === null) {
      response.writeHead(413).end();
      return;
    }
    const answer = answerText(body, (call) => callMethod(this.#node, call));
    const text = answer === null ? '' : toJson(answer);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
    response.end(text);
  }

  #serve(socket: WebSocket): void {
    const own = new Set<number>();
    const send = (message: object) => {
      if (socket.readyState === socket.OPEN) socket.send(toJson({ jsonrpc: '2.0', ...message }));
    };
    const handle = (call: Call, later: (() => void)[]) => {
      const subscribed = this.#subscriptions.call(call.method, call.params, send, own);
      if (subscribed?.after) later.push(subscribed.after);
      return subscribed ? subscribed.result : callMethod(this.#node, call);
    };
    socket.on('message', (data) => {
      const later: (() => void)[] = [];
      const answer = answerText(data.toString(), (call) => handle(call, later));
      if (answer !== null) socket.send(toJson(answer));
      for (const act of later) act();
    });
    socket.on('close', () => this.#subscriptions.drop(own));
    socket.on('error', () => socket.terminate());
  }
}

/** Lets a page of this machine read the answer, and send what web3.js sends. */
function allowOwnPages({ headers: { origin } }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('vary', 'Origin');
  if (origin === undefined || !OWN_PAGE.test(origin)) return;
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-allow-methods', 'GET, POST');
  response.setHeader('access-control-allow-headers', 'content-type, solana-client');
  response.setHeader('access-control-max-age', REMEMBERED_SECONDS);
}

/** The request's text; null when it is too large. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_REQUEST_BYTES) return null;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString();
}
