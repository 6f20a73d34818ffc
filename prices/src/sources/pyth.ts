import { z } from 'zod';
import { PRICE_DECIMALS, scale } from '../fixed.ts';
import { type PriceSource, unixSeconds } from './source.ts';

const update = z.object({
  parsed: z
    .array(
      z.object({
        id: z.string(),
        price: z.object({
          price: z.string().regex(/^[1-9]\d{0,30}$/),
          expo: z.string().regex(/^-?\d{1,2}$/),
          publish_time: unixSeconds,
        }),
      }),
    )
    .length(1),
});

/** Pyth Hermes' latest price update: an integer and a power of ten, with its publish time. */
export const pyth: PriceSource = {
  name: 'pyth',
  path: (id) => `/v2/updates/price/latest?${new URLSearchParams({ 'ids[]': id, parsed: 'true' })}`,
  read(answer, id) {
    const [feed] = update.parse(answer).parsed;
    if (feed === undefined || feed.id !== id.replace(/^0x/, '')) throw new Error(`not the feed ${id}`);
    const { price, expo, publish_time } = feed.price;
    return { price: scale(BigInt(price), PRICE_DECIMALS + Number(expo)), observedAtMs: publish_time };
  },
};
