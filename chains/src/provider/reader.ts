import type { BlockRef, BridgeEvent, Domain, Hex, Result, Status } from '@causeway/protocol';
import type { ReadFailure, ScanFailure } from '../failures.ts';
import type { AdminChange } from './changes.ts';

/** Events of blocks `from` … `to`, in order, and the reference that block `to` had when they were read. */
export interface Scan {
  readonly events: readonly BridgeEvent[];
  readonly to: BlockRef;
  /**
   * Transactions that name the bridge, and have none of its events or were not downloaded because nothing was missing.
   */
  readonly unrelated?: number;
  /**
   * Transactions that name the bridge and that this release cannot read. The bridge's counters tell whether they hold
   * events of it.
   */
  readonly unreadable?: readonly string[];
  /** What was administered in these blocks, or since the last scan where only the state shows it. May repeat. */
  readonly changes?: readonly AdminChange[];
}

/**
 * True when the caller's record together with `events` accounts for everything that the bridge's state shows at block
 * `to` or later; false also when that is unknown.
 */
export type IsComplete = (to: BlockRef, events: readonly BridgeEvent[]) => Promise<boolean>;

/** A remote's registration at a bridge. */
export interface RemoteRegistration {
  readonly bridge: Hex;
  /** Local address of the bridged token. */
  readonly token: string;
  readonly addressLength: number;
  readonly wireDecimals: number;
  readonly opened: boolean;
}

/** Both directions of the lanes with one remote. */
export interface LaneState {
  readonly nextOutboundNonce: bigint;
  readonly nextInboundNonce: bigint;
  /** Wire units of the canonical asset. */
  readonly outstanding: bigint;
  /** True while this remote is paused alone. The pauses of whole directions are apart. */
  readonly paused: boolean;
}

/** The two limit sets of a remote: "canonical" limits lock and release, "bridged" limits burn and mint. */
export type LimitSide = 'canonical' | 'bridged';

/** Limits in wire units; `available` is the bucket's current level. */
export interface LimitState {
  readonly minAmount: bigint;
  readonly maxAmount: bigint;
  readonly capacity: bigint;
  readonly refillPerSecond: bigint;
  readonly available: bigint;
}

/** The newest block of a chain. */
export interface Head extends BlockRef {
  /** Hash that `block(number − 1)` has on the same fork; absent for a chain's first block. */
  readonly parentHash?: string;
}

/** depth: as many blocks above it; tag: also the chain's `finalized` block; atOnce: a committed block is final. */
export type FinalityRule = 'depth' | 'tag' | 'atOnce';

/** Ends a subscription. Further calls do nothing. */
export type Unsubscribe = () => void;

/** Reading a bridge: its chain's blocks, its events and its state. Nothing here sends anything. */
export interface ChainReader {
  // Blocks

  head(): Promise<Result<Head, ReadFailure>>;
  /** The canonical block at `number`, or null when the chain has not reached it. */
  block(number: number): Promise<Result<BlockRef | null, ReadFailure>>;
  /**
   * The newest final block by this chain's rule: head − 32 by default, and with `finalizedTag` never beyond that tag.
   * Radix: the head, because a committed transaction is final.
   */
  finalized(): Promise<Result<BlockRef, ReadFailure>>;
  /** Number of blocks after which a message is final, at the earliest. */
  readonly finalityBlocks: number;
  /** What makes a block final: its depth alone, its depth and the chain's own word, or its commitment. */
  readonly finalityRule: FinalityRule;
  /**
   * The newest block number that is final by this chain's rule when `head` is the newest block. `finalized` reads the
   * block of that number too.
   */
  finalNumber(head: BlockRef): Promise<Result<number, ReadFailure>>;
  /**
   * Events of this bridge in blocks `from` … `to`, both included, confirmed by the configured quorum. A block that a
   * quorum confirmed before, instead of the number of the last, saves reading it again.
   *
   * A kind of chain that has to download transactions before it knows whether they have events (Solana) asks
   * `isComplete` before each part of them, and downloads no more after a yes. The other kinds ask nothing: their
   * endpoints select by the bridge itself (EVM), or a range is read whole anyway (Radix).
   */
  scan(from: number, to: number | BlockRef, isComplete?: IsComplete): Promise<Result<Scan, ScanFailure>>;
  /**
   * Subscribes to new heads, by WebSocket if one is configured and by polling. `onFailure` is called each
   * time that no head can be read.
   */
  onHead(listener: (head: Head) => void, onFailure?: () => void): Unsubscribe;

  // State

  remote(domain: Domain): Promise<Result<RemoteRegistration | null, ReadFailure>>;
  /**
   * The lanes with `domain`, at block `at` or on the newest state. Kinds of chain whose endpoints keep no old state
   * answer with a state at or after `at`.
   */
  lane(domain: Domain, at?: BlockRef): Promise<Result<LaneState, ReadFailure>>;
  limits(domain: Domain, side: LimitSide): Promise<Result<LimitState, ReadFailure>>;
  /** Delivery fee of a lock or burn towards `remote`, smallest units of this chain's native coin. */
  fee(remote: Domain): Promise<Result<bigint, ReadFailure>>;
  /** Statuses of the `count` nonces from `firstNonce`, in order; `at` as for `lane`. */
  statuses(
    source: Domain,
    firstNonce: bigint,
    count: number,
    at?: BlockRef,
  ): Promise<Result<readonly Status[], ReadFailure>>;
  /** The root of a committed interval, or null; `at` as for `lane`. */
  root(source: Domain, firstNonce: bigint, count: number, at?: BlockRef): Promise<Result<Hex | null, ReadFailure>>;
  paused(): Promise<Result<{ readonly outbound: boolean; readonly inbound: boolean }, ReadFailure>>;
  /**
   * Local units that failed payments credited to `address` and that it can claim: of the canonical asset, or of the
   * bridged token of `home`.
   */
  claimable(address: string, home?: Domain): Promise<Result<bigint, ReadFailure>>;
  /** Local units that `address` holds: of the canonical asset, or of the bridged token of `home`. */
  balance(address: string, home: Domain): Promise<Result<bigint, ReadFailure>>;
  /** Local units of the canonical asset that the bridge itself holds (Solana: its escrow, SOL above the rent). */
  holdings(): Promise<Result<bigint, ReadFailure>>;
  /**
   * Of the holdings, the local units that failed payments credited to anybody and that nobody has claimed. Radix: 0,
   * because the locker holds its credits itself.
   */
  credits(): Promise<Result<bigint, ReadFailure>>;
  /** Total supply of the bridged token of `home`, local units. */
  bridgedSupply(home: Domain): Promise<Result<bigint, ReadFailure>>;
  /** Local decimals of the canonical asset, or of the bridged token of `home`. */
  decimals(home: Domain): Promise<Result<number, ReadFailure>>;
}
