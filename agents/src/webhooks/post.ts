import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { PermittedAddresses } from './addresses.ts';

/** The addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;

/** All addresses that the system's resolver has. */
export const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true });

/** Longest body of an answer that is read; a longer one counts as none. */
const ANSWER_BYTES = 16 * 1024;

/** The answer of a receiver. */
export interface PostAnswer {
  readonly status: number;
  /** The body's JSON, when one is wanted and the answer has one. */
  readonly json: unknown;
}

/** A request that must not be sent. */
class Refused extends Error {
  override readonly name = 'Refused';
}

/**
 * The addresses of a name that webhooks may go to, for the socket that connects to them: what the name has later does
 * not matter.
 */
const permittedLookup =
  (permitted: PermittedAddresses, protocol: string, resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    const answer = async () => {
      const found = await resolve(hostname);
      const allowed = found.filter(({ address }) => permitted.permits(address, protocol));
      const [first] = allowed;
      if (first === undefined) throw new Refused('the name has no address that webhooks may go to');
      return { first, allowed };
    };
    answer().then(
      ({ first, allowed }) =>
        options.all === true ? callback(null, [...allowed]) : callback(null, first.address, first.family),
      (error: Error) => callback(error, '', 0),
    );
  };

/** The JSON of an answer's body; undefined when it has none, or is too long. */
async function jsonOf(answer: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of answer) {
    length += (part as Buffer).length;
    if (length > ANSWER_BYTES) return undefined;
    parts.push(part as Buffer);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch {
    return undefined;
  }
}

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether the answer's body is of interest; it is not read otherwise. */
  readonly wantsAnswer: boolean;
  readonly permitted: PermittedAddresses;
  readonly resolve: Resolve;
  readonly signal: AbortSignal;
}

/**
 * Sends one POST on a connection of its own, to a permitted address, and follows no redirect. Rejects when there is no
 * answer, or when the URL may not be called; resolves with every status otherwise.
 */
export async function post({ url: text, headers, body, wantsAnswer, permitted, resolve, signal }: Post) {
  const refusal = permitted.refusalOf(text);
  if (refusal !== undefined) throw new Refused(refusal);
  const url = new URL(text);
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const answer = await new Promise<IncomingMessage>((done, fail) => {
    const request = send(url, {
      ...{ method: 'POST', agent: false, signal },
      lookup: permittedLookup(permitted, url.protocol, resolve),
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    });
    request.once('response', done).once('error', fail).end(body);
  });
  try {
    const status = answer.statusCode ?? 0;
    const accepted = status >= 200 && status < 300;
    // A body that ends too late changes nothing about the status.
    const json = wantsAnswer && accepted ? await jsonOf(answer).catch(() => undefined) : undefined;
    return { status, json } satisfies PostAnswer;
  } finally {
    answer.destroy();
  }
}

/** What the owner of an endpoint reads about a request without an answer; never an address behind a name. */
export function failureText(error: unknown): string {
  if (error instanceof Refused) return error.message;
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown };
  if (name === 'AbortError' || name === 'TimeoutError') return 'no answer in time';
  return typeof code === 'string' ? code : 'the request failed';
}
