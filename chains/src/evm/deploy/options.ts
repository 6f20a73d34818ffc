import type { NetworkDeployOptions } from '../../deployer.ts';

/** The canonical asset of a bridge: the native coin, an ERC-20 that exists, or a test token to deploy. */
export type AssetChoice =
  | { readonly type: 'native'; readonly symbol: string; readonly name: string }
  | { readonly type: 'erc20'; readonly address: string }
  | { readonly type: 'testToken'; readonly symbol: string; readonly name: string; readonly decimals: number };

/** What is deployed to one EVM network, and how it is reached. */
export interface EvmDeployOptions extends NetworkDeployOptions {
  /** The EIP-155 id the endpoints must serve; asked from the first endpoint when absent. */
  readonly chainId?: number;
  readonly asset: AssetChoice;
  /** The most ever offered per unit of gas, in gwei. */
  readonly maxFeePerGasGwei?: number;
}
