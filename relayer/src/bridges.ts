import type {
  ChainConfig,
  ChainIdentity,
  ChainProvider,
  ChainReader,
  Deployment,
  OracleSigning,
  Sender,
} from '@causeway/chains';
import type { Domain } from '@causeway/protocol';
import type { LaneKey } from '@causeway/storage';

/** One bridge with its connection settings and the facts of its deployment. `Chain`: what its holder may do with it. */
export interface Bridge<Chain extends ChainIdentity = ChainProvider> {
  readonly provider: Chain;
  readonly chain: ChainConfig;
  /** First block that may contain an event of this bridge. */
  readonly deployedAtBlock: number;
  readonly oracle: Deployment['oracle'];
  /** Decimals of the wire units of its canonical asset. */
  readonly wireDecimals: number;
  /** Domains of the bridges with which its deployment connects it. */
  readonly remotes: readonly Domain[];
}

/** A bridge to name. */
export type NamedBridge = Bridge<ChainIdentity>;
/** A bridge to read. */
export type ReadBridge = Bridge<ChainIdentity & ChainReader>;
/** A bridge to read and to plan the oracle's transactions for. */
export type PlannedBridge = Bridge<ChainIdentity & ChainReader & OracleSigning>;
/** A bridge to submit the oracle's transactions to. */
export type SubmittedBridge = Bridge<ChainIdentity & OracleSigning & Sender>;

/** All bridges of one process, by family and domain. */
export class Bridges<Each extends NamedBridge = Bridge> {
  readonly all: readonly Each[];

  constructor(all: readonly Each[]) {
    this.all = all;
  }

  /** The bridge of `family` at `domain`, if it is in this process's configuration. */
  get(family: string, domain: Domain): Each | undefined {
    return this.all.find(({ provider }) => provider.family === family && provider.domain === domain);
  }

  /** The bridge of `family` at `domain`. Throws when it is not in this process's configuration. */
  require(family: string, domain: Domain): Each {
    const bridge = this.get(family, domain);
    if (!bridge) throw new Error(`there is no bridge of family ${family} at ${domain} here`);
    return bridge;
  }

  /** The bridges of each chain, one per family. */
  byChain(): readonly (readonly [Each, ...Each[]])[] {
    const chains = new Map<Domain, [Each, ...Each[]]>();
    for (const bridge of this.all) {
      const known = chains.get(bridge.provider.domain);
      if (known) known.push(bridge);
      else chains.set(bridge.provider.domain, [bridge]);
    }
    return [...chains.values()];
  }

  /** Every other bridge of the same family, from which messages to `bridge` come. */
  remotesOf({ provider }: NamedBridge): readonly Each[] {
    return this.all.filter(
      (other) => other.provider.family === provider.family && other.provider.domain !== provider.domain,
    );
  }
}

/** The lane from `source` to `destination`. */
export const laneOf = (source: NamedBridge, destination: NamedBridge): LaneKey => ({
  family: destination.provider.family,
  source: source.provider.domain,
  destination: destination.provider.domain,
});
