import { z } from 'zod';
import { LATER_FINAL, laterFinal } from '../chain-settings.ts';

/** Settings of EVM chains beside the common ones. */
export const evmSettings = z.strictObject({
  ...laterFinal,
  /** The highest fee per unit of gas that the payer offers, gwei. */
  maxFeePerGasGwei: z.number().positive(),
});

export const EVM_DEFAULTS = { ...LATER_FINAL, maxFeePerGasGwei: 500 } as const;
