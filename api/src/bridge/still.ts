import { finalityKnown, type Network } from '@causeway/chains';
import type { Pace } from './block-times.ts';

/** True while the newest final block of `network` is older than its chain's rule ever lets it be. */
export const isStill = ({ config }: Pick<Network, 'config'>, pace: Pace | null | undefined): boolean =>
  (pace?.final?.ageSeconds ?? 0) > finalityKnown(config).stillAfterSeconds;
