import type { NetworkDeployOptions } from '../../deploy/deployer.ts';

/** The canonical asset of a bridge: SOL, an existing SPL token, or a test token to create. */
export type SolanaAssetChoice =
  | { readonly type: 'native'; readonly symbol: string; readonly name: string }
  | { readonly type: 'spl'; readonly address: string; readonly symbol: string; readonly name: string }
  | { readonly type: 'testToken'; readonly symbol: string; readonly name: string; readonly decimals: number };

/** A deployment to one Solana cluster: its content, and access to the cluster. */
export interface SolanaDeployOptions extends NetworkDeployOptions {
  readonly asset: SolanaAssetChoice;
  /**
   * Keeps the program's upgrade authority with the deployer. When absent or false, nobody can ever change the program.
   */
  readonly upgradeable?: boolean;
  /** The highest price of a compute unit, millionths of a lamport. */
  readonly maxComputeUnitPriceMicroLamports?: number;
}
