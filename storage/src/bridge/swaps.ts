import type { BlockRef, Domain, EventPosition, Hex, SwapEvent } from '@causeway/protocol';
import type { Fenced } from '../core/leases.ts';
import type { OrderRow } from './orders.ts';
import type { SwapRow } from './swap-row.ts';

/** An order of mode swap. */
export interface SwapOrder {
  readonly order: OrderRow;
  readonly swap: SwapRow;
}

/** An event of a settler that tells of a swap's end, in the form of a scan. Its amount is within that of terms. */
export interface ScannedSwapEvent {
  readonly swapId: Hex;
  readonly type: Exclude<SwapEvent['type'], 'delivered' | 'swept'>;
  /** Local address of who filled or was paid; null where the event names nobody. */
  readonly account: string | null;
  /** Local units. */
  readonly amount: bigint;
  /** The chain towards which a return went; null otherwise. */
  readonly home: Domain | null;
  readonly at: EventPosition;
}

/** A settler's events up to the block `to`, which the view of its bridge has recorded, written in one transaction. */
export interface SwapScanRow {
  readonly family: string;
  readonly domain: Domain;
  readonly to: BlockRef;
  /** The newest final block. */
  readonly finalTo: number;
  readonly events: readonly ScannedSwapEvent[];
}

/** Which open swaps a list has. Absent members leave none out. */
export interface OpenSwapFilter {
  readonly domain?: Domain;
  readonly solverId?: string;
  /** Swaps of this account's avatars are listed from their order on, all others from their lock on. */
  readonly accountId?: string;
}

/** What the settlers show of orders of mode swap. The states of their orders follow in the same transactions. */
export interface SwapRepository {
  /** The swaps of these orders, by the order's id. */
  of(orderIds: readonly string[]): Promise<ReadonlyMap<string, SwapRow>>;
  /** The first block to read of a bridge's settler; undefined while nothing is to be seen there. */
  scanFrom(family: string, domain: Domain): Promise<number | undefined>;
  /**
   * Records what a settler emitted, moves the orders of these swaps, and returns the moved ones. Events of unknown
   * ids are left out. Changes nothing when the bridge's view has not the block `to`: a reorganisation took it back.
   */
  record(scan: SwapScanRow, fenced?: Fenced): Promise<readonly SwapOrder[]>;
  /**
   * Swaps whose input has not left and which nobody has filled, oldest first; `after` is the order id of the last one
   * before.
   */
  open(filter: OpenSwapFilter, after: string | null, limit: number): Promise<readonly SwapOrder[]>;
  /** Orders that have ended for their solver, whose record has not taken them yet, oldest first. */
  outcomesDue(limit: number): Promise<readonly SwapOrder[]>;
}
