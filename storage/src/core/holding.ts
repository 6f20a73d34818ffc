import type { Domain, Hex } from '@causeway/protocol';

/** One asset in one wallet on one chain, under the names that each area's rows give it. */
export interface Holding {
  readonly domain: Domain;
  /** The wallet's address, in the chain's own form. */
  readonly holder: string;
  /** The same address, left-padded, as orders name it. */
  readonly sender: Hex;
  /** Local address of the token; null for the native coin. */
  readonly token: string | null;
  /** How orders name it; null when no bridge takes the asset from this chain. */
  readonly bridged: {
    readonly family: string;
    readonly assetHome: Domain;
    /** Local units of one wire unit. */
    readonly unit: bigint;
  } | null;
}
