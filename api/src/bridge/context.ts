import type { BlockTimes } from './block-times.ts';
import type { Catalogue } from './catalogue.ts';
import type { WalletDirectory } from './wallets.ts';

/** The areas' access to the bridge: its routes, its block times, and the custodial wallets. */
export interface BridgeContext {
  readonly catalogue: Catalogue;
  readonly blockTimes: BlockTimes;
  readonly wallets: WalletDirectory;
}
