import type { Fenced } from '../core/leases.ts';
import type { LaneKey } from './chain-view.ts';

/** What the delivery fees of one lane brought in. */
export interface LaneIncome extends LaneKey {
  /** Final locks and burns. */
  readonly messages: number;
  /** The fees that they paid, smallest units of the source's native coin. */
  readonly fees: bigint;
  /** Messages that are older than the first fee that was read. They count nothing in `fees`. */
  readonly unknown: number;
  /** The fee that was read last; null when none was. */
  readonly fee: bigint | null;
}

/** Delivery fees as they were read from the bridges, because no event of a message carries its fee. */
export interface DeliveryFeeRepository {
  /**
   * Records that `fee` was in force at `atMs`, Unix milliseconds. Writes nothing when it is the last one that was read.
   */
  note(lane: LaneKey, fee: bigint, atMs: number, fenced?: Fenced): Promise<void>;
  /**
   * The income of every lane whose fee was ever read, from messages at or after `sinceMs` of their chain's time. A
   * message counts with the fee that was in force by the last reading before it.
   */
  income(sinceMs: number): Promise<readonly LaneIncome[]>;
}
