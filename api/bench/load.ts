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

/** Asks on one kept connection, one request after the other; a whole answer ends each. */
class Asker {
  readonly #socket: Socket;
  readonly #make: MakeRequest;
  readonly #expected: string;
  readonly latencies: number[] = [];
  #text: Buffer = Buffer.alloc(0);
  #sentAt = 0;
  #stopped = false;
  readonly done: Promise<void>;

  constructor(port: number, make: MakeRequest, status: number) {
    this.#make = make;
    this.#expected = `HTTP/1.1 ${status} `;
    this.#socket = connect(port, '127.0.0.1', () => this.#ask()).setNoDelay(true);
    this.done = new Promise((resolve, reject) => {
      this.#socket.on('close', () => resolve());
      this.#socket.on('error', reject);
      this.#socket.on('data', (chunk) => {
        try {
          this.#read(chunk);
        } catch (error) {
          reject(error);
          this.#socket.destroy();
        }
      });
    });
  }

  stop(): void {
    this.#stopped = true;
  }

  #ask(): void {
    this.#sentAt = performance.now();
    this.#socket.write(this.#make());
  }

  #read(chunk: Buffer): void {
    this.#text = this.#text.length === 0 ? chunk : Buffer.concat([this.#text, chunk]);
    const headEnd = this.#text.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = this.#text.toString('latin1', 0, headEnd);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    if (!head.startsWith(this.#expected)) throw new Error(`expected ${this.#expected}, not ${this.#text.toString()}`);
    if (this.#text.length < headEnd + 4 + length) return;
    this.#text = Buffer.alloc(0);
    this.latencies.push(performance.now() - this.#sentAt);
    if (this.#stopped) this.#socket.destroy();
    else this.#ask();
  }
}

/** The value below which `share` of the sorted values are. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number;

/** Asks over `connections` connections for `ms` milliseconds. Throws when an answer has another status. */
export async function load(
  port: number,
  make: MakeRequest,
  { connections, ms, status = 200 }: { readonly connections: number; readonly ms: number; readonly status?: number },
): Promise<Load> {
  const began = performance.now();
  const askers = Array.from({ length: connections }, () => new Asker(port, make, status));
  const timer = setTimeout(() => {
    for (const asker of askers) asker.stop();
  }, ms);
  try {
    await Promise.all(askers.map(({ done }) => done));
  } finally {
    clearTimeout(timer);
  }
  const seconds = (performance.now() - began) / 1_000;
  const latencies = askers.flatMap((asker) => asker.latencies).sort((a, b) => a - b);
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
  /** Resolves when the stream's first event has arrived. */
  readonly first: Promise<number>;

  constructor(port: number, request: string) {
    this.#socket = connect(port, '127.0.0.1', () => this.#socket.write(request));
    this.#socket.setEncoding('latin1').on('data', (text: string) => {
      if (this.#wanted !== undefined && text.includes(this.#wanted)) this.#arrived(Date.now());
    });
    this.first = this.arrival('order.created');
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
