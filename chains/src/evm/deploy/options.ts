import type { NetworkDeployOptions } from '../../deploy/deployer.ts';
import type { EvmSettings } from '../config.ts';

/** The canonical asset of a bridge: the native coin, an existing ERC-20, or a test token to deploy. */
export type AssetChoice =
  | { readonly type: 'native'; readonly symbol: string; readonly name: string }
  | { readonly type: 'erc20'; readonly address: string }
  | { readonly type: 'testToken'; readonly symbol: string; readonly name: string; readonly decimals: number };

/** A deployment to one EVM network: its content, and access to the network. */
export interface EvmDeployOptions extends NetworkDeployOptions {
  /** The EIP-155 id that the endpoints must serve; when absent, the first endpoint is asked. */
  readonly chainId?: number;
  readonly asset: AssetChoice;
  /** The highest fee per unit of gas, gwei. */
  readonly maxFeePerGasGwei?: number;
  /** What processes will ask of the endpoints: both are tried before anything is sent. */
  readonly finality?: EvmSettings['finality'];
  readonly logRange?: number;
}
