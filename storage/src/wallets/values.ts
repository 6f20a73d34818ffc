/** What a limit of a day is about. The last two are allowances. */
export type LimitSubject = 'avatar' | 'wallet' | 'apiKey' | 'agent';

/** Who spends from a wallet, and how sure the service is of it. */
export type SpenderKind = 'recent' | 'session' | 'apiKey' | 'agent';

/** An amount of an asset, exact whatever the decimals of a chain's token: `units` of 10^-`decimals`. */
export interface Quantity {
  readonly units: bigint;
  readonly decimals: number;
}
