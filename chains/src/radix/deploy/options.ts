import type { NetworkDeployOptions } from '../../deploy/deployer.ts';

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
  readonly dapp?: DappChoice;
}

/** What wallets show of a bridge. The bridge, its locker and its bridged tokens name both, and nobody can change it. */
export interface DappChoice {
  /** An account of the operator that claims the bridge's entities; the deployer's account when absent. */
  readonly definition?: string;
  /** Icon of the bridge and of its bridged tokens. */
  readonly iconUrl?: string;
}
