import type { Domain, Hex, OrderState, OrderTrigger, SwapOrderState } from '@causeway/protocol';
import type { Row } from '../core/dialect.ts';
import type { Fenced } from '../core/leases.ts';
import type { Page } from '../core/page.ts';
import type { Backlog } from './backlog.ts';
import type { MessageRow } from './chain-view.ts';
import type { BridgeTables } from './schema.ts';
import type { NewSwap } from './swap-row.ts';

/** A bridge order. Its amount is in wire units; API amounts are decimal text of whole units. */
export type OrderRow = Row<BridgeTables['orders']>;

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

/** Type of the event with which an order enters `status`. */
export const entryType = (status: SwapOrderState): string => `order.${status}`;

/** The status of an order: the state of its swap, or of its bridge order. */
export const shownState = ({ state, swapState }: Pick<OrderRow, 'state' | 'swapState'>): SwapOrderState =>
  swapState ?? state;

export type { Page } from '../core/page.ts';

export type NewOrder = Omit<
  OrderRow,
  | 'id'
  | 'state'
  | 'swapState'
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
> & {
  /** Of an order of mode swap. */
  readonly swap?: NewSwap;
};

/** Conditions on the order without which a transition does not apply. */
export interface Expected extends Fenced {
  readonly states?: readonly OrderState[];
  /** The order must have one of them. */
  readonly versions?: readonly number[];
}

/** A direction between two chains. */
export interface Lane {
  readonly source: Domain;
  readonly destination: Domain;
}

/** Why an order waits for a person. */
export type Trouble = 'failed' | 'stuck';

/** Which orders everyone sees; only those whose lock was seen. */
export interface EveryonesFilter {
  /** The status of the orders. */
  readonly state?: SwapOrderState;
  /** The lanes of the orders; all when absent. */
  readonly lanes?: readonly Lane[];
}

/** An on-chain fact by which orders are found. */
export type OrderFact =
  /** A lock or burn, a mint or release, or a refund, in its chain's form. */
  | { readonly transaction: string }
  /** The order's own message, or its Cancel. */
  | { readonly messageId: Hex }
  | { readonly reference: Hex };

/** Orders and their states. Nothing else writes an order's state. */
export interface OrderRepository {
  /**
   * Creates an order in state created with its first event; `id` is a new UUID v7. An API order needs its own
   * reference: throws RangeError for the zero reference, and refuses one that is already used.
   */
  create(order: NewOrder): Promise<OrderRow>;
  get(id: string): Promise<OrderRow | undefined>;
  byMessage(messageId: Hex): Promise<OrderRow | undefined>;
  /** Orders with this on-chain fact, newest first, after the id `after`; `skip` of them are left out. */
  withFact(fact: OrderFact, after: string | null, limit: number, skip?: number): Promise<Page<OrderRow>>;
  /** Orders in any of `states`, oldest first; `after` is the id of the last one before. */
  inStates(states: readonly OrderState[], limit: number, after?: string): Promise<readonly OrderRow[]>;
  /** Orders in created that the service must lock, oldest first; `after` is the id of the last one before. */
  unlocked(after: string | null, limit: number): Promise<readonly OrderRow[]>;
  /** Orders in created whose expiry is at or before `nowMs`, oldest first; `after` is the id of the last one before. */
  overdue(nowMs: number, limit: number, after?: string): Promise<readonly OrderRow[]>;
  /** Number of orders with each status; of one avatar if given. */
  countByState(avatarId?: string): Promise<Readonly<Record<SwapOrderState, number>>>;
  /** The orders whose lock was seen and that have not ended, counted by lane and state. */
  backlog(): Promise<readonly Backlog[]>;
  /** Newest first; `state` is the status; `cursor` is the previous page's nextCursor. */
  list(
    filter: { readonly avatarId?: string; readonly state?: SwapOrderState },
    cursor: string | null,
    limit: number,
    skip?: number,
  ): Promise<Page<OrderRow>>;
  /**
   * Everybody's orders whose lock was seen, newest first, after the id `after`. With a status and lanes, a page may
   * have fewer items than `limit` although others follow.
   */
  everyones(filter: EveryonesFilter, after: string | null, limit: number): Promise<Page<OrderRow>>;
  /** Orders whose payment on `chain` failed and was credited, newest first: of a delivery there, or of a refund. */
  credited(family: string, chain: Domain, limit: number): Promise<readonly OrderRow[]>;
  /** Orders with a payment that failed and was credited, newest first, after the id `after`; whoever got it. */
  everyCredited(after: string | null, limit: number): Promise<Page<OrderRow>>;
  /**
   * Orders that wait for a person, oldest first, after the id `after`: failed ones, and stuck ones, which are in the
   * backlog and were made before `beforeMs`, Unix milliseconds.
   */
  troubled(
    filter: { readonly beforeMs: number; readonly only?: Trouble | undefined },
    after: string | null,
    limit: number,
  ): Promise<Page<OrderRow>>;
  /** Orders from or to an address on a chain, newest first; `cursor` is the previous page's nextCursor. */
  atAddress(
    place: { readonly domain: Domain; readonly address: Hex },
    cursor: string | null,
    limit: number,
    skip?: number,
  ): Promise<Page<OrderRow>>;
  /**
   * Applies `trigger` by the table of protocol/order-state, and writes `patch` and the event row in one transaction.
   * Facts that the trigger undoes are reset unless `patch` sets them (lockVanished: messageId, lockBlock, signatures;
   * executionVanished: mintTransaction; and so on, see order-transition.ts). Returns undefined and changes nothing when
   * the order does not exist, when the table has no such transition from its state, or when the order is not as
   * `expected`.
   */
  transition(id: string, trigger: OrderTrigger, patch?: OrderPatch, expected?: Expected): Promise<OrderRow | undefined>;
  /**
   * Writes facts without a transition (signatures, final), with an event row when one changed.
   */
  update(id: string, patch: OrderPatch, expected?: Pick<Expected, 'fence'>): Promise<OrderRow | undefined>;
  /**
   * Binds a seen lock or burn to its order: by reference and family, operation, source, destination, recipient, asset
   * and wireAmount, in created, locking or expired. Otherwise creates an order with origin "chain". An order that was
   * found on chain takes its lock back after a reorganisation if the sender is also the same. Applies lockSeen.
   * Idempotent by messageId: a bound order only follows the lock to another block. Call it from the loop that scans the
   * bridge, so that no rollback happens in between. Throws RangeError for a Cancel.
   */
  matchLock(
    row: MessageRow,
    requiredConfirmations: number,
    requiredSignatures: number,
    fenced?: Fenced,
  ): Promise<OrderRow>;
  /** Locks and burns at one bridge without an order, oldest first. A crash may leave them. */
  unmatched(family: string, source: Domain, limit: number): Promise<readonly MessageRow[]>;
}
