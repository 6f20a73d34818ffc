import type { OrderTrigger, Result } from '@causeway/protocol';
import type {
  Expected,
  NewOrder,
  OrderPatch,
  OrderRepository,
  OrderRow,
  StoredAnswer,
  SwapRow,
} from '@causeway/storage';
import type { IdempotencyKey } from '@causeway/storage/jobs';
import type { Funds, Spend, SpendRefused } from '../../wallets/index.ts';

/** The idempotency key of a creation and its answer, which is written together with the order. */
export interface Idempotent extends IdempotencyKey {
  /** `swap` is the one of an order of mode swap. */
  answer(order: OrderRow, swap: SwapRow | undefined): StoredAnswer;
}

/** Limits for the creation of an order. */
export interface CreationLimits {
  /** Open orders that the avatar of the order and those that are counted with it may have together. */
  readonly maxOpen: number;
  /** The avatars whose open orders are counted with the open orders of the order's avatar; itself alone when absent. */
  readonly household?: readonly string[];
  /** What the sender can spend of the asset, which is bridged; absent: any amount. */
  readonly funds?: Funds;
  /** What the order takes from a custodial wallet, with its fee; absent when its orderer sends the lock. */
  readonly spend?: Spend;
}

/** The limit that a creation would exceed. */
export type LimitExceeded =
  | { readonly code: 'TOO_MANY_OPEN' }
  | SpendRefused
  /** `reserved`: the local units of the asset that the wallet owes without the new order. */
  | { readonly code: 'FUNDS_RESERVED'; readonly reserved: bigint };

/** What an order must be for a change of it, and who pays for that. */
export interface PaidChange extends Expected {
  /**
   * The wallet that pays, in the chain's own form. When it or the account of the orderer is frozen, the change does not
   * apply: the order ends with ACCOUNT_FROZEN or WALLET_FROZEN instead, in the same transaction.
   */
  readonly payer: string;
}

/** Orders as the API places and locks them. The relayer follows them by the same table of states. */
export interface OrderStorage extends OrderRepository {
  /**
   * Creates an order if that keeps `limits`, which are compared in the same transaction: they are exact for any number
   * of orders, concurrent creations and processes. `spend` is recorded with the order, and the answer of the key of
   * `idempotent` is finished, so that a crash leaves all of it or nothing. Otherwise fails with the limit, and leaves
   * the key in flight. Throws RangeError for `funds` of an asset that is not bridged.
   */
  createWithin(
    limits: CreationLimits,
    order: NewOrder,
    idempotent?: Idempotent,
  ): Promise<Result<OrderRow, LimitExceeded>>;
  /** A transition that spends, like `transition`. */
  transitionPaid(
    id: string,
    trigger: OrderTrigger,
    patch: OrderPatch,
    change: PaidChange,
  ): Promise<OrderRow | undefined>;
  /** Facts of a lock that is signed again, or sent again, like `update`; without facts it only checks for a freeze. */
  updatePaid(id: string, patch: OrderPatch, change: Pick<PaidChange, 'payer' | 'fence'>): Promise<OrderRow | undefined>;
}
