import type { Row } from '../core/dialect.ts';
import type { Page } from '../core/page.ts';
import type { WalletTables } from './schema.ts';

/**
 * A plain transfer from a custodial wallet. requested: stored, not signed yet. sent: signed and handed to the network.
 * included: in a block that a reorganisation can still remove. completed, failed: for good.
 */
export type TransferRow = Row<WalletTables['walletTransfers']>;

/** Lists of transfers. */
export interface TransferReading {
  get(id: string): Promise<TransferRow | undefined>;
  /** Newest first; `cursor` is the previous page's nextCursor. */
  list(walletId: string, cursor: string | null, limit: number, skip?: number): Promise<Page<TransferRow>>;
  /** Transfers in `requested`, oldest first. */
  requested(limit: number): Promise<readonly TransferRow[]>;
  /** Transfers of an avatar in `requested`, oldest first; an avatar has a limited number of them. */
  requestedOf(avatarId: string): Promise<readonly TransferRow[]>;
}
