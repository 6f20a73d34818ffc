import type { LimitsRecord } from '../../deployment.ts';
import type { KeyHandle } from '../../provider.ts';

/** The canonical asset of a bridge: the native coin, an ERC-20 that exists, or a test token to deploy. */
export type AssetChoice =
  | { readonly type: 'native'; readonly symbol: string; readonly name: string }
  | { readonly type: 'erc20'; readonly address: string }
  | { readonly type: 'testToken'; readonly symbol: string; readonly name: string; readonly decimals: number };

/** What is deployed to one EVM network, and how it is reached. */
export interface EvmDeployOptions {
  /** Name of the network and of its file in `deployments`. */
  readonly network: string;
  readonly rpc: readonly string[];
  /** The EIP-155 id the endpoints must serve; asked from the first endpoint when absent. */
  readonly chainId?: number;
  /** Folder of deployments/NAME.json. */
  readonly deployments: string;
  /**
   * Pays, and becomes the bridge's admin: good for local and test networks. In production the admin role is handed to a
   * timelocked multisignature (proposeAdmin, acceptAdmin) as soon as the lanes are open.
   */
  readonly key: KeyHandle;
  /** Asset family; "main" when absent. */
  readonly family?: string;
  readonly asset: AssetChoice;
  /** The Safe's owners and how many of them must sign. */
  readonly oracle: { readonly members: readonly string[]; readonly threshold: number };
  /** May pause; neither the deployer nor the Safe. */
  readonly guardian: string;
  /** Limits of the asset in wire units, here and on every remote; see defaultLimits. */
  readonly limits?: LimitsRecord;
  /** The most ever offered per unit of gas, in gwei. */
  readonly maxFeePerGasGwei?: number;
  /** How often the chain is looked at while waiting, milliseconds. */
  readonly pollMs?: number;
}
