/** An asset to give. `address` is null for the chain's coin. */
export interface Pourable {
  readonly address: string | null;
  readonly decimals: number;
}

/** Sends `units` of an asset to an address of its chain, and waits until they are there. Returns the transaction. */
export type Pour = (asset: Pourable, to: string, units: bigint) => Promise<string>;
