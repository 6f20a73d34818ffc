import { z } from 'zod';

/** Settings of Radix networks beside the common ones. */
export const radixSettings = z.strictObject({
  /** The tip that the payer offers on top of a transaction's fee, and the highest that a signer accepts, percent. */
  tipPercentage: z.int().min(0).max(1_000),
  /** The fee that the oracle's payer reserves for a transaction, and the highest that a signer accepts, whole XRD. */
  maxFeeXrd: z.int().min(5).max(1_000),
});

export const RADIX_DEFAULTS = { tipPercentage: 0, maxFeeXrd: 25 } as const;
