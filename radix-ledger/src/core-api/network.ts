/** What names a Radix network. */
export interface Network {
  readonly id: number;
  /** What requests name it by. */
  readonly logicalName: string;
  /** What its addresses say after the kind of entity: `account_sim1…`. */
  readonly hrpSuffix: string;
}

export const SIMULATOR: Network = { id: 242, logicalName: 'simulator', hrpSuffix: 'sim' };
