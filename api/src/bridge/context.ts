import type { BlockTimes } from './block-times.ts';
import type { Catalogue } from './catalogue.ts';
import type { WalletDirectory } from './wallets.ts';

/** What the areas know of the bridge: what moves where, how fast, and whose wallets are held here. */
export interface BridgeContext {
  readonly catalogue: Catalogue;
  readonly blockTimes: BlockTimes;
  readonly wallets: WalletDirectory;
}
