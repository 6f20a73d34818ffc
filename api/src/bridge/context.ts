import type { BlockTimes } from './block-times.ts';
import type { Catalogue } from './catalogue.ts';

/** The areas' access to the bridge: its routes and its block times. */
export interface BridgeContext {
  readonly catalogue: Catalogue;
  readonly blockTimes: BlockTimes;
}
