import type { BlockTimes } from './block-times.ts';
import type { Catalogue } from './catalogue.ts';

/** The areas' access to the bridge: its routes and its block times. */
export interface BridgeContext {
  readonly catalogue: Catalogue;
  readonly blockTimes: BlockTimes;
  /** True when the assets of a connected network are worth something. */
  readonly ofValue: boolean;
}
