import { z } from 'zod';
import { commonSettings } from '../chain-settings.ts';

/** Settings of Radix networks. */
export const radixSettings = z.strictObject({
  ...commonSettings,
  /** The tip that the payer offers on top of a transaction's fee, and the highest that a signer accepts, percent. */
  tipPercentage: z.int().min(0).max(1_000).default(0),
  /** The fee that the oracle's payer reserves for a transaction, and the highest that a signer accepts, whole XRD. */
  maxFeeXrd: z.int().min(5).max(1_000).default(25),
});
export type RadixSettings = Readonly<z.infer<typeof radixSettings>>;
