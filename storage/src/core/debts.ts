import type { Domain, Hex } from '@causeway/protocol';
import type { Steps } from './steps.ts';

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

/** What a wallet can spend of an asset, as read from its chain. */
export interface Funds {
  readonly holding: Holding;
  /** The balance without the reserve for fees, local units. */
  readonly free: bigint;
  /** The newest event before the balance was read (events.latest). What left the wallet after it counts as owed. */
  readonly asOf: number;
}

/**
 * What an area will still take of a holding, or has taken after the event `asOf`, in local units. The balance at `asOf`
 * shows none of it.
 */
export type Debt = (holding: Holding, asOf: number) => Steps<bigint>;

/** What all areas together will still take of a holding. */
export function* owed(debts: readonly Debt[], { holding, asOf }: Omit<Funds, 'free'>): Steps<bigint> {
  let sum = 0n;
  for (const debt of debts) sum += yield* debt(holding, asOf);
  return sum;
}
