import { cancelAfterSection } from '@causeway/chains';
import { z } from 'zod';

/** A decimal in whole coins. */
const coins = z.string().regex(/^\d{1,20}(?:\.\d{1,30})?$/, 'must be a decimal in whole coins');

const swaps = z.strictObject({
  /** An offer that is worse than the market's rate by more than this is not quoted, hundredths of a percent. */
  maxSpreadBps: z.int().min(0).max(10_000).default(300),
  /** The same for a better one: nobody would fill at such a rate, and the user would wait for a return. */
  maxGainBps: z.int().min(0).max(10_000).default(1_000),
  /** A solver that filled a smaller part of its latest orders in time gets no time in which it alone may fill. */
  minFilledPercent: z.int().min(0).max(100).default(90),
  /** Offers of all solvers together that are kept in memory; those who have filled an order may have as many more. */
  maxOffers: z.int().min(500).max(1_000_000).default(20_000),
  /** When the oracle cancels an order that is not delivered: as relayer and signers are configured. */
  cancelAfterSeconds: cancelAfterSection,
  /** What the transaction of a return costs beside the delivery fee, in whole native coins by network. */
  returnGas: z.record(z.string(), coins).default({}),
});

/** The members of swaps in the configuration's `api` section. */
export const swapSettings = { swaps: swaps.prefault({}) };
export type SwapSettings = z.output<typeof swaps>;
