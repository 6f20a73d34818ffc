import { connect, type Socket } from 'node:net';

/** A kept connection on which several flows ask at once: HTTP gives the answers in the order of the requests. */
export class Pipelined {
  readonly #socket: Socket;
  readonly #waiting: { readonly expected: string; resolve(body: string): void; reject(error: Error): void }[] = [];
  #text: Buffer = Buffer.alloc(0);
  #closed = false;

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1').setNoDelay(true);
    this.#socket.on('close', () => this.#fail(new Error('the connection ended before the answer')));
    this.#socket.on('error', (error) => this.#fail(error));
    this.#socket.on('data', (chunk) => {
      this.#text = this.#text.length === 0 ? chunk : Buffer.concat([this.#text, chunk]);
      while (this.#takeAnswer());
    });
  }

  /** The body of the answer to `request`. Rejects an answer with another status. */
  ask(request: string, status: number): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ expected: `HTTP/1.1 ${status} `, resolve, reject });
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#closed = true;
    this.#socket.destroy();
  }

  #fail(error: Error): void {
    const waiting = this.#waiting.splice(0);
    if (!this.#closed) for (const { reject } of waiting) reject(error);
  }

  /** Gives the first answer to whom it is for; false when it has not come as a whole. */
  #takeAnswer(): boolean {
    const headEnd = this.#text.indexOf('\r\n\r\n');
    if (headEnd < 0) return false;
    const head = this.#text.toString('latin1', 0, headEnd);
    const end = headEnd + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1]);
    if (this.#text.length < end) return false;
    const body = this.#text.toString('utf8', headEnd + 4, end);
    this.#text = this.#text.subarray(end);
    const asked = this.#waiting.shift();
    if (asked === undefined) throw new Error('an answer without a request');
    if (head.startsWith(asked.expected)) asked.resolve(body);
    else asked.reject(new Error(`expected ${asked.expected}, not ${head} ${body}`));
    return true;
  }
}
