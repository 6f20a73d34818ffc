import type { Head, Scan } from '@causeway/chains';
import { type BlockRef, fail, ok, type Result } from '@causeway/protocol';
import type { ChainViewRepository, ScanRow } from '@causeway/storage';
import type { ReadBridge } from '../bridges.ts';
import type { ViewFailure } from '../failures.ts';
import type { Depth, Gap } from './completeness.ts';
import { Finality } from './finality.ts';
import { LaneRecords } from './lane-records.ts';
import { RecordedBlocks } from './recorded-blocks.ts';
import { isMissing, Recording } from './recording.ts';
import { Rewinding } from './rewinding.ts';
import { sortEvents } from './scan-row.ts';
import { type Broken, Soundness } from './soundness.ts';
import { StateCheck } from './state-check.ts';
import { type Change, noChange, type ViewListener } from './view-change.ts';

/** Newer heads that a turn tries when events are missing up to its head. */
const NEWER_HEADS = 2;
/** Most ranges that one turn scans, all at once. */
const RANGES_PER_TURN = 4;

/** A view that is more than one range behind its chain, and where in this process that began. */
export interface Behind {
  readonly from: number;
  /** The newest block that is recorded. */
  readonly block: number;
  readonly head: number;
}

/** Blocks to scan together. The last one is a number, or the confirmed head. */
interface Range {
  readonly from: number;
  readonly to: number | Head;
}

/**
 * Keeps one bridge's part of a chain view equal to the chain: fills the gap from the cursor to the head, removes the
 * blocks that a reorganisation removed, and marks final blocks. It passes no block up to which the bridge's own
 * counters name events that it has not seen. Relayer and signers each run their own.
 */
export class Watcher {
  readonly bridge: ReadBridge;
  readonly #provider: ReadBridge['provider'];
  readonly #view: ChainViewRepository;
  readonly #onChange: ViewListener;
  readonly #blocks: RecordedBlocks;
  readonly #rewinding: Rewinding;
  readonly #finality: Finality;
  readonly #recording: Recording;
  readonly #soundness: Soundness;
  readonly #stateCheck: StateCheck;
  #head: BlockRef | undefined;
  #behind: Behind | undefined;
  /** A confirmed head that need not be read again. */
  #announced: Head | undefined;
  /**
   * Number of transactions, since the start of this process, that reference the bridge but contain none of its events.
   */
  #unrelated = 0;
  /** The lowest block from which this process scanned without a gap. */
  #ownFrom: number | undefined;
  #running: Promise<Result<void, ViewFailure>> | undefined;
  #queued: Promise<Result<void, ViewFailure>> | undefined;

  constructor(bridge: ReadBridge, view: ChainViewRepository, onChange: ViewListener = async () => {}) {
    this.bridge = bridge;
    this.#provider = bridge.provider;
    this.#view = view;
    this.#onChange = onChange;
    this.#blocks = new RecordedBlocks(bridge, view);
    this.#rewinding = new Rewinding(bridge, view, this.#blocks, (block) => this.#recording.rewound(block));
    this.#soundness = new Soundness(bridge, view);
    this.#finality = new Finality(bridge, view, this.#blocks, this.#rewinding, this.#soundness);
    const records = new LaneRecords(bridge, view);
    this.#recording = new Recording(bridge, view, records, this.#finality);
    this.#stateCheck = new StateCheck(bridge, view, records);
  }

  /** The newest processed block. */
  get head(): BlockRef | undefined {
    return this.#head;
  }

  /** How far the view is behind its chain; undefined while it follows the head. */
  get behind(): Behind | undefined {
    return this.#behind;
  }

  /** Newest block whose events are marked final; undefined before the first. */
  get finalTo(): number | undefined {
    return this.#finality.to;
  }

  /** Why the view must not be acted on, as of the last turn; undefined while it is whole. */
  get broken(): Broken | undefined {
    return this.#soundness.broken;
  }

  /** Lanes whose own counters name events that no scan showed, as of the last turn. */
  get gaps(): readonly Gap[] {
    return this.#recording.gaps;
  }

  /** Transactions that reference the bridge without an event of it, counted without downloading all of them. */
  get unrelated(): number {
    return this.#unrelated;
  }

  /** Announces a head that a quorum confirmed, for the next turn. */
  announce(head: Head): void {
    this.#announced = head;
  }

  /**
   * Brings the view up to the chain's state after this call: a turn that already runs does not count, and callers that
   * arrive meanwhile share the next one. A turn scans only a few ranges, which stay recorded whatever happens then:
   * while the view is `behind`, further calls go on. Fails with the provider's codes, DEEP_REORG, INCONSISTENT_EVENT,
   * EVENTS_CONTRADICT or EVENTS_MISSING.
   */
  advance(): Promise<Result<void, ViewFailure>> {
    if (!this.#running) return this.#start();
    this.#queued ??= this.#running.then(() => {
      this.#queued = undefined;
      return this.#start();
    });
    return this.#queued;
  }

  /** Advances until the view includes block `number`. Fails like `advance`, or with NOT_REACHED. */
  async reach(number: number): Promise<Result<void, ViewFailure>> {
    // The first turn may process an older announced head; the second asks for the newest.
    for (let turn = 0; turn < 2 && (this.#head?.number ?? -1) < number; turn++) {
      const advanced = await this.advance();
      if (!advanced.ok) return advanced;
    }
    if ((this.#head?.number ?? -1) >= number) return ok(undefined);
    return fail('NOT_REACHED', `block ${number} is not readable yet`, true);
  }

  #start(): Promise<Result<void, ViewFailure>> {
    this.#running = this.#turn().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #turn(): Promise<Result<void, ViewFailure>> {
    const announced = this.#announced ? ok(this.#announced) : await this.#provider.head();
    this.#announced = undefined;
    if (!announced.ok) return announced;
    const change = noChange();
    const before = await this.#cursor();
    this.#recording.begin(before);
    let head = announced.value;
    let result = await this.#follow(head, change);
    // The chain may count events after the head. A newer head shows them, or how much is complete.
    for (let tried = 0; tried < NEWER_HEADS && isMissing(result); tried++) {
      const newer = await this.#provider.head();
      if (!newer.ok || newer.value.number <= head.number) break;
      head = newer.value;
      result = await this.#follow(head, change);
    }
    if (isMissing(result)) result = this.#recording.afterMissing(before, await this.#cursor(), result);
    else if (result.ok) this.#recording.succeeded();
    if (!result.ok) await this.#soundness.failed(result.error);
    // Changes that were written before a failure are announced too, because no later turn would do so.
    const { family, domain } = this.#provider;
    if (result.ok) this.#head = result.value ?? head;
    if (result.ok || Object.values(change).some((ids) => ids.length > 0)) {
      await this.#onChange({ family, domain, head: this.#head ?? head, ...change });
    }
    return result.ok ? ok(undefined) : result;
  }

  /** Follows the chain up to `head`, which it returns. */
  async #follow(head: Head, change: Change): Promise<Result<BlockRef | undefined, ViewFailure>> {
    const final = await this.#provider.finalNumber(head);
    if (!final.ok) return final;
    this.#finality.begin(final.value);
    let cursor = await this.#cursor();
    if (cursor && cursor.number >= head.number) {
      const checked = await this.#rewinding.checkRecorded(cursor, head, change);
      if (!checked.ok) return checked;
      cursor = checked.value;
    }
    if (cursor?.number === head.number && (!this.#recording.hasAgreed || this.broken)) {
      const { family, domain } = this.#provider;
      const nothing: ScanRow = { family, domain, to: cursor, messages: [], outcomes: [], roots: [] };
      const checked = await this.#record(nothing, 'all lanes', cursor, head, change);
      if (!checked.ok) return checked;
      cursor = checked.value;
    }
    for (let left = RANGES_PER_TURN; left > 0 && this.#numberOf(cursor) < head.number; ) {
      this.#notice(cursor, head);
      const ranges = this.#rangesAfter(cursor, head, left);
      left -= ranges.length;
      const scanned = await this.#scanRanges(ranges, cursor, head, change);
      if (!scanned.ok) return scanned;
      cursor = scanned.value;
    }
    this.#notice(cursor, head);
    if (!cursor) return ok(head);
    const finalized = await this.#finality.mark(Math.min(final.value, cursor.number), cursor, head, change);
    return finalized.ok ? ok(cursor.number < head.number ? cursor : head) : finalized;
  }

  #cursor(): Promise<BlockRef | undefined> {
    return this.#view.cursor(this.#provider.family, this.#provider.domain);
  }

  /** The newest recorded block, or the last one before the bridge. */
  #numberOf(cursor: BlockRef | undefined): number {
    return cursor?.number ?? this.bridge.deployedAtBlock - 1;
  }

  /** Notes how far the view is behind. A view that has begun to catch up is behind until it reaches the head. */
  #notice(cursor: BlockRef | undefined, { number }: BlockRef): void {
    const block = this.#numberOf(cursor);
    const isBehind = number - block > (this.#behind ? 0 : this.bridge.chain.logRange);
    this.#behind = isBehind ? { from: this.#behind?.from ?? block, block, head: number } : undefined;
  }

  /**
   * The next ranges up to `head`, at most `most`. The first of a process goes alone: it shows endpoints where to go on.
   */
  #rangesAfter(cursor: BlockRef | undefined, head: Head, most: number): readonly Range[] {
    const { logRange } = this.bridge.chain;
    const ranges: Range[] = [];
    let from = this.#numberOf(cursor) + 1;
    while (from <= head.number && ranges.length < (this.#finality.hasScanned ? most : 1)) {
      const to = from + logRange - 1;
      ranges.push({ from, to: to < head.number ? to : head });
      from = to + 1;
    }
    return ranges;
  }

  /** Scans `ranges` and records each. Returns the new cursor, which is lower than before after a reorganisation. */
  async #scanRanges(
    ranges: readonly Range[],
    before: BlockRef | undefined,
    head: Head,
    change: Change,
  ): Promise<Result<BlockRef | undefined, ViewFailure>> {
    await this.#noteScansFrom(before);
    this.#finality.scansFrom(this.#numberOf(before) + 1);
    const scans = await Promise.all(
      ranges.map(({ from, to }) => this.#provider.scan(from, to, this.#stateCheck.forScan())),
    );
    // Checked after the scans, which proves that the blocks of each follow the blocks of the one before.
    const ends = [before, ...scans.slice(0, -1).map((scan) => (scan.ok ? scan.value.to : undefined))];
    const follow = await Promise.all(ends.map((end) => (end ? this.#blocks.precedes(end, head) : ok(true))));
    let cursor = before;
    for (const [index, scan] of scans.entries()) {
      if (!scan.ok) return scan;
      const follows = follow[index] as Result<boolean, ViewFailure>;
      if (!follows.ok) return follows;
      if (!follows.value) return this.#rewinding.takeBack(head, change);
      const recorded = await this.#recordScan(scan.value, cursor, head, change);
      if (!recorded.ok || recorded.value?.number !== scan.value.to.number) return recorded;
      cursor = recorded.value;
      this.#notice(cursor, head);
    }
    return ok(cursor);
  }

  /**
   * Records that this view scans every block above `before` itself. Of the blocks below, the record says it already, or
   * nobody knows.
   */
  async #noteScansFrom(before: BlockRef | undefined): Promise<void> {
    const fromBlock = this.#numberOf(before) + 1;
    if (this.#ownFrom !== undefined && this.#ownFrom <= fromBlock) return;
    const { family, domain } = this.#provider;
    await this.#view.scansFrom(family, domain, { fromBlock, afterTimeMs: before?.timeMs ?? 0 });
    this.#ownFrom = fromBlock;
  }

  #recordScan(scan: Scan, cursor: BlockRef | undefined, head: Head, change: Change) {
    const { events, to, unrelated = 0, unreadable = [], changes = [] } = scan;
    change.administered.push(...changes);
    this.#unrelated += unrelated;
    this.#recording.couldNotRead(unreadable);
    const sorted = sortEvents(this.#provider, events, to);
    if (!sorted.ok) return sorted;
    const atHead = this.broken ? 'all lanes' : this.#recording.depthAt(head);
    const depth = to.number < head.number ? 'scan' : atHead;
    return this.#record(sorted.value, depth, cursor, head, change);
  }

  /** Records a scan, or takes back the blocks that it contradicts. */
  async #record(
    scan: ScanRow,
    depth: Depth,
    cursor: BlockRef | undefined,
    head: Head,
    change: Change,
  ): Promise<Result<BlockRef | undefined, ViewFailure>> {
    const recorded = await this.#recording.recordComplete(scan, depth, cursor, head, change);
    if (recorded.ok || recorded.error.code !== 'SCAN_CONTRADICTS') return recorded;
    return this.#rewinding.resolve(recorded.error, cursor, head, change);
  }
}
