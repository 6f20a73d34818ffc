import { z } from 'zod';
import { commonSettings, laterFinal } from '../chain-settings.ts';

/** Settings of EVM chains. */
export const evmSettings = z.strictObject({
  ...commonSettings,
  ...laterFinal,
  /** The highest fee per unit of gas that the payer offers, gwei. */
  maxFeePerGasGwei: z.number().positive().default(500),
});
export type EvmSettings = Readonly<z.infer<typeof evmSettings>>;
