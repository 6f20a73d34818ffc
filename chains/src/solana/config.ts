import { z } from 'zod';
import { commonSettings, laterFinal } from '../chain-settings.ts';

/** Settings of Solana clusters. */
export const solanaSettings = z.strictObject({
  ...commonSettings,
  ...laterFinal,
  /** The highest price per compute unit that the payer offers and a signer accepts, millionths of a lamport. */
  maxComputeUnitPriceMicroLamports: z.int().min(0).default(1_000_000),
});
export type SolanaSettings = Readonly<z.infer<typeof solanaSettings>>;
