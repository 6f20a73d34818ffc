import type { Domain, Hex } from '@causeway/protocol';
import type { Fenced } from '../core/leases.ts';
import type { LaneKey, MessageRow, PaidFields, RootRow } from './chain-view.ts';

/**
 * Something that a destination did and that the final messages of the source do not account for. `root`: a root in
 * force is not the root of the source's messages. `execution`: what was executed is no message of the source, or was
 * paid otherwise.
 */
export interface LaneDifference {
  readonly lane: LaneKey;
  readonly kind: 'root' | 'execution';
  /** The first nonce of the interval in decimal, or the executed message's id. */
  readonly subject: string;
  /** Where the destination did it. */
  readonly blockNumber: number;
  readonly transaction: string;
  /** What differs, in a sentence. */
  readonly detail: string;
  /** When this party noticed it first, Unix milliseconds. */
  readonly sinceMs: number;
}

/** A root that was not found to be that of the source's messages. */
export interface UncomparedRoot extends RootRow {
  /** False when a newer root or a drop of the interval took its place. */
  readonly inForce: boolean;
  /** Some of its messages were pruned, because they had ended. */
  readonly pruned: boolean;
}

/** An execution that was not found to agree with its message. */
export interface UncomparedExecution {
  readonly messageId: Hex;
  /** What its event says; absent in rows of earlier releases. */
  readonly paid: PaidFields | undefined;
  readonly blockNumber: number;
  readonly transaction: string;
  /** Absent while no such message is known. */
  readonly message: MessageRow | undefined;
}

/** The amount of one asset on its way over a lane. */
export interface InFlight {
  readonly source: Domain;
  readonly assetHome: Domain;
  readonly wireAmount: bigint;
}

/** The result of a comparison. */
export interface Compared {
  /** Roots in force that agree, or that nothing is left to compare with. Differences of their intervals end. */
  readonly roots: readonly RootRow[];
  /** Messages whose execution at `domain` of `family` agrees. Differences about them end. */
  readonly executions: readonly { readonly family: string; readonly domain: Domain; readonly messageId: Hex }[];
  /** Differences, as they were when first seen. */
  readonly differences: readonly LaneDifference[];
}

/**
 * The comparison of what destinations did with what sources sent. A row is compared once and then left out: what is not
 * compared yet or differs stays, and is looked at again, so nothing is judged for good by a view that was behind.
 */
export interface ComparisonRepository {
  /** The roots of a lane from nonce `from` on that are not compared, by interval; at most `limit`. */
  uncomparedRoots(lane: LaneKey, from: bigint, limit: number): Promise<readonly UncomparedRoot[]>;
  /** The executions at a bridge that are not compared, oldest first; at most `limit`. */
  uncomparedExecutions(family: string, domain: Domain, limit: number): Promise<readonly UncomparedExecution[]>;
  /** The domains of whose messages a bridge has roots on record. */
  sourcesOf(family: string, destination: Domain): Promise<readonly Domain[]>;
  /** The highest block of a bridge with an outcome that was pruned; undefined when none was. */
  prunedTo(family: string, destination: Domain): Promise<number | undefined>;
  record(compared: Compared, fenced?: Fenced): Promise<void>;
  /** Differences that count, oldest first: of one bridge's inbound lanes, or of all. */
  differences(family?: string, destination?: Domain): Promise<readonly LaneDifference[]>;
  /** True when the lane differs in either direction: what was forged in one comes back by the other. */
  differs(lane: LaneKey): Promise<boolean>;
  /**
   * The executions `messageIds` count no more: an administrator replaced their roots. Fully durable. Returns the
   * differences that ended.
   */
  acknowledge(messageIds: readonly Hex[], atMs: number): Promise<readonly LaneDifference[]>;
  /**
   * Wire units of `assetHome`'s asset in final locks or burns of `lane` that have no outcome: what may still be
   * executed.
   */
  waitingAmount(lane: LaneKey, assetHome: Domain): Promise<bigint>;
  /**
   * What is recorded on its way to a bridge and has no outcome there: messages of every kind, also those that are not
   * final, summed by source and asset.
   */
  inFlight(family: string, destination: Domain): Promise<readonly InFlight[]>;
}
