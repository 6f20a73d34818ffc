import type { Head } from '@causeway/chains';
import { type BlockRef, type Domain, type Failure, fail, type Hex, ok, type Result } from '@causeway/protocol';
import type { ChainViewRepository, ScanRow } from '@causeway/storage';
import type { ReadBridge } from '../bridges.ts';
import { Completeness, type Depth, type Gap, provenPart } from './completeness.ts';
import { RecordedBlocks } from './recorded-blocks.ts';
import { eventsIn, lateIn, sortEvents } from './scan-row.ts';

/** A change in the view of one bridge. Ids may repeat. */
export interface ViewChange {
  readonly family: string;
  readonly domain: Domain;
  readonly head: BlockRef;
  /** Outbound messages that were seen. */
  readonly seen: readonly Hex[];
  /** Outbound messages that became final. */
  readonly final: readonly Hex[];
  /** Outbound messages that a reorganisation removed. */
  readonly vanished: readonly Hex[];
  /** Messages to this bridge whose outcome was seen, became final or was removed. */
  readonly outcomes: readonly Hex[];
  /** Messages that an earlier scan of their block, or of their outcome's block, did not show. */
  readonly late: readonly Hex[];
}

/** Called for every change after it was written and before the watcher continues. */
export type ViewListener = (change: ViewChange) => Promise<void>;

/** Recorded blocks that are compared with the chain at a time. */
const PAGE = 64;
/** Chain time after which every lane is compared with its own counters, milliseconds. */
const CHECK_MS = 15_000;
/** Newer heads that a turn tries when events are missing up to its head. */
const NEWER_HEADS = 2;
/** Turns with missing events before earlier blocks are read again, and then after how many more. */
const FIRST_REREAD = 3;
const REREAD_EVERY = 20;

type Change = { -readonly [K in 'seen' | 'final' | 'vanished' | 'outcomes' | 'late']: Hex[] };

/** True when the chain counts events that no scan shows yet. */
const isMissing = (result: Result<unknown>): boolean => !result.ok && result.error.code === 'EVENTS_MISSING';

/**
 * Keeps one bridge's part of a chain view equal to the chain: fills the gap from the cursor to the head, removes the
 * blocks that a reorganisation removed, and marks final blocks. It passes no block up to which the bridge's own counters
 * name events that it has not seen. Relayer and signers each run their own.
 */
export class Watcher {
  readonly bridge: ReadBridge;
  readonly #provider: ReadBridge['provider'];
  readonly #view: ChainViewRepository;
  readonly #onChange: ViewListener;
  readonly #completeness: Completeness;
  readonly #blocks: RecordedBlocks;
  #head: BlockRef | undefined;
  /** Newest block whose events this process marked final. */
  #finalTo: number | undefined;
  /** A confirmed head that need not be read again. */
  #announced: Head | undefined;
  /** Blocks with events that this process scanned and that are not final yet. */
  readonly #eventBlocks = new Set<number>();
  /** The block from which this process scanned. Of earlier blocks it does not know which have events. */
  #scannedFrom: number | undefined;
  /** The newest block at which every lane had the bridge's own counters, as far as this process compared them. */
  #agreed: BlockRef | undefined;
  /** Chain time of that comparison, Unix milliseconds. */
  #agreedMs = Number.NEGATIVE_INFINITY;
  /** Newest block that was scanned before. What a later scan finds at or below it was late. */
  #scannedTo: number | undefined;
  /** What the last check missed. */
  #gaps: readonly Gap[] = [];
  /** Transactions since that comparison that this release cannot read. */
  readonly #unreadable = new Set<string>();
  /** Transactions that named the bridge for nothing, since the start of this process. */
  #unrelated = 0;
  /** Turns in a row that ended because events were missing. */
  #missingTurns = 0;
  /** True when this turn moved the cursor back to read blocks again. */
  #reread = false;
  #running: Promise<Result<void>> | undefined;
  #queued: Promise<Result<void>> | undefined;

  constructor(bridge: ReadBridge, view: ChainViewRepository, onChange: ViewListener = async () => {}) {
    this.bridge = bridge;
    this.#provider = bridge.provider;
    this.#view = view;
    this.#onChange = onChange;
    this.#completeness = new Completeness(bridge, view);
    this.#blocks = new RecordedBlocks(bridge, view);
  }

  /** The newest processed head. */
  get head(): BlockRef | undefined {
    return this.#head;
  }

  /** Newest block whose events are marked final; undefined before the first. */
  get finalTo(): number | undefined {
    return this.#finalTo;
  }

  /** Lanes whose own counters name events that no scan showed, as of the last turn. */
  get gaps(): readonly Gap[] {
    return this.#gaps;
  }

  /** Transactions that cost reads and had no event of the bridge. */
  get unrelated(): number {
    return this.#unrelated;
  }

  /** Announces a head that a quorum confirmed, for the next turn. */
  announce(head: Head): void {
    this.#announced = head;
  }

  /**
   * Brings the view up to the chain's state after this call: a turn that already runs does not count, and callers that
   * arrive meanwhile share the next one. Fails with the provider's codes, DEEP_REORG, INCONSISTENT_EVENT,
   * EVENTS_CONTRADICT or EVENTS_MISSING.
   */
  advance(): Promise<Result<void>> {
    if (!this.#running) return this.#start();
    this.#queued ??= this.#running.then(() => {
      this.#queued = undefined;
      return this.#start();
    });
    return this.#queued;
  }

  /** Advances until the view includes block `number`. Fails like `advance`, or with NOT_REACHED. */
  async reach(number: number): Promise<Result<void>> {
    // The first turn may process an older announced head; the second asks for the newest.
    for (let turn = 0; turn < 2 && (this.#head?.number ?? -1) < number; turn++) {
      const advanced = await this.advance();
      if (!advanced.ok) return advanced;
    }
    if ((this.#head?.number ?? -1) >= number) return ok(undefined);
    return fail('NOT_REACHED', `block ${number} is not readable yet`, true);
  }

  #start(): Promise<Result<void>> {
    this.#running = this.#turn().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #turn(): Promise<Result<void>> {
    const announced = this.#announced ? ok(this.#announced) : await this.#provider.head();
    this.#announced = undefined;
    if (!announced.ok) return announced;
    const change: Change = { seen: [], final: [], vanished: [], outcomes: [], late: [] };
    const before = await this.#cursor();
    this.#scannedTo ??= before?.number;
    this.#reread = false;
    let head = announced.value;
    let result = await this.#follow(head, change);
    // The chain may count events after the head. A newer head shows them, or how much is complete.
    for (let tried = 0; tried < NEWER_HEADS && isMissing(result); tried++) {
      const newer = await this.#provider.head();
      if (!newer.ok || newer.value.number <= head.number) break;
      head = newer.value;
      result = await this.#follow(head, change);
    }
    if (isMissing(result)) result = this.#nameCause(await this.#afterMissing(before, result));
    else if (result.ok) this.#missingTurns = 0;
    // Changes that were written before a failure are announced too, because no later turn would do so.
    const { family, domain } = this.#provider;
    if (result.ok) this.#head = result.value ?? head;
    if (result.ok || Object.values(change).some((ids) => ids.length > 0)) {
      await this.#onChange({ family, domain, head, ...change });
    }
    return result.ok ? ok(undefined) : result;
  }

  /** A turn that moved the cursor succeeded as far as that. */
  async #afterMissing(
    before: BlockRef | undefined,
    missing: Result<BlockRef | undefined>,
  ): Promise<Result<BlockRef | undefined>> {
    const cursor = await this.#cursor();
    if (cursor && cursor.number > (before?.number ?? -1) && !this.#reread) {
      this.#missingTurns = 0;
      return ok(cursor);
    }
    this.#missingTurns += 1;
    return missing;
  }

  /** Names transactions that cannot be read as the cause of what is missing: only a newer release reads them. */
  #nameCause(result: Result<BlockRef | undefined>): Result<BlockRef | undefined> {
    const [first] = this.#unreadable;
    if (result.ok || first === undefined) return result;
    return fail(
      'TRANSACTION_VERSION_UNKNOWN',
      `transaction ${first} is newer than this release: ${result.error.message}`,
    );
  }

  /** Follows the chain up to `head`, which it returns. */
  async #follow(head: Head, change: Change): Promise<Result<BlockRef | undefined>> {
    const final = await this.#provider.finalNumber(head);
    if (!final.ok) return final;
    let cursor = await this.#cursor();
    if (cursor && cursor.number >= head.number) {
      const checked = await this.#checkRecorded(cursor, head, change);
      if (!checked.ok) return checked;
      cursor = checked.value;
    }
    if (cursor?.number === head.number && !this.#agreed) {
      const { family, domain } = this.#provider;
      const nothing: ScanRow = { family, domain, to: cursor, messages: [], outcomes: [], roots: [] };
      const checked = await this.#recordComplete(nothing, 'all lanes', cursor, head, change);
      if (!checked.ok) return checked;
      cursor = checked.value;
    }
    while ((cursor?.number ?? this.bridge.deployedAtBlock - 1) < head.number) {
      const scanned: Result<BlockRef | undefined> = await this.#scanNext(cursor, head, change);
      if (!scanned.ok) return scanned;
      cursor = scanned.value;
    }
    if (!cursor) return ok(head);
    const finalized = await this.#finalize(Math.min(final.value, cursor.number), cursor, head, change);
    return finalized.ok ? ok(head) : finalized;
  }

  #cursor(): Promise<BlockRef | undefined> {
    return this.#view.cursor(this.#provider.family, this.#provider.domain);
  }

  /** Scans the next range. Returns the new cursor, which is lower than before after a reorganisation. */
  async #scanNext(cursor: BlockRef | undefined, head: Head, change: Change): Promise<Result<BlockRef | undefined>> {
    const from = (cursor?.number ?? this.bridge.deployedAtBlock - 1) + 1;
    const to = from + this.bridge.chain.logRange - 1;
    this.#scannedFrom ??= from;
    const scan = await this.#provider.scan(from, to < head.number ? to : head);
    if (!scan.ok) return scan;
    const { unrelated = 0, unreadable = [] } = scan.value;
    this.#unrelated += unrelated;
    for (const transaction of unreadable) this.#unreadable.add(transaction);
    // Checked after the scan, which proves that the scanned blocks follow the recorded chain.
    if (cursor) {
      const canonical = await this.#blocks.precedes(cursor, head);
      if (!canonical.ok) return canonical;
      if (!canonical.value) return this.#takeBack(head, change);
    }
    const sorted = sortEvents(this.#provider, scan.value.events, scan.value.to);
    if (!sorted.ok) return sorted;
    const isDue = this.#unreadable.size > 0 || head.timeMs - this.#agreedMs >= CHECK_MS;
    const depth = to < head.number ? 'scan' : isDue ? 'all lanes' : 'its lanes';
    return this.#recordComplete(sorted.value, depth, cursor, head, change);
  }

  /** Records `scan` and moves the cursor to its last block, unless the bridge counts events that are not there. */
  async #recordComplete(
    scan: ScanRow,
    depth: Depth,
    cursor: BlockRef | undefined,
    head: Head,
    change: Change,
  ): Promise<Result<BlockRef | undefined>> {
    const gaps = await this.#completeness.check(scan, depth);
    if (!gaps.ok) return gaps;
    this.#gaps = gaps.value;
    if (gaps.value.length > 0) return this.#incomplete(scan, gaps.value, cursor, head, change);
    const recorded = await this.#record(scan, cursor, head, change);
    if (recorded.ok && depth === 'all lanes') {
      this.#agreed = scan.to;
      this.#agreedMs = head.timeMs;
      this.#unreadable.clear();
    }
    return recorded;
  }

  async #record(
    scan: ScanRow,
    cursor: BlockRef | undefined,
    head: Head,
    change: Change,
  ): Promise<Result<BlockRef | undefined>> {
    const late = await lateIn(scan, this.#scannedTo, this.#view);
    const recorded = await this.#view.recordScan(scan);
    if (!recorded.ok) {
      return recorded.error.code === 'SCAN_CONTRADICTS'
        ? this.#resolve(recorded.error, cursor, head, change)
        : recorded;
    }
    for (const { at } of eventsIn(scan)) this.#eventBlocks.add(at.block.number);
    this.#scannedTo = Math.max(this.#scannedTo ?? -1, scan.to.number);
    change.seen.push(...scan.messages.map((row) => row.messageId));
    change.outcomes.push(...(await this.#counted(scan.outcomes)));
    change.late.push(...late);
    return ok(scan.to);
  }

  /**
   * Handles a scan without all events that the bridge counts. It records the part that the scan proves complete. Events
   * that stay missing may lie before the cursor, which a catch-up or an older release moved: then the cursor goes back to
   * where the record was last right.
   */
  async #incomplete(
    scan: ScanRow,
    gaps: readonly Gap[],
    cursor: BlockRef | undefined,
    head: Head,
    change: Change,
  ): Promise<Result<BlockRef | undefined>> {
    const isTime = (this.#missingTurns + 1 - FIRST_REREAD) % REREAD_EVERY === 0;
    if (isTime && !this.#reread && cursor) {
      const right = this.#lastRight(gaps);
      if (right < cursor.number) return this.#readAgain(right);
    }
    const part = provenPart(scan, gaps, cursor);
    if (part) {
      const recorded = await this.#record(part, cursor, head, change);
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
    const before = ({ after }: Gap) => (after?.number ?? this.bridge.deployedAtBlock) - 1;
    return Math.min(...gaps.map((gap) => (gap.of === 'executions' ? before(gap) : (counters ?? before(gap)))));
  }

  /** Moves the cursor back to block `number`, so that the blocks above are scanned again. */
  async #readAgain(number: number): Promise<Result<BlockRef | undefined>> {
    const { family, domain } = this.#provider;
    let block: BlockRef | undefined;
    if (number >= this.bridge.deployedAtBlock) {
      const found = await this.#provider.block(number);
      if (!found.ok) return found;
      if (!found.value) return fail('BLOCK_UNAVAILABLE', `block ${number} is not readable now`, true);
      block = found.value;
    }
    await this.#view.readAgain(family, domain, block);
    this.#reread = true;
    this.#finalTo = Math.min(this.#finalTo ?? number, number);
    return ok(block);
  }

  /** The messages among `outcomes` that go to this bridge. Outcomes of other bridges do not count. */
  async #counted(outcomes: readonly { readonly messageId: Hex }[]): Promise<readonly Hex[]> {
    const recorded = await Promise.all(outcomes.map(({ messageId }) => this.#view.outcome(messageId)));
    const { domain } = this.#provider;
    return recorded.flatMap((outcome) => (outcome?.domain === domain ? [outcome.messageId] : []));
  }

  /**
   * Removes the records that a contradicting scan disproves. When all recorded blocks are still on the chain, the next
   * scan would contradict the records again: that is a failure, and the next turn tries again.
   */
  async #resolve(
    contradiction: Failure,
    cursor: BlockRef | undefined,
    head: BlockRef,
    change: Change,
  ): Promise<Result<BlockRef | undefined>> {
    const left = await this.#takeBack(head, change);
    if (!left.ok || left.value?.number !== cursor?.number) return left;
    const { name } = this.#provider;
    return fail(
      'EVENTS_CONTRADICT',
      `${name} contradicts itself without a reorganisation: ${contradiction.message}`,
      true,
    );
  }

  /** Handles a head without new blocks. Returns the cursor, or the last block on which chain and records agree. */
  async #checkRecorded(cursor: BlockRef, head: BlockRef, change: Change): Promise<Result<BlockRef | undefined>> {
    // A lagging endpoint shows a lower head too. Only a different recorded block proves a reorganisation.
    const recorded = await this.#blocks.newest(cursor.number - head.number + 1);
    const below = recorded.find((block) => block.number <= head.number);
    if (!below) return ok(cursor);
    const canonical =
      below.number === head.number ? ok(below.hash === head.hash) : await this.#blocks.isCanonical(below, head);
    if (!canonical.ok) return canonical;
    return canonical.value ? ok(cursor) : this.#takeBack(head, change);
  }

  /** Rolls the view back to the newest recorded block that the chain still has. Returns the cursor after it. */
  async #takeBack(head: BlockRef, change: Change): Promise<Result<BlockRef | undefined>> {
    const kept = await this.#blocks.newestOnChain(head);
    if (!kept.ok) return kept;
    return this.#rollBack(kept.value?.number ?? this.bridge.deployedAtBlock - 1, change);
  }

  async #rollBack(number: number, change: Change): Promise<Result<BlockRef | undefined>> {
    const { family, domain, name } = this.#provider;
    const gone = await this.#view.rollback(family, domain, number);
    if (gone.finalityViolated.length > 0) {
      return fail(
        'DEEP_REORG',
        `${name} changed down to block ${number}, below ${gone.finalityViolated.length} final rows`,
      );
    }
    change.vanished.push(...gone.messages);
    change.outcomes.push(...gone.outcomes);
    if (this.#agreed && this.#agreed.number > number) this.#agreed = undefined;
    this.#scannedTo = Math.min(this.#scannedTo ?? number, number);
    return ok(await this.#cursor());
  }

  /** Marks events up to `number` final, after comparing their blocks with the chain once more. */
  async #finalize(number: number, cursor: BlockRef, head: BlockRef, change: Change): Promise<Result<void>> {
    const { family, domain } = this.#provider;
    const from = this.#finalTo ?? -1;
    if (number <= from) return ok(undefined);
    const recorded = await this.#blocks.newest(cursor.number - from);
    const due = recorded.filter((block) => block.number > from && block.number <= number && this.#mayHoldEvents(block));
    due.reverse();
    for (let at = 0; at < due.length; at += PAGE) {
      const page = due.slice(at, at + PAGE);
      const checks = await Promise.all(page.map((block) => this.#blocks.isCanonical(block, head)));
      for (const [index, check] of checks.entries()) {
        if (!check.ok) return check;
        if (check.value) continue;
        const rolledBack = await this.#rollBack((page[index] as BlockRef).number - 1, change);
        return rolledBack.ok ? fail('REORG_AT_FINALITY', 'a block changed while it became final', true) : rolledBack;
      }
    }
    const became = await this.#view.finalize(family, domain, number);
    this.#finalTo = number;
    for (const block of this.#eventBlocks) if (block <= number) this.#eventBlocks.delete(block);
    change.final.push(...became.messages);
    change.outcomes.push(...became.outcomes);
    return ok(undefined);
  }

  #mayHoldEvents({ number }: BlockRef): boolean {
    return number < (this.#scannedFrom ?? Number.POSITIVE_INFINITY) || this.#eventBlocks.has(number);
  }
}
