import { z } from 'zod';

/** A symbol or a name. */
export const label = z.string().min(1);

/** A canonical asset that is the chain's own coin. */
export const nativeAsset = z.strictObject({ type: z.literal('native'), symbol: label, name: label });

/** A canonical asset that the deployment creates, for tests. */
export const testToken = z.strictObject({
  type: z.literal('testToken'),
  symbol: label,
  name: label,
  decimals: z.int().min(0).max(255),
});

/** A canonical asset, as all kinds of chain have it. */
export interface DeployedAsset {
  readonly type: string;
  readonly symbol?: string;
  readonly address?: string;
}

/** What the `deploy` section of a configuration file says of networks of one kind. */
export interface DeploySettings<Own extends z.ZodObject = z.ZodObject> {
  /** Addresses of the oracle's members. */
  readonly member: z.ZodType<string>;
  readonly guardian: z.ZodType<string>;
  /** The canonical asset, and the kind's own options. */
  readonly network: Own;
}
