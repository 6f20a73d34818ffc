import type { Head } from '@causeway/chains';
import { type BlockRef, fail, ok, type Result } from '@causeway/protocol';
import type { ChainViewRepository, ScanRow } from '@causeway/storage';
import type { ReadBridge } from '../bridges.ts';
import type { ViewFailure } from '../failures.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import { Completeness, type Depth, type Gap, provenPart } from './completeness.ts';
import type { Finality } from './finality.ts';
import type { LaneRecords } from './lane-records.ts';
import { eventsIn, lateIn, partsOf } from './scan-row.ts';
import type { Change } from './view-change.ts';

/** Chain time after which every lane is compared with its own counters, milliseconds. */
const CHECK_MS = 15_000;
/** Turns with missing events before earlier blocks are read again, and then after how many more. */
const FIRST_REREAD = 3;
const REREAD_EVERY = 20;
/** Events that are written at once. */
const EVENTS_PER_WRITE = 200;

/**
 * True for events that a counter shows as soon as they exist. A counter that fell may have risen and fallen unseen
 * before.
 */
const isCounted = ({ of, counted, missing }: Gap): boolean =>
  of === 'messages' || (of === 'roots' && counted > missing);

/** True when the chain counts events that no scan shows yet. */
export const isMissing = (result: Result<unknown, ViewFailure>): boolean =>
  !result.ok && result.error.code === 'EVENTS_MISSING';

/**
 * Writes scans of one bridge into its view, up to where the bridge's own counters prove them complete. What stays
 * missing is read again from where the record was last right.
 */
export class Recording {
  readonly #bridge: ReadBridge;
  readonly #provider: ReadBridge['provider'];
  readonly #view: ChainViewRepository;
  readonly #completeness: Completeness;
  readonly #finality: Finality;
  /** The newest block at which every lane had the bridge's own counters when this process compared them. */
  #agreed: BlockRef | undefined;
  /** Chain time of that comparison, Unix milliseconds. */
  #agreedMs = Number.NEGATIVE_INFINITY;
  /** Newest block that was scanned before. What a later scan finds at or below it was late. */
  #scannedTo: number | undefined;
  #gaps: readonly Gap[] = [];
  /** Transactions since that comparison that this release cannot read. */
  readonly #unreadable = new Set<string>();
  /** Turns in a row that ended because events were missing. */
  #missingTurns = 0;
  /** True when this turn moved the cursor back to read blocks again. */
  #reread = false;

  constructor(bridge: ReadBridge, view: ChainViewRepository, records: LaneRecords, finality: Finality) {
    this.#bridge = bridge;
    this.#provider = bridge.provider;
    this.#view = view;
    this.#completeness = new Completeness(bridge, view, records);
    this.#finality = finality;
  }

  /** Lanes whose own counters name events that no scan showed, as of the last comparison. */
  get gaps(): readonly Gap[] {
    return this.#gaps;
  }

  /** True once this process has found every lane complete. */
  get hasAgreed(): boolean {
    return this.#agreed !== undefined;
  }

  /** A turn begins at `cursor`. */
  begin(cursor: BlockRef | undefined): void {
    this.#scannedTo ??= cursor?.number;
    this.#reread = false;
  }

  /** A turn ended without missing events. */
  succeeded(): void {
    this.#missingTurns = 0;
  }

  /**
   * The result of a turn that began at `before` and ended at `cursor` with `missing`: one that moved the cursor
   * succeeded up to there. Transactions that cannot be read are named as the cause: only a newer release reads them.
   */
  afterMissing<T>(
    before: BlockRef | undefined,
    cursor: BlockRef | undefined,
    missing: Result<T, ViewFailure>,
  ): Result<T | BlockRef, ViewFailure> {
    if (cursor && cursor.number > (before?.number ?? -1) && !this.#reread) {
      this.#missingTurns = 0;
      return ok(cursor);
    }
    this.#missingTurns += 1;
    const [first] = this.#unreadable;
    if (missing.ok || first === undefined) return missing;
    return fail(
      'TRANSACTION_VERSION_UNKNOWN',
      `transaction ${first} is newer than this release: ${missing.error.message}`,
    );
  }

  /** Everything above block `number` was taken back. */
  rewound(number: number): void {
    if (this.#agreed && this.#agreed.number > number) this.#agreed = undefined;
    this.#scannedTo = Math.min(this.#scannedTo ?? number, number);
  }

  /** Takes note of transactions that this release cannot read. */
  couldNotRead(transactions: readonly string[]): void {
    for (const transaction of transactions) this.#unreadable.add(transaction);
  }

  /** How much of a scan up to `head` is to be compared. */
  depthAt(head: BlockRef): Depth {
    const isDue = this.#unreadable.size > 0 || head.timeMs - this.#agreedMs >= CHECK_MS;
    return isDue ? 'all lanes' : 'its lanes';
  }

  /**
   * Records `scan` and moves the cursor to its last block, unless the bridge counts events that are not there. Fails
   * with EVENTS_MISSING then, and with SCAN_CONTRADICTS where the record has something else.
   */
  async recordComplete(
    scan: ScanRow,
    depth: Depth,
    cursor: BlockRef | undefined,
    head: Head,
    change: Change,
  ): Promise<Result<BlockRef | undefined, ViewFailure>> {
    const gaps = await this.#completeness.check(scan, depth);
    if (!gaps.ok) return gaps;
    this.#gaps = gaps.value;
    if (gaps.value.length > 0) return this.#incomplete(scan, gaps.value, cursor, change);
    const recorded = await this.#record(scan, change);
    if (recorded.ok && depth === 'all lanes') {
      this.#agreed = scan.to;
      this.#agreedMs = head.timeMs;
      this.#unreadable.clear();
    }
    return recorded;
  }

  async #record(scan: ScanRow, change: Change): Promise<Result<BlockRef, ViewFailure>> {
    for (const [index, part] of partsOf(scan, EVENTS_PER_WRITE).entries()) {
      // Health, streams and signing continue while a long history is recorded.
      if (index > 0) await yieldToEventLoop();
      const recorded = await this.#recordPart(part, change);
      if (!recorded.ok) return recorded;
    }
    return ok(scan.to);
  }

  async #recordPart(scan: ScanRow, change: Change): Promise<Result<void, ViewFailure>> {
    const late = await lateIn(scan, this.#scannedTo, this.#view);
    const recorded = await this.#view.recordScan(scan);
    if (!recorded.ok) return recorded;
    for (const { at } of eventsIn(scan)) this.#finality.saw(at.block.number);
    this.#scannedTo = Math.max(this.#scannedTo ?? -1, scan.to.number);
    change.seen.push(...scan.messages.map((row) => row.messageId));
    await this.#count(scan.outcomes, change);
    change.late.push(...late);
    return ok(undefined);
  }

  /**
   * Handles a scan without all events that the bridge counts. It records the part that the scan proves complete. Events
   * that stay missing may lie before the cursor, which a catch-up or an older release moved: then the cursor goes back
   * to where the record was last right.
   */
  async #incomplete(
    scan: ScanRow,
    gaps: readonly Gap[],
    cursor: BlockRef | undefined,
    change: Change,
  ): Promise<Result<BlockRef | undefined, ViewFailure>> {
    const isTime = (this.#missingTurns + 1 - FIRST_REREAD) % REREAD_EVERY === 0;
    if (isTime && !this.#reread && cursor) {
      const right = this.#lastRight(gaps);
      if (right < cursor.number) {
        const moved = await this.#readAgain(right);
        if (moved.ok) this.#completeness.willBeReadAgain(gaps);
        return moved;
      }
    }
    const part = provenPart(scan, gaps, cursor);
    if (part) {
      const recorded = await this.#record(part, change);
      if (!recorded.ok) return recorded;
    }
    const { name } = this.#provider;
    const [{ of, remote, missing }] = gaps as readonly [Gap, ...Gap[]];
    return fail(
      'EVENTS_MISSING',
      `${name} counts ${of} of the lane with ${remote} that no scan shows: ${missing}`,
      true,
    );
  }

  /** Newest block up to which nothing is missing, for all of `gaps`. */
  #lastRight(gaps: readonly Gap[]): number {
    const counters = this.#agreed?.number;
    const before = ({ after }: Gap) => (after?.number ?? this.#bridge.deployedAtBlock) - 1;
    return Math.min(...gaps.map((gap) => (isCounted(gap) ? (counters ?? before(gap)) : before(gap))));
  }

  /** Moves the cursor back to block `number`, so that the blocks above are scanned again. */
  async #readAgain(number: number): Promise<Result<BlockRef | undefined, ViewFailure>> {
    const { family, domain } = this.#provider;
    let block: BlockRef | undefined;
    if (number >= this.#bridge.deployedAtBlock) {
      const found = await this.#provider.block(number);
      if (!found.ok) return found;
      if (!found.value) return fail('BLOCK_UNAVAILABLE', `block ${number} is not readable now`, true);
      block = found.value;
    }
    await this.#view.readAgain(family, domain, block);
    this.#reread = true;
    this.#finality.readAgain(number);
    return ok(block);
  }

  /** Notes the messages among `outcomes` that go to this bridge. Outcomes of other bridges do not count. */
  async #count(outcomes: ScanRow['outcomes'], change: Change): Promise<void> {
    const recorded = await Promise.all(outcomes.map(({ messageId }) => this.#view.outcome(messageId)));
    for (const [index, outcome] of recorded.entries()) {
      if (outcome?.domain !== this.#provider.domain) continue;
      change.outcomes.push(outcome.messageId);
      const at = outcomes[index]?.at;
      const same = outcome.at.block.number === at?.block.number && outcome.at.index === at.index;
      if (!same) change.contradicted.push(outcome.messageId);
    }
  }
}
