import type { Result } from '@causeway/protocol';
import type { NewAudit } from '../avatars/index.ts';
import type { Funds } from '../core/debts.ts';
import type { IdempotencyKey, StoredAnswer } from '../core/idempotency.ts';
import type { Row } from '../core/kit.ts';
import type { Fenced } from '../core/leases.ts';
import type { Page } from '../core/page.ts';
import type { Spend, SpendRefused } from '../core/spending.ts';
import type { WalletTables } from './schema.ts';

/**
 * A plain transfer from a custodial wallet. requested: stored, not signed yet. sent: signed and handed to the network.
 * included: in a block that a reorganisation can still remove. completed, failed: for good.
 */
export type TransferRow = Row<WalletTables['walletTransfers']>;

/** A transfer to store. */
export type NewTransfer = Omit<
  TransferRow,
  'id' | 'state' | 'transaction' | 'failureCode' | 'failureMessage' | 'createdAtMs' | 'updatedAtMs' | 'version'
>;

/** What a transfer takes from its wallet, and what that wallet can spend. */
export interface TransferLimits {
  readonly spend: Spend;
  /** What the wallet can spend of the asset; absent: any amount. */
  readonly funds?: Funds;
}

/** Facts of a transfer that change. */
export type TransferPatch = Partial<Pick<TransferRow, 'state' | 'transaction' | 'failureCode' | 'failureMessage'>>;

/** The limit that a transfer would exceed. */
export type TransferRefused =
  | SpendRefused
  /** `owed`: the local units that the wallet owes to its orders and to other transfers. */
  | { readonly code: 'OWES_TOO_MUCH'; readonly owed: bigint };

/** The answer of a transfer's Idempotency-Key, stored with the transfer. */
export interface IdempotentTransfer extends IdempotencyKey {
  answer(transfer: TransferRow): StoredAnswer;
}

/** Plain transfers from custodial wallets. */
export interface TransferRepository {
  /**
   * Stores a transfer and its spend if that keeps `limits`, which are compared in the same transaction, exact for
   * concurrent requests and processes. `audit` is recorded with it. With `idempotent`, the answer of its key is
   * finished in that transaction too. Fully durable.
   */
  request(
    transfer: NewTransfer,
    limits: TransferLimits,
    idempotent?: IdempotentTransfer,
    audit?: NewAudit,
  ): Promise<Result<TransferRow, TransferRefused>>;
  get(id: string): Promise<TransferRow | undefined>;
  /** Newest first; `cursor` is the previous page's nextCursor. */
  list(walletId: string, cursor: string | null, limit: number, skip?: number): Promise<Page<TransferRow>>;
  /** Transfers in `requested`, oldest first. */
  requested(limit: number): Promise<readonly TransferRow[]>;
  /** Transfers of an avatar in `requested`, oldest first; an avatar has a limited number of them. */
  requestedOf(avatarId: string): Promise<readonly TransferRow[]>;
  /**
   * Ends a transfer that is still `requested`, before anything of it is handed to the network. False when it is not.
   */
  endRequested(id: string, failure: Pick<TransferRow, 'failureCode' | 'failureMessage'>): Promise<boolean>;
  /** Ends a transfer that no node has taken if its wallet or its account is frozen now. True when it did. */
  endFrozen(id: string, fenced?: Fenced): Promise<boolean>;
  /**
   * Writes facts, fully durable. Returns undefined when the transfer does not exist. A transfer that would be `sent` by
   * a new transaction while its wallet or its account is frozen fails instead, with ACCOUNT_FROZEN or WALLET_FROZEN.
   */
  update(id: string, patch: TransferPatch, fenced?: Fenced): Promise<TransferRow | undefined>;
}
