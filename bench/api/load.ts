import { connect, type Socket } from 'node:net';

/** One request of the load, as bytes; it is built for each repetition. */
export type MakeRequest = () => string;

/** Result of one load. */
export interface Load {
  readonly requests: number;
  readonly perSecond: number;
  /** Latencies, milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** The HTTP/1.1 request with these headers and this body. */
export function requestBytes(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body = '',
): string {
  const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ host: 'bench', ...headers, ...length }).map(([name, value]) => `${name}: ${value}`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** One kept connection, for one request after the other. */
export class KeptConnection {
  readonly #socket: Socket;
  #text: Buffer = Buffer.alloc(0);
  #settle = { resolve: (_body: string): void => {}, reject: (_error: Error): void => {}, expected: '' };

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1').setNoDelay(true);
    this.#socket.on('close', () => this.#settle.reject(new Error('the connection ended before the answer')));
    this.#socket.on('error', (error) => this.#settle.reject(error));
    this.#socket.on('data', (chunk) => this.#read(chunk));
  }

  /** The body of the answer to `request`. Rejects an answer with another status. */
  ask(request: string, status: number): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject, expected: `HTTP/1.1 ${status} ` };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#settle.reject = () => {};
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    this.#text = this.#text.length === 0 ? chunk : Buffer.concat([this.#text, chunk]);
    const headEnd = this.#text.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = this.#text.toString('latin1', 0, headEnd);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    if (this.#text.length < headEnd + 4 + length) return;
    const body = this.#text.toString('utf8', headEnd + 4);
    this.#text = Buffer.alloc(0);
    const { resolve, reject, expected } = this.#settle;
    if (head.startsWith(expected)) resolve(body);
    else reject(new Error(`expected ${expected}, not ${head} ${body}`));
  }
}

/** The value below which `share` of the sorted values are. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number;

/** The middle one of the values in their order. */
export const median = (values: readonly number[]): number =>
  percentile(
    [...values].sort((a, b) => a - b),
    0.5,
  );

/** How a load asks. */
export interface LoadOptions {
  readonly connections: number;
  readonly ms: number;
  /** Goes on after `ms` until so many requests are answered. */
  readonly atLeast?: number;
  /** The status of every answer; 200 if absent. */
  readonly status?: number;
}

/** Asks over `connections` connections for `ms` milliseconds. Throws when an answer has another status. */
export async function load(
  port: number,
  make: MakeRequest,
  { connections, ms, atLeast = 0, status = 200 }: LoadOptions,
): Promise<Load> {
  const began = performance.now();
  const latencies: number[] = [];
  const one = async (): Promise<void> => {
    const connection = new KeptConnection(port);
    try {
      while (performance.now() - began < ms || latencies.length < atLeast) {
        const sentAt = performance.now();
        await connection.ask(make(), status);
        latencies.push(performance.now() - sentAt);
      }
    } finally {
      connection.close();
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  const seconds = (performance.now() - began) / 1_000;
  latencies.sort((a, b) => a - b);
  return {
    requests: latencies.length,
    perSecond: latencies.length / seconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  };
}

/** A client of one event stream; it is cheap, because a thousand of them share one process. */
export class StreamClient {
  readonly #socket: Socket;
  #wanted: string | undefined;
  #arrived = (_at: number): void => {};
  /** Pieces of the stream with events that have arrived. */
  pieces = 0;
  /** Resolves when the stream's first event has arrived. */
  readonly first: Promise<number>;

  /** `opening` is text of the first event. */
  constructor(port: number, request: string, opening: string) {
    this.#socket = connect(port, '127.0.0.1', () => this.#socket.write(request));
    this.#socket.setEncoding('latin1').on('data', (text: string) => {
      if (text.includes('event: ')) this.pieces += 1;
      if (this.#wanted !== undefined && text.includes(this.#wanted)) this.#arrived(Date.now());
    });
    this.first = this.arrival(opening);
  }

  /** When the text arrives within one piece of the stream, Unix milliseconds. */
  arrival(text: string): Promise<number> {
    this.#wanted = text;
    return new Promise((resolve) => {
      this.#arrived = resolve;
    });
  }

  close(): void {
    this.#socket.destroy();
  }
}
