import { z } from 'zod';
import { type PriceSource, priceText } from './source.ts';

const side = z.tuple([priceText]).rest(z.unknown());
const ticker = z.object({
  error: z.array(z.string()).max(0),
  result: z.record(z.string(), z.object({ a: side, b: side })),
});

/**
 * Kraken's ticker, `{ "error": [], "result": { "XETHZUSD": { "a": ["3012.5", …], "b": ["3012.3", …], … } } }`. It has
 * no time, so the mean of the best ask and bid gets the time of the answer.
 */
export const kraken: PriceSource = {
  name: 'kraken',
  path: (id) => `/0/public/Ticker?${new URLSearchParams({ pair: id })}`,
  read(answer, id, receivedAtMs) {
    const pairs = Object.values(ticker.parse(answer).result);
    const [pair] = pairs;
    if (pair === undefined || pairs.length > 1) throw new Error(`not one pair for ${id}`);
    return { price: (pair.a[0] + pair.b[0]) / 2n, observedAtMs: receivedAtMs };
  },
};
