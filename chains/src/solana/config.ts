import { z } from 'zod';
import { commonSettings, laterFinal } from '../config/chain-settings.ts';
import { label, nativeAsset, testToken } from '../deploy/deploy-settings.ts';

/** Settings of Solana clusters. */
export const solanaSettings = z.strictObject({
  ...commonSettings,
  ...laterFinal,
  /** The highest price per compute unit that the payer offers and a signer accepts, millionths of a lamport. */
  maxComputeUnitPriceMicroLamports: z.int().min(0).default(1_000_000),
});
export type SolanaSettings = Readonly<z.infer<typeof solanaSettings>>;

const address = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'must be a Solana address in base58');

/** What the `deploy` section says of Solana clusters. */
export const solanaDeploySettings = {
  member: address,
  guardian: address,
  network: z.strictObject({
    asset: z.discriminatedUnion('type', [
      nativeAsset,
      z.strictObject({ type: z.literal('spl'), address, symbol: label, name: label }),
      testToken,
    ]),
    upgradeable: z.boolean().default(false),
  }),
};
