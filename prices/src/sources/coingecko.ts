import { z } from 'zod';
import { type PriceSource, priceText, unixSeconds } from './source.ts';

/** CoinGecko's simple price: `{ "ethereum": { "usd": 3012.4, "last_updated_at": 1711356300 } }`. */
export const coingecko: PriceSource = {
  name: 'coingecko',
  path: (id) => {
    const query = new URLSearchParams({
      ids: id,
      vs_currencies: 'usd',
      include_last_updated_at: 'true',
      precision: 'full',
    });
    return `/api/v3/simple/price?${query}`;
  },
  read(answer, id) {
    const entry = z.object({ usd: priceText, last_updated_at: unixSeconds });
    const { [id]: coin } = z.object({ [id]: entry }).parse(answer);
    const { usd, last_updated_at } = coin as z.infer<typeof entry>;
    return { price: usd, observedAtMs: last_updated_at };
  },
};
