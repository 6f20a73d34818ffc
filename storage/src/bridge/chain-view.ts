import type { BlockRef, Domain, EventPosition, Hex, Message, Result, Status } from '@causeway/protocol';
import type { Fenced } from '../core/leases.ts';

/** A lane: one direction between two bridges of one asset family. */
export interface LaneKey {
  readonly family: string;
  readonly source: Domain;
  readonly destination: Domain;
}

/** An outbound message as seen on its source; orphaned rows are deleted, final rows never change. */
export interface MessageRow {
  readonly messageId: Hex;
  readonly family: string;
  readonly message: Message;
  readonly at: EventPosition;
  readonly final: boolean;
}

/** An execution or cancellation as seen on the destination. */
export interface OutcomeRow {
  readonly messageId: Hex;
  readonly status: Exclude<Status, 'none' | 'replaced'>;
  readonly domain: Domain;
  readonly credited: boolean;
  readonly at: EventPosition;
  readonly final: boolean;
}

/** A root as seen committed on the destination. */
export interface RootRow {
  readonly lane: LaneKey;
  readonly firstNonce: bigint;
  readonly count: number;
  readonly root: Hex;
  readonly at: EventPosition;
}

/** What a watcher found in the blocks up to `to` of one bridge, written in one transaction. */
export interface ScanRow {
  readonly family: string;
  readonly domain: Domain;
  readonly to: BlockRef;
  readonly messages: readonly Omit<MessageRow, 'final' | 'family'>[];
  readonly outcomes: readonly Omit<OutcomeRow, 'final' | 'domain'>[];
  readonly roots: readonly RootRow[];
}

/** What a rollback took away, or why it took nothing. */
export interface RollbackResult {
  /** Messages that vanished. */
  readonly messages: readonly Hex[];
  /** Messages whose outcome vanished. */
  readonly outcomes: readonly Hex[];
  /**
   * Messages that stand above the block, themselves or by their outcome, although they were final. When there is one,
   * nothing was rolled back: the chain broke its finality (or its RPCs lie), and an operator has to decide.
   */
  readonly finalityViolated: readonly Hex[];
}

/** One party's own view of the chains: relayer and every signer have theirs, in databases of their own. */
export interface ChainViewRepository {
  /** The newest scanned block of a bridge, or undefined before the first scan. */
  cursor(family: string, domain: Domain): Promise<BlockRef | undefined>;
  /** Recorded blocks from the newest downwards: what a reorganisation is measured against. */
  recentBlocks(family: string, domain: Domain, limit: number): Promise<readonly BlockRef[]>;
  /**
   * Records a scan, which moves the cursor forward, in one transaction. Repeating it changes nothing. It is not
   * flushed at once: what a power failure takes is scanned again. Fails with SCAN_CONTRADICTS (retryable) and
   * writes nothing when a block, a message, an outcome or a root of this bridge is recorded differently already: the
   * chain was reorganised, and the caller has to roll back first.
   *
   * An outcome counts only from the bridge that its message goes to. Outcomes of other bridges are left out; outcomes of
   * unknown messages are kept by emitter until the message is seen, and then count or are dropped.
   */
  recordScan(scan: ScanRow, fenced?: Fenced): Promise<Result<void>>;
  /**
   * Forgets everything above `block`; the cursor becomes the newest recorded block that is left, if any. The orders
   * concerned go back in the same transaction, by lockVanished, executionVanished, cancelVanished or refundVanished
   * of the order table. Final rows are refused, see RollbackResult; `evenFinal` is for an operator's decision.
   */
  rollback(
    family: string,
    domain: Domain,
    block: number,
    options?: { readonly evenFinal?: boolean } & Fenced,
  ): Promise<RollbackResult>;
  /**
   * Marks messages and outcomes up to `block` final and prunes recorded blocks below it, all but the newest; the
   * messageIds that became final.
   */
  finalize(
    family: string,
    domain: Domain,
    block: number,
    fenced?: Fenced,
  ): Promise<{ readonly messages: readonly Hex[]; readonly outcomes: readonly Hex[] }>;
  message(messageId: Hex): Promise<MessageRow | undefined>;
  /** Messages of a lane with firstNonce ≤ nonce < firstNonce + count, in order; final ones only if asked. */
  messages(lane: LaneKey, firstNonce: bigint, count: number, onlyFinal: boolean): Promise<readonly MessageRow[]>;
  /** The Cancel that the destination of the known message `messageId` emitted for it, if that has been seen. */
  cancelOf(messageId: Hex): Promise<MessageRow | undefined>;
  /** What the destination of the known message `messageId` did with it, if that has been seen. */
  outcome(messageId: Hex): Promise<OutcomeRow | undefined>;
  /** The committed interval that holds `nonce`. */
  rootOf(lane: LaneKey, nonce: bigint): Promise<RootRow | undefined>;
  /** Final messages towards `destination` that have no outcome there yet, oldest first. */
  undelivered(family: string, destination: Domain, limit: number): Promise<readonly MessageRow[]>;
}
