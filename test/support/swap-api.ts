import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An open swap as GET /swaps lists it. */
export type ListedSwap = Readonly<Record<string, unknown>> & { readonly id: string };

/** The part of the API that a solver uses, with nothing behind it: it lists what a test puts there. */
export class SwapApi {
  /** What GET /swaps answers. */
  readonly swaps: ListedSwap[] = [];
  /** The bodies of all PUT /offers, oldest first. */
  readonly offers: (readonly Readonly<Record<string, unknown>>[])[] = [];
  readonly #streams = new Set<ServerResponse>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  /** Starts on a free port. Returns the URL. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    for (const stream of this.#streams) stream.end();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Streams that are open. */
  get followers(): number {
    return this.#streams.size;
  }

  /** Tells the solver of an order that names it. */
  order(swap: ListedSwap): void {
    for (const stream of this.#streams) stream.write(`event: swap.ordered\ndata: ${JSON.stringify(swap)}\n\n`);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '', 'http://api');
    if (pathname === '/api/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: ready\ndata: {}\n\n');
      this.#streams.add(response);
      request.on('close', () => this.#streams.delete(response));
      return;
    }
    const body = await textOf(request);
    response.setHeader('content-type', 'application/json');
    if (pathname === '/api/v1/offers') {
      this.offers.push((JSON.parse(body) as { offers: [] }).offers);
      response.end(JSON.stringify({ isError: false, message: '', result: {} }));
    } else if (pathname === '/api/v1/swaps') {
      response.end(JSON.stringify({ isError: false, message: '', result: this.swaps, nextCursor: null }));
    } else response.writeHead(404).end('{}');
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}
