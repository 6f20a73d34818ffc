import { parseExactJson } from '@causeway/protocol';
import { z } from 'zod';
import { parsePrice } from '../fixed.ts';

/** A public price source: the request for an asset's price, and the schema of the answer. */
export interface PriceSource {
  readonly name: SourceName;
  /** Path and query for the price in US dollars of the asset with the source's `id`. */
  path(id: string): string;
  /** Price (18 fixed decimals) and time of an answer; throws ZodError on any other shape. */
  read(answer: unknown, id: string, receivedAtMs: number): { readonly price: bigint; readonly observedAtMs: number };
}

export const SOURCE_NAMES = ['coingecko', 'coinbase', 'kraken', 'pyth'] as const;
export type SourceName = (typeof SOURCE_NAMES)[number];

/** A positive decimal as text. JSON numbers are read as their source text. */
export const priceText = z.string().transform((text, context) => {
  const price = parsePrice(text);
  if (price !== undefined) return price;
  context.addIssue('not a positive decimal');
  return z.NEVER;
});

/** Unix seconds as text. */
export const unixSeconds = z
  .string()
  .regex(/^\d{9,11}$/)
  .transform((text) => Number(text) * 1000);

/** Largest answer read, bytes. */
const MAX_ANSWER = 256 * 1024;

/**
 * The JSON answer of `url` with numbers as text. Throws on a status other than 200, on a large answer, and on invalid
 * JSON.
 */
export async function fetchExactJson(url: string, timeoutMs: number, stop: AbortSignal): Promise<unknown> {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), stop]),
  });
  if (response.status !== 200 || response.body === null) {
    await response.body?.cancel();
    throw new Error(`status ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body) {
    length += chunk.byteLength;
    if (length > MAX_ANSWER) throw new Error('the answer is too large');
    chunks.push(chunk);
  }
  return parseExactJson(Buffer.concat(chunks).toString('utf8'));
}
