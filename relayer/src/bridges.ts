import type { ChainConfig, ChainProvider, Deployment } from '@causeway/chains';
import type { Domain } from '@causeway/protocol';
import type { LaneKey } from '@causeway/storage';

/** One bridge with its connection settings and the facts of its deployment. */
export interface Bridge {
  readonly provider: ChainProvider;
  readonly chain: ChainConfig;
  /** First block that may contain an event of this bridge. */
  readonly deployedAtBlock: number;
  readonly oracle: Deployment['oracle'];
}

/** All bridges of one process, by family and domain. */
export class Bridges {
  readonly all: readonly Bridge[];

  constructor(all: readonly Bridge[]) {
    this.all = all;
  }

  /** The bridge of `family` at `domain`, if it is in this process's configuration. */
  get(family: string, domain: Domain): Bridge | undefined {
    return this.all.find(({ provider }) => provider.family === family && provider.domain === domain);
  }

  /** The bridges of each chain, one per family. */
  byChain(): readonly (readonly [Bridge, ...Bridge[]])[] {
    const chains = new Map<Domain, [Bridge, ...Bridge[]]>();
    for (const bridge of this.all) {
      const known = chains.get(bridge.provider.domain);
      if (known) known.push(bridge);
      else chains.set(bridge.provider.domain, [bridge]);
    }
    return [...chains.values()];
  }

  /** Every other bridge of the same family, from which messages to `bridge` come. */
  remotesOf({ provider }: Bridge): readonly Bridge[] {
    return this.all.filter(
      (other) => other.provider.family === provider.family && other.provider.domain !== provider.domain,
    );
  }
}

/** The lane from `source` to `destination`. */
export const laneOf = (source: Bridge, destination: Bridge): LaneKey => ({
  family: destination.provider.family,
  source: source.provider.domain,
  destination: destination.provider.domain,
});
