import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A webhook as a receiver got it. */
export interface Received {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How a receiver answers; it may leave the answer open. */
export type Answering = (received: Received, response: ServerResponse, request: IncomingMessage) => void;

/** A receiver of webhooks on a free port of this machine. */
export class Receiver {
  readonly received: Received[] = [];
  answer: Answering = (_received, response) => response.writeHead(204).end();
  readonly #server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const headers = request.headers as Record<string, string>;
      const received = { id: headers['webhook-id'] ?? '', headers, body: Buffer.concat(parts).toString() };
      this.received.push(received);
      this.answer(received, response, request);
      for (const listener of this.#listeners) listener();
    });
  });
  readonly #listeners = new Set<() => void>();

  async open(): Promise<this> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
    return this;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  url(path = '/hook', host = '127.0.0.1'): string {
    return `http://${host}:${this.port}${path}`;
  }

  /** Resolves when `count` webhooks have come. */
  async got(count: number): Promise<void> {
    while (this.received.length < count) {
      await new Promise<void>((done) => {
        const listener = () => {
          this.#listeners.delete(listener);
          done();
        };
        this.#listeners.add(listener);
      });
    }
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }
}
