import type { Domain, Hex, OrderState, OrderTrigger, SendOperation, UnsignedTransaction } from '@causeway/protocol';
import type { IdempotencyKey, StoredAnswer } from '../core/idempotency.ts';
import type { Fenced } from '../core/leases.ts';
import type { MessageRow } from './chain-view.ts';

/** A bridge order. Its amount is in wire units; at the edge amounts are decimal text of whole units. */
export interface OrderRow {
  /** UUID of the order. */
  readonly id: string;
  readonly origin: 'api' | 'chain';
  readonly state: OrderState;
  readonly family: string;
  readonly operation: SendOperation;
  readonly source: Domain;
  readonly destination: Domain;
  readonly assetHome: Domain;
  /** Left-padded; null until the lock is seen or the wallet is known. */
  readonly sender: Hex | null;
  readonly recipient: Hex;
  readonly wireAmount: bigint;
  readonly reference: Hex;
  readonly messageId: Hex | null;
  readonly cancelMessageId: Hex | null;
  readonly lockTransaction: string | null;
  readonly lockBlock: number | null;
  readonly mintTransaction: string | null;
  readonly refundTransaction: string | null;
  readonly requiredConfirmations: number;
  readonly signatures: number;
  readonly requiredSignatures: number;
  readonly credited: boolean;
  /** The last execution (mint, release or refund) is beyond its chain's finality. */
  readonly final: boolean;
  /** Typed code and sentence when expired by a failure, or failed. */
  readonly failureCode: string | null;
  readonly failureMessage: string | null;
  /** Avatar that ordered it; null for orders found on chain. */
  readonly avatarId: string | null;
  /** Who signs the lock: the service, with a wallet that it holds, or the one who ordered; null when found on chain. */
  readonly custody: 'service' | 'self' | null;
  /** Who the lock asks to be refunded, in the source chain's local form; null: its sender. */
  readonly refundAddress: string | null;
  /** What was handed out to be signed by the one who ordered. */
  readonly unsignedTransactions: readonly UnsignedTransaction[] | null;
  /** Facts for display, as at the creation: exchangeRate, exchangeRateToken, valueUsd. */
  readonly details: Readonly<Record<string, string | null>>;
  readonly expiresAtMs: number | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly completedAtMs: number | null;
  /** Increases with every change; the ETag. */
  readonly version: number;
}

/** Fields a transition may set along with the state. */
export type OrderPatch = Partial<
  Pick<
    OrderRow,
    | 'sender'
    | 'messageId'
    | 'cancelMessageId'
    | 'lockTransaction'
    | 'lockBlock'
    | 'mintTransaction'
    | 'refundTransaction'
    | 'signatures'
    | 'credited'
    | 'final'
    | 'failureCode'
    | 'failureMessage'
  >
>;

/** One page of a list: `nextCursor` is null at the end. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

export type NewOrder = Omit<
  OrderRow,
  | 'id'
  | 'state'
  | 'signatures'
  | 'credited'
  | 'final'
  | 'failureCode'
  | 'failureMessage'
  | 'createdAtMs'
  | 'updatedAtMs'
  | 'completedAtMs'
  | 'version'
  | 'messageId'
  | 'cancelMessageId'
  | 'lockTransaction'
  | 'lockBlock'
  | 'mintTransaction'
  | 'refundTransaction'
>;

/** What an order must still be for a transition to apply. */
export interface Expected extends Fenced {
  readonly states?: readonly OrderState[];
  readonly version?: number;
}

/** The idempotency key that a creation was asked under and the answer it gets, both written with the order. */
export interface Idempotent extends IdempotencyKey {
  answer(order: OrderRow): StoredAnswer;
}

/** What one wallet on one chain pays with: the tokens of one asset of a family. */
export interface Wallet {
  readonly family: string;
  readonly source: Domain;
  readonly assetHome: Domain;
  /** Left-padded. */
  readonly sender: Hex;
}

/** Orders and their states: the only writer of an order's state. */
export interface OrderRepository {
  /**
   * Creates an order in state created with its first event; `id` is a new UUID v7. With `idempotent`, the answer of
   * its key is finished in the same transaction, so that a crash leaves both or neither. An API order has a
   * reference of its own: throws RangeError for the zero reference, and refuses one that is taken.
   */
  create(order: NewOrder, idempotent?: Idempotent): Promise<OrderRow>;
  get(id: string): Promise<OrderRow | undefined>;
  byMessage(messageId: Hex): Promise<OrderRow | undefined>;
  /** Orders in any of `states`, oldest first. */
  inStates(states: readonly OrderState[], limit: number): Promise<readonly OrderRow[]>;
  /** Orders in created or locking whose expiry is at or before `nowMs`, oldest first. */
  overdue(nowMs: number, limit: number): Promise<readonly OrderRow[]>;
  /** Orders of an avatar that are not in a final state. */
  countOpen(avatarId: string): Promise<number>;
  /** How many orders are in each state. */
  countByState(): Promise<Readonly<Record<OrderState, number>>>;
  /**
   * Wire units of the orders that the service is to lock from a wallet and whose lock has not been seen (created or
   * locking), exact at any number of them.
   */
  owed(wallet: Wallet): Promise<bigint>;
  /** Newest first; `cursor` is the nextCursor of the page before. */
  list(
    filter: { readonly avatarId?: string; readonly state?: OrderState },
    cursor: string | null,
    limit: number,
  ): Promise<Page<OrderRow>>;
  /**
   * Applies `trigger` by the table of protocol/order-state, writes `patch` and the event row, all in one transaction.
   * Facts that the trigger undoes are reset unless `patch` sets them (lockVanished: messageId, lockBlock,
   * signatures; executionVanished: mintTransaction; and so on, see order-transition.ts).
   * Returns undefined and changes nothing when there is no such order, the table has no such transition from its
   * state, or it is not as `expected`.
   */
  transition(id: string, trigger: OrderTrigger, patch?: OrderPatch, expected?: Expected): Promise<OrderRow | undefined>;
  /** Writes facts that are no transition (signatures, final) with an event row when one changed. */
  update(id: string, patch: OrderPatch, fenced?: Fenced): Promise<OrderRow | undefined>;
  /**
   * Binds a seen lock or burn to its order: by reference and family, operation, source, destination, recipient, asset
   * and wireAmount, in created, locking or expired; else creates an order with origin "chain". An order found on
   * chain before takes its lock back after a reorganisation if the sender is the same too. Transition lockSeen.
   * Idempotent by messageId: a bound order only follows the lock to another block. Call it from the loop that scans
   * the bridge, so that no rollback comes between. Throws RangeError for a Cancel.
   */
  matchLock(
    row: MessageRow,
    requiredConfirmations: number,
    requiredSignatures: number,
    fenced?: Fenced,
  ): Promise<OrderRow>;
  /** Locks and burns seen at one bridge that no order is bound to yet, oldest first: what a crash may have left. */
  unmatched(family: string, source: Domain, limit: number): Promise<readonly MessageRow[]>;
}
