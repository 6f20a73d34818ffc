import type { NetworkDeployOptions } from '../../deployer.ts';

/** The canonical asset of a bridge: XRD, an existing fungible resource, or a test token to create. */
export type RadixAssetChoice =
  | { readonly type: 'native'; readonly symbol: string; readonly name: string }
  | { readonly type: 'resource'; readonly address: string; readonly symbol: string; readonly name: string }
  | { readonly type: 'testToken'; readonly symbol: string; readonly name: string; readonly decimals: number };

/**
 * A deployment to one Radix network: its content, and access to the network. Members of the oracle are accounts of
 * ed25519 keys. The guardian is an account (its key's signature) or a badge: a resource, or the global id of a
 * non-fungible.
 */
export interface RadixDeployOptions extends NetworkDeployOptions {
  readonly asset: RadixAssetChoice;
}
