import { z } from 'zod';
import { commonSettings } from '../config/chain-settings.ts';
import { label, nativeAsset, testToken } from '../deploy/deploy-settings.ts';
import { decodeAddress, type RadixEntity } from './address.ts';

/** Settings of Radix networks. */
export const radixSettings = z.strictObject({
  ...commonSettings,
  /** The tip that the payer offers on top of a transaction's fee, and the highest that a signer accepts, percent. */
  tipPercentage: z.int().min(0).max(1_000).default(0),
  /** The fee that the oracle's payer reserves for a transaction, and the highest that a signer accepts, whole XRD. */
  maxFeeXrd: z.int().min(5).max(1_000).default(25),
});
export type RadixSettings = Readonly<z.infer<typeof radixSettings>>;

const isEntity = (text: string, ...entities: readonly RadixEntity[]) => {
  const address = decodeAddress(text);
  return address !== null && entities.includes(address.entity);
};

/** What the `deploy` section says of Radix networks. The guardian may be one non-fungible: RESOURCE:#1#. */
export const radixDeploySettings = {
  member: z.string().refine((text) => isEntity(text, 'account'), 'must be a Radix account'),
  guardian: z
    .string()
    .refine(
      (text) => isEntity(text.replace(/:.*$/s, ''), 'account', 'resource'),
      'must be a Radix account, resource or non-fungible',
    ),
  network: z.strictObject({
    asset: z.discriminatedUnion('type', [
      nativeAsset,
      z.strictObject({
        type: z.literal('resource'),
        address: z.string().refine((text) => isEntity(text, 'resource'), 'must be a Radix resource'),
        symbol: label,
        name: label,
      }),
      testToken.extend({ decimals: z.int().min(0).max(18) }),
    ]),
    /** What wallets show of the bridge; it cannot be changed later. */
    dapp: z
      .strictObject({
        definition: z.string().refine((text) => isEntity(text, 'account'), 'must be a Radix account'),
        iconUrl: z.url(),
      })
      .partial()
      .optional(),
  }),
};
