import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** One call through a proxy. */
export interface RpcCall {
  /** JSON-RPC: the method. Core API: the path below its base path, such as "/stream/transactions". */
  readonly method: string;
  /** JSON-RPC: the parameters. Core API: only the body. */
  readonly params: readonly unknown[];
}

/** The call of JSON-RPC that an endpoint asks the node in place of `call`. */
export type Asks = (call: RpcCall) => Promise<RpcCall>;

/** Replaces `result` in a lying endpoint's answer, or returns it unchanged. */
export type Lie = (call: RpcCall, result: unknown) => unknown;

/**
 * A misbehaviour. Dead: closes every connection. Silent: accepts everything and answers nothing. Slow: answers late.
 * Lying: asks the node something else where it has `asks`, and changes results.
 */
export type RpcFault =
  | { readonly kind: 'dead' }
  | { readonly kind: 'silent' }
  | { readonly kind: 'slow'; readonly delayMs: number }
  | { readonly kind: 'lying'; readonly lie: Lie; readonly asks?: Asks };

/** What a lie returns to refuse a call of JSON-RPC with an error. */
export class RpcRefusal {
  readonly message: string;
  readonly code: number;

  constructor(message: string, code = -32_005) {
    this.message = message;
    this.code = code;
  }
}

interface RpcAnswer {
  readonly id?: unknown;
  result?: unknown;
  error?: unknown;
}

/**
 * The method of a call, in the text of a request of one call or several. No parameter of these calls has such a member.
 */
const METHOD = /"method":\s*"(\w+)"/g;

const agent = new Agent({ keepAlive: true });

/**
 * An RPC endpoint in front of a node, for JSON-RPC over HTTP and WebSocket or for a Core API. Tests can make it fail.
 * It does not read WebSocket frames, so lies work over HTTP only; the other faults work for both.
 */
export class RpcProxy {
  readonly #server: Server;
  readonly #upstream: URL;
  readonly #tunnels = new Set<Socket>();
  #fault: RpcFault | null = null;
  #requests = 0;
  readonly #calls = new Map<string, number>();

  #port = 0;

  private constructor(upstream: string) {
    this.#upstream = new URL(upstream);
    this.#server = createServer((incoming, outgoing) => {
      this.#requests++;
      // A client or node that disconnects in the middle of an answer ends only that answer.
      this.#answer(incoming, outgoing).catch(() => outgoing.destroy());
    });
    this.#server.on('upgrade', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
      void this.#tunnel(incoming, socket, head);
    });
  }

  /** Starts a proxy on loopback for the node at `upstream` (http). Port 0 chooses a free one. */
  static async start(upstream: string, port: number = 0): Promise<RpcProxy> {
    const proxy = new RpcProxy(upstream);
    await new Promise<void>((resolve, reject) => {
      proxy.#server.once('error', reject);
      proxy.#server.listen(port, '127.0.0.1', resolve);
    });
    proxy.#port = (proxy.#server.address() as AddressInfo).port;
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}${this.#basePath}`;
  }

  get webSocketUrl(): string {
    return this.url.replace('http', 'ws');
  }

  /** Path of the node's URL, without a trailing slash. */
  get #basePath(): string {
    return this.#upstream.pathname.replace(/\/$/, '');
  }

  /** HTTP requests received so far. */
  get requests(): number {
    return this.#requests;
  }

  /** Calls received so far over HTTP, by `RpcCall.method`. Each call of a batch counts. */
  get calls(): ReadonlyMap<string, number> {
    return this.#calls;
  }

  /** Sets the fault of all later requests; null ends it. */
  setFault(fault: RpcFault | null): void {
    // Nobody waits for what was asked of it while it was silent.
    const ends = fault?.kind === 'dead' || (this.#fault?.kind === 'silent' && fault?.kind !== 'silent');
    this.#fault = fault;
    if (ends) this.#dropConnections();
    if (fault?.kind === 'silent') for (const socket of this.#tunnels) socket.unpipe().pause();
  }

  /** Closes the port and every connection. */
  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#dropConnections();
    await closed;
  }

  #dropConnections(): void {
    for (const socket of this.#tunnels) socket.destroy();
    this.#server.closeAllConnections();
  }

  async #answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await readAll(incoming);
    for (const method of this.#methodsOf(incoming, body)) this.#calls.set(method, (this.#calls.get(method) ?? 0) + 1);
    const fault = this.#fault;
    if (fault?.kind === 'dead') {
      outgoing.destroy();
      return;
    }
    if (fault?.kind === 'silent') return;
    if (fault?.kind === 'slow') await sleep(fault.delayMs, undefined, { ref: false });
    const asked = fault?.kind === 'lying' && fault.asks ? await askedInstead(fault.asks, body) : body;
    const answer = await this.#forward(incoming, asked);
    const truth = await readAll(answer);
    const said = fault?.kind === 'lying' ? this.#tamper(fault.lie, incoming, body, answer, truth) : truth;
    outgoing.writeHead(answer.statusCode ?? 502, {
      'content-type': answer.headers['content-type'] ?? 'application/json',
      'content-length': said.length,
    });
    outgoing.end(said, 'latin1');
  }

  #methodsOf(incoming: IncomingMessage, body: Bytes): readonly string[] {
    const methods = [...body.matchAll(METHOD)].map(([, method = '']) => method);
    return methods.length > 0 ? methods : [this.#pathOf(incoming)];
  }

  /** The path of a request to a Core API, below its base path. */
  #pathOf({ url = '' }: IncomingMessage): string {
    return url.slice(this.#basePath.length);
  }

  /** The lying endpoint's answer instead of `truth`. Failures pass unchanged. */
  #tamper(lie: Lie, incoming: IncomingMessage, body: Bytes, answer: IncomingMessage, truth: Bytes): Bytes {
    const asked = fromBytes(body);
    if (isJsonRpc(asked)) return tamperJsonRpc(lie, asked, truth);
    if (answer.statusCode !== 200) return truth;
    return toBytes(lie({ method: this.#pathOf(incoming), params: [asked] }, fromBytes(truth)));
  }

  #forward(incoming: IncomingMessage, body: Bytes): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'content-length': body.length };
      const { hostname, port } = this.#upstream;
      request({ agent, hostname, port, method: incoming.method, path: incoming.url, headers }, resolve)
        .once('error', reject)
        .end(body, 'latin1');
    });
  }

  async #tunnel(incoming: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy());
    const fault = this.#fault;
    if (fault?.kind === 'dead') {
      socket.destroy();
      return;
    }
    if (fault?.kind === 'silent') {
      this.#tunnels.add(socket);
      socket.once('close', () => this.#tunnels.delete(socket));
      return;
    }
    if (fault?.kind === 'slow') await sleep(fault.delayMs, undefined, { ref: false });
    const upstream = connect(Number(this.#upstream.port), this.#upstream.hostname, () => {
      upstream.write(requestHead(incoming));
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    for (const [end, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      this.#tunnels.add(end);
      end.once('error', () => other.destroy());
      end.once('close', () => {
        this.#tunnels.delete(end);
        other.destroy();
      });
    }
  }
}

/** Bytes as a text of one character each. Node sends such a text together with its header in one system call. */
type Bytes = string;

const toBytes = (value: unknown): Bytes => Buffer.from(JSON.stringify(value)).toString('latin1');
const fromBytes = (bytes: Bytes): unknown => JSON.parse(Buffer.from(bytes, 'latin1').toString());

function readAll(stream: IncomingMessage): Promise<Bytes> {
  return new Promise((resolve, reject) => {
    let bytes = '';
    stream.setEncoding('latin1');
    stream.on('data', (part: string) => {
      bytes += part;
    });
    stream.once('end', () => resolve(bytes));
    stream.once('error', reject);
  });
}

function requestHead({ method, url, rawHeaders }: IncomingMessage): string {
  const headers: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) headers.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`);
  return `${method} ${url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`;
}

type JsonRpcCall = RpcCall & { readonly id?: unknown };

/** True for a request of JSON-RPC, single or batch. */
const isJsonRpc = (asked: unknown): asked is JsonRpcCall | readonly JsonRpcCall[] =>
  [asked].flat().every((one) => typeof one === 'object' && one !== null && 'method' in one);

/** The request of `body`, single or batch, with the calls that `asks` puts in place of its own. */
async function askedInstead(asks: Asks, body: Bytes): Promise<Bytes> {
  const asked = fromBytes(body) as JsonRpcCall | readonly JsonRpcCall[];
  const instead = async (call: JsonRpcCall) => ({
    ...call,
    ...(await asks({ method: call.method, params: call.params ?? [] })),
  });
  return toBytes(Array.isArray(asked) ? await Promise.all(asked.map(instead)) : await instead(asked as JsonRpcCall));
}

/** Applies `lie` to every result of an answer, single or batch. */
function tamperJsonRpc(lie: Lie, asked: JsonRpcCall | readonly JsonRpcCall[], truth: Bytes): Bytes {
  const calls = [asked].flat() as readonly JsonRpcCall[];
  const answer = fromBytes(truth) as RpcAnswer | RpcAnswer[];
  for (const one of [answer].flat()) {
    const call = calls.find(({ id }) => id === one.id);
    if (!call || !('result' in one)) continue;
    const told = lie({ method: call.method, params: call.params ?? [] }, one.result);
    delete one.result;
    if (told instanceof RpcRefusal) one.error = { code: told.code, message: told.message };
    else one.result = told;
  }
  return toBytes(answer);
}
