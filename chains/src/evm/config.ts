import { z } from 'zod';
import { commonSettings, laterFinal } from '../config/chain-settings.ts';
import { nativeAsset, testToken } from '../deploy/deploy-settings.ts';

/** Settings of EVM chains. */
export const evmSettings = z.strictObject({
  ...commonSettings,
  ...laterFinal,
  /** The highest fee per unit of gas that the payer offers, gwei: from a wei to a coin. */
  maxFeePerGasGwei: z.number().min(1e-9).max(1e9).default(500),
});
export type EvmSettings = Readonly<z.infer<typeof evmSettings>>;

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'must be an EVM address');

/** What the `deploy` section says of EVM networks. */
export const evmDeploySettings = {
  member: address,
  guardian: address,
  network: z.strictObject({
    asset: z.discriminatedUnion('type', [
      nativeAsset,
      z.strictObject({ type: z.literal('erc20'), address }),
      testToken,
    ]),
  }),
};
