import type { BlockRef, Domain, EventPosition, Failure, Hex, Message, Result, Status } from '@causeway/protocol';
import type { Fenced } from '../core/leases.ts';

/** A lane: one direction between two bridges of one asset family. */
export interface LaneKey {
  readonly family: string;
  readonly source: Domain;
  readonly destination: Domain;
}

/** An outbound message from its source. Orphaned rows are deleted; final rows never change. */
export interface MessageRow {
  readonly messageId: Hex;
  readonly family: string;
  readonly message: Message;
  readonly at: EventPosition;
  readonly final: boolean;
}

/** What an execution paid, by its own event. */
export interface PaidFields {
  readonly operation: 'mintTokens' | 'releaseTokens';
  readonly recipient: Hex;
  readonly wireAmount: bigint;
  readonly reference: Hex;
}

/** An execution or cancellation from the destination. */
export interface OutcomeRow {
  readonly messageId: Hex;
  readonly status: Exclude<Status, 'none' | 'replaced'>;
  readonly domain: Domain;
  readonly credited: boolean;
  readonly at: EventPosition;
  readonly final: boolean;
}

/** What a sender sent, and the time of its block, Unix milliseconds. */
export interface SentRow {
  readonly messageId: Hex;
  readonly wireAmount: bigint;
  readonly timeMs: number;
}

/** A root that is committed on the destination. */
export interface RootRow {
  readonly lane: LaneKey;
  readonly firstNonce: bigint;
  readonly count: number;
  readonly root: Hex;
  readonly at: EventPosition;
}

/** How far one lane is recorded without a gap. */
export interface LaneRecord {
  /** The lowest nonce that is not recorded, or, of roots, that no recorded interval holds. */
  readonly next: bigint;
  /** The block of the last record before it; absent before the first. */
  readonly block?: BlockRef;
}

/** Where the part of a bridge's history begins that a view scanned itself, without a gap up to its cursor. */
export interface OwnScans {
  readonly fromBlock: number;
  /** Time of the block before, Unix milliseconds; 0 when the scan began at the deployment. */
  readonly afterTimeMs: number;
}

/** A watcher's findings in the blocks up to `to` of one bridge, written in one transaction. */
export interface ScanRow {
  readonly family: string;
  readonly domain: Domain;
  readonly to: BlockRef;
  readonly messages: readonly Omit<MessageRow, 'final' | 'family'>[];
  readonly outcomes: readonly ScannedOutcome[];
  readonly roots: readonly RootRow[];
}

/** An outcome in the form of a scan. `paid` is absent for cancellations. */
export interface ScannedOutcome extends Omit<OutcomeRow, 'final' | 'domain'> {
  readonly paid?: PaidFields;
}

/** The result of a rollback: the rows that it removed, or the reason why it removed none. */
export interface RollbackResult {
  /** Messages that vanished. */
  readonly messages: readonly Hex[];
  /** Messages whose outcome vanished. */
  readonly outcomes: readonly Hex[];
  /**
   * Final messages above the block, themselves or by their outcome. If there is one, nothing was rolled back: the chain
   * broke its finality (or its RPCs lie), and an operator must decide.
   */
  readonly finalityViolated: readonly Hex[];
}

/**
 * A rollback that takes back final rows as well. Of the blocks below them it is not known which the chain still has.
 */
export interface EvenFinal {
  /** The block above which every block is scanned again; undefined for all of them. */
  readonly readAfter: BlockRef | undefined;
}

/** What one bridge emitted above a block, final or not. */
export interface AboveBlock {
  readonly messages: readonly Hex[];
  /** Messages whose outcome it emitted there. */
  readonly outcomes: readonly Hex[];
  /** Number of committed or replaced roots. */
  readonly roots: number;
  /** Ids of the orders that a rollback to the block would move back. */
  readonly orders: readonly string[];
}

/** Why a scan is not recorded: it contradicts what is. */
export type ViewWriteCode = 'SCAN_CONTRADICTS';

/** What one bridge emitted in some blocks, as it is recorded. */
export type RecordedEvents = Pick<ScanRow, 'messages' | 'outcomes' | 'roots'>;

/** The failures of a watcher's turn after which its view may show what the chain does not have. */
export const BREAKING_CODES = ['DEEP_REORG', 'EVENTS_CONTRADICT', 'REORG_AT_FINALITY'] as const;

/** A bridge's view that must not be acted on: a turn ended with `code`, and none has succeeded since. */
export interface BrokenView {
  readonly family: string;
  readonly domain: Domain;
  /** How the newest such turn ended, and why. */
  readonly code: (typeof BREAKING_CODES)[number];
  readonly reason: string;
  /** When the first such turn ended, Unix milliseconds. */
  readonly sinceMs: number;
}

/** Whether a turn has succeeded up to the chain's head, so that a broken view is whole again. */
export interface Mending {
  readonly mends?: boolean;
}

/** One party's own view of the chains. The relayer and every signer have their own, in separate databases. */
export interface ChainViewRepository {
  /** The newest scanned block of a bridge, or undefined before the first scan. */
  cursor(family: string, domain: Domain): Promise<BlockRef | undefined>;
  /** Recorded blocks from the newest downwards, for finding the depth of a reorganisation. */
  recentBlocks(family: string, domain: Domain, limit: number): Promise<readonly BlockRef[]>;
  /**
   * Records a scan and moves the cursor forward, in one transaction. Repeating it changes nothing. It is not flushed at
   * once, because a lost scan is repeated after a power failure. Fails with SCAN_CONTRADICTS (retryable) and writes
   * nothing when a block, message, outcome or root of this bridge is already recorded differently: the chain was
   * reorganised, and the caller must roll back first.
   *
   * An outcome counts only from the destination bridge of its message. Outcomes of other bridges are ignored. Outcomes
   * of unknown messages are kept by emitter until the message is seen, and then count or are dropped. Of several
   * Cancels of one message the first counts.
   */
  recordScan(scan: ScanRow, fenced?: Fenced): Promise<Result<void, Failure<ViewWriteCode>>>;
  /**
   * Deletes everything above `block`; the cursor becomes the newest remaining recorded block, if any. In the same
   * transaction the affected orders go back by lockVanished, executionVanished, cancelVanished or refundVanished of the
   * order table. Refuses final rows (see RollbackResult) unless an operator's decision sets `evenFinal`: then the
   * cursor becomes its
   * `readAfter`, or none.
   */
  rollback(
    family: string,
    domain: Domain,
    block: number,
    options?: { readonly evenFinal?: EvenFinal } & Fenced,
  ): Promise<RollbackResult>;
  /** What `rollback` to `block` would delete or move back if it took final rows as well. */
  above(family: string, domain: Domain, block: number): Promise<AboveBlock>;
  /**
   * The block of the newest recorded message, outcome or root of a bridge at or below `upTo`, pruned blocks included.
   */
  newestEvent(family: string, domain: Domain, upTo: number): Promise<BlockRef | undefined>;
  /**
   * The recorded events of the lowest `most` blocks above `after`, up to `upTo`, that have any, in no particular order.
   * Outcomes that do not count are among them while they are kept.
   */
  events(family: string, domain: Domain, after: number, upTo: number, most: number): Promise<RecordedEvents>;
  /** The newest root of each interval that is committed at a bridge, without dropped intervals, by source and nonce. */
  rootsInForce(family: string, destination: Domain): Promise<readonly RootRow[]>;
  /** Number of recorded outcomes that a bridge emitted of messages that are not recorded. */
  countUnknownOutcomes(family: string, domain: Domain): Promise<number>;
  /**
   * The recorded messages of a lane with firstNonce ≤ nonce < firstNonce + count, and whether each has an outcome at
   * its destination.
   */
  outcomesOf(lane: LaneKey, firstNonce: bigint, count: number): Promise<ReadonlyMap<bigint, boolean>>;
  /** The oldest root that is recorded for an interval with `nonce`, in force or not. */
  firstRootOf(lane: LaneKey, nonce: bigint): Promise<RootRow | undefined>;
  /** What of a bridge's history this view scanned itself; undefined when nothing is known. */
  ownScans(family: string, domain: Domain): Promise<OwnScans | undefined>;
  /**
   * Notes that the next scan begins right above the cursor, at `from.fromBlock`. What this view scanned itself then
   * begins there, unless it began earlier already.
   */
  scansFrom(family: string, domain: Domain, from: OwnScans, fenced?: Fenced): Promise<void>;
  /** Forgets what this view scanned itself, because its cursor will move without a scan. */
  forgetOwnScans(family: string, domain: Domain, fenced?: Fenced): Promise<void>;
  /**
   * Marks messages and outcomes up to `block` final and prunes recorded blocks below it, except for the newest. With
   * `mends` the view is no longer broken, in the same transaction. Returns the messageIds that became final.
   */
  finalize(
    family: string,
    domain: Domain,
    block: number,
    options?: Mending & Fenced,
  ): Promise<{ readonly messages: readonly Hex[]; readonly outcomes: readonly Hex[] }>;
  /**
   * Moves the cursor of a bridge back to `block`, or before its first block, and keeps everything else: the blocks
   * above are scanned again, and what is recorded already stays as it is.
   */
  readAgain(family: string, domain: Domain, block: BlockRef | undefined, fenced?: Fenced): Promise<void>;
  /** Records that a bridge's view is broken, fully durable. Since when is kept if it was broken before. */
  markBroken(view: Omit<BrokenView, 'sinceMs'>, fenced?: Fenced): Promise<void>;
  /** The views that must not be acted on, by domain and family. */
  broken(): Promise<readonly BrokenView[]>;
  message(messageId: Hex): Promise<MessageRow | undefined>;
  /**
   * Messages of a lane with firstNonce ≤ nonce < firstNonce + count, in order; with `onlyFinal` only the final ones.
   */
  messages(lane: LaneKey, firstNonce: bigint, count: number, onlyFinal: boolean): Promise<readonly MessageRow[]>;
  /**
   * How far the messages of `lane` are recorded without a gap. Below `from`, which an earlier call returned, no gap is
   * looked for.
   */
  recordedMessages(lane: LaneKey, from?: bigint): Promise<LaneRecord>;
  /** The same for the committed intervals of `lane`. An interval that was dropped does not count. */
  recordedRoots(lane: LaneKey, from?: bigint): Promise<LaneRecord>;
  /**
   * The Cancel that the destination of the known message `messageId` emitted for it, if it was seen: it has every field
   * that such a Cancel must have. Of several, the one with the lowest nonce, which alone is paid; none for an executed
   * message.
   */
  cancelOf(messageId: Hex): Promise<MessageRow | undefined>;
  /** The outcome of the known message `messageId` at its destination, if it was seen. */
  outcome(messageId: Hex): Promise<OutcomeRow | undefined>;
  /** The committed interval that holds `nonce`; undefined when there is none, or when it was dropped. */
  rootOf(lane: LaneKey, nonce: bigint): Promise<RootRow | undefined>;
  /**
   * Final messages towards `destination` that have no outcome there yet, oldest first, without messages of the senders
   * `except`.
   */
  undelivered(
    family: string,
    destination: Domain,
    limit: number,
    except?: readonly Hex[],
  ): Promise<readonly MessageRow[]>;
  /**
   * Locks and burns of `sender` on `lane` of the asset of `assetHome`, final or not, in blocks from `fromMs` to `toMs`;
   * at most
   * `limit`, in no particular order.
   */
  sentWithin(
    lane: LaneKey,
    sender: Hex,
    assetHome: Domain,
    fromMs: number,
    toMs: number,
    limit: number,
  ): Promise<readonly SentRow[]>;
  /**
   * At most `limit` messages towards `destination`, final or not, that have no outcome there yet, by source and nonce.
   */
  waiting(family: string, destination: Domain, limit: number): Promise<readonly MessageRow[]>;
}
