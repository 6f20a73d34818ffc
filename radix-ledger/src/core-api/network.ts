/** The names of a Radix network. */
export interface Network {
  readonly id: number;
  /** The network's name in requests. */
  readonly logicalName: string;
  /** Follows the kind of entity in addresses: `account_sim1…`. */
  readonly hrpSuffix: string;
}

export const SIMULATOR: Network = { id: 242, logicalName: 'simulator', hrpSuffix: 'sim' };
