import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { type LoopbackServer, listenOnLoopback } from '../loopback.ts';
import type { Faucet } from './faucet.ts';

export { askFaucet } from './ask.ts';

/** The faucet over HTTP on loopback. */
export type FaucetServer = LoopbackServer;

/** The part of a faucet that is served. */
type Giving = Pick<Faucet, 'give' | 'offers'>;

/** Longest body, bytes. */
const MOST_BYTES = 10_000;

const giftRequest = z.strictObject({
  address: z.string().min(1),
  network: z.string().optional(),
  token: z.string().optional(),
  amount: z.string().optional(),
});

/** The answers of the faucet: `GET /` lists its tokens, `POST /` gives. */
export interface FaucetAnswer {
  readonly status: number;
  readonly body: object;
}

/**
 * Serves the faucet on loopback. `POST /` takes `{address, network?, token?, amount?}` as JSON and answers
 * `{gifts: [{network, token, amount, transaction}]}`, or `{code, message}` when it refuses.
 */
export function serveFaucet(faucet: Giving, port: number): Promise<FaucetServer> {
  const server = createServer((request, response) => {
    answer(faucet, request)
      .catch((error: unknown) => refused(500, 'GIFT_FAILED', error instanceof Error ? error.message : String(error)))
      .then((told) => send(response, told))
      .catch(() => response.destroy());
  });
  return listenOnLoopback(server, port);
}

const refused = (status: number, code: string, message: string): FaucetAnswer => ({ status, body: { code, message } });

async function answer(faucet: Giving, request: IncomingMessage): Promise<FaucetAnswer> {
  if (request.method === 'GET') return { status: 200, body: { networks: faucet.offers() } };
  if (request.method !== 'POST') return refused(405, 'METHOD_NOT_ALLOWED', 'GET tells what there is, POST gives it');
  const body = giftRequest.safeParse(await readJson(request));
  if (!body.success) {
    return refused(400, 'MALFORMED_REQUEST', `send {"address", "network"?, "token"?, "amount"?}, all strings`);
  }
  const gifts = await faucet.give(body.data);
  if (gifts.ok) return { status: 200, body: { gifts: gifts.value } };
  return refused(gifts.error.code === 'CHAIN_SILENT' ? 504 : 422, gifts.error.code, gifts.error.message);
}

/** The body as JSON; undefined when it is none, or too long. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MOST_BYTES) return undefined;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    return undefined;
  }
}

function send(response: ServerResponse, { status, body }: FaucetAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
