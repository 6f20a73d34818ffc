import { z } from 'zod';
import { LATER_FINAL, laterFinal } from '../chain-settings.ts';

/** Settings of Solana clusters beside the common ones. */
export const solanaSettings = z.strictObject({
  ...laterFinal,
  /** The highest price per compute unit that the payer offers and a signer accepts, millionths of a lamport. */
  maxComputeUnitPriceMicroLamports: z.int().min(0),
});

export const SOLANA_DEFAULTS = { ...LATER_FINAL, maxComputeUnitPriceMicroLamports: 1_000_000 } as const;
