import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '@causeway/runtime';

/** The answer of one source. */
export type StubAnswer =
  /** A current price for every asset. */
  | { readonly price: string }
  /** An older price. */
  | { readonly price: string; readonly ageMs: number }
  /** A redirect to another URL. */
  | { readonly redirectTo: string }
  /** A price after that many spaces. */
  | { readonly price: string; readonly padding: number }
  | { readonly status: number }
  | { readonly body: string }
  /** Accepts the request and never answers. */
  | 'silent'
  /** Sends the start of an answer, then nothing. */
  | 'stalls'
  /** Breaks the connection. */
  | 'breaks'
  /** An endless answer. */
  | 'endless';

export type StubSource = 'coingecko' | 'coinbase' | 'kraken' | 'pyth';

/** Answers in the shapes of the four public APIs, from their documentation. */
const SHAPES: Readonly<Record<StubSource, (url: URL, price: string, atMs: number) => string>> = {
  coingecko: (url, price, atMs) =>
    `{"${url.searchParams.get('ids')}":{"usd":${price},"last_updated_at":${Math.floor(atMs / 1000)}}}`,
  coinbase: (_url, price, atMs) =>
    JSON.stringify({
      ask: price,
      bid: price,
      volume: '12041.33812917',
      trade_id: 573_112_004,
      price,
      size: '0.00021',
      time: new Date(atMs).toISOString(),
      rfq_volume: '10.1',
      conversions_volume: '0.00',
    }),
  kraken: (url, price) =>
    JSON.stringify({
      error: [],
      result: {
        [`X${url.searchParams.get('pair')}`]: {
          a: [price, '1', '1.000'],
          b: [price, '3', '3.000'],
          c: ['1.00000', '0.00067643'],
          v: ['4083.67001100', '4412.73601799'],
          p: ['30706.77771', '30689.13205'],
          t: [34_619, 38_907],
          l: ['1.0', '1.0'],
          h: ['1.0', '1.0'],
          o: '1.0',
        },
      },
    }),
  pyth: (url, price, atMs) => {
    const [whole = '', fraction = ''] = price.split('.');
    const publish_time = Math.floor(atMs / 1000);
    const point = { price: String(BigInt(whole + fraction.padEnd(8, '0'))), conf: '509500001', expo: -8, publish_time };
    const id = url.searchParams.get('ids[]')?.replace(/^0x/, '');
    return JSON.stringify({
      binary: { encoding: 'hex', data: ['504e4155'] },
      parsed: [{ id, price: point, ema_price: point, metadata: { slot: 1, proof_available_time: publish_time } }],
    });
  },
};

/** A local server in place of the four price sources. Each has a path with its name. */
export class PriceStub {
  readonly answers = new Map<StubSource, StubAnswer>();
  /** Requests so far, as "source path". */
  readonly requests: string[] = [];
  readonly #server = createServer((request, response) => this.#handle(request, response));
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Starts the server. Returns `sources` for the configuration. */
  async start(): Promise<Record<StubSource, { url: string }>> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    const url = (name: StubSource) => ({ url: `${base}/${name}/` });
    return { coingecko: url('coingecko'), coinbase: url('coinbase'), kraken: url('kraken'), pyth: url('pyth') };
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #handle(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '', 'http://stub');
    const [, source, ...path] = url.pathname.split('/');
    const name = source as StubSource;
    this.requests.push(`${name} /${path.join('/')}${url.search}`);
    const answer = this.answers.get(name) ?? { status: 404 };
    if (answer === 'silent') return;
    if (answer === 'breaks') {
      request.socket.destroy();
      return;
    }
    if (answer === 'stalls') {
      response.writeHead(200).write('{"price":');
      return;
    }
    if (answer === 'endless') {
      const more = (): void => {
        while (!response.destroyed && response.write(' '.repeat(65_536)));
      };
      response.writeHead(200).on('drain', more);
      more();
      return;
    }
    if ('status' in answer) response.writeHead(answer.status).end('{"error":"no"}');
    else if ('body' in answer) response.end(answer.body);
    else if ('redirectTo' in answer && !url.searchParams.has('elsewhere')) {
      url.searchParams.set('elsewhere', 'yes');
      response.writeHead(302, { location: `${url.pathname}${url.search}` }).end();
    } else {
      const price = 'redirectTo' in answer ? answer.redirectTo : answer.price;
      const ageMs = 'ageMs' in answer ? answer.ageMs : 0;
      const padding = 'padding' in answer ? answer.padding : 0;
      response.end(' '.repeat(padding) + SHAPES[name](url, price, this.#clock.now() - ageMs));
    }
  }
}
