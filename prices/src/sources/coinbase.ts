import { z } from 'zod';
import { type PriceSource, priceText } from './source.ts';

const ticker = z.object({ price: priceText, time: z.iso.datetime({ offset: true }) });

/** Coinbase Exchange's ticker of the last trade: `{ "price": "3012.41", "time": "2026-01-05T12:00:00.123Z", … }`. */
export const coinbase: PriceSource = {
  name: 'coinbase',
  path: (id) => `/products/${encodeURIComponent(id)}/ticker`,
  read(answer) {
    const { price, time } = ticker.parse(answer);
    return { price, observedAtMs: Date.parse(time) };
  },
};
