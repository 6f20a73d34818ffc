import type { Result } from '@causeway/protocol';
import type { NewAudit, StoredAnswer, TransferReading, TransferRow } from '@causeway/storage';
import type { Fenced, IdempotencyKey } from '@causeway/storage/jobs';
import type { Funds } from './funds.ts';
import type { Spend, SpendRefused } from './spends.ts';

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
  /** `reserved`: the local units that the wallet owes to its orders and to other transfers. */
  | { readonly code: 'FUNDS_RESERVED'; readonly reserved: bigint };

/** The answer of a transfer's Idempotency-Key, stored with the transfer. */
export interface IdempotentTransfer extends IdempotencyKey {
  answer(transfer: TransferRow): StoredAnswer;
}

/** Plain transfers from custodial wallets. */
export interface TransferRepository extends TransferReading {
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
