/** An asset to give. `address` is null for the chain's coin. */
export interface Pourable {
  readonly address: string | null;
  readonly decimals: number;
}

/** An asset that a faucet gives, with the usual and the largest amount of one request, whole units. */
export interface Offer extends Pourable {
  readonly symbol: string;
  readonly usual: bigint;
  readonly most: bigint;
}

/** Sends `units` of an asset to an address of its chain, and waits until they are there. Returns the transaction. */
export type Pour = (asset: Pourable, to: string, units: bigint) => Promise<string>;
