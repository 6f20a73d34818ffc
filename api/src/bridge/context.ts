import type { BlockTimes } from './block-times.ts';
import type { Catalogue } from './catalogue.ts';
import type { LaneRules } from './lane-rules.ts';

/** The areas' access to the bridge: its routes, their limits and fees, and its block times. */
export interface BridgeContext {
  readonly catalogue: Catalogue;
  readonly blockTimes: BlockTimes;
  readonly laneRules: LaneRules;
  /** True when the assets of a connected network are worth something. */
  readonly ofValue: boolean;
}
