import type { NetworkDeployOptions } from '../../deployer.ts';

/** The canonical asset of a bridge: SOL, an SPL token that exists, or a test token to create. */
export type SolanaAssetChoice =
  | { readonly type: 'native'; readonly symbol: string; readonly name: string }
  | { readonly type: 'spl'; readonly address: string; readonly symbol: string; readonly name: string }
  | { readonly type: 'testToken'; readonly symbol: string; readonly name: string; readonly decimals: number };

/** What is deployed to one Solana cluster, and how it is reached. */
export interface SolanaDeployOptions extends NetworkDeployOptions {
  readonly asset: SolanaAssetChoice;
  /** Keeps the program's upgrade authority with the deployer; else nobody can ever change the program. */
  readonly upgradeable?: boolean;
  /** The most ever offered per compute unit, in millionths of a lamport. */
  readonly maxComputeUnitPriceMicroLamports?: number;
}
