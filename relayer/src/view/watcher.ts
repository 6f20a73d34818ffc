import type { Head } from '@causeway/chains';
import { type BlockRef, fail, ok, type Result } from '@causeway/protocol';
import type { ChainViewRepository, ScanRow } from '@causeway/storage';
import type { ReadBridge } from '../bridges.ts';
import type { Depth, Gap } from './completeness.ts';
import { Finality } from './finality.ts';
import { RecordedBlocks } from './recorded-blocks.ts';
import { isMissing, Recording } from './recording.ts';
import { Rewinding } from './rewinding.ts';
import { sortEvents } from './scan-row.ts';
import { type Change, noChange, type ViewListener } from './view-change.ts';

/** Newer heads that a turn tries when events are missing up to its head. */
const NEWER_HEADS = 2;

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
  readonly #blocks: RecordedBlocks;
  readonly #rewinding: Rewinding;
  readonly #finality: Finality;
  readonly #recording: Recording;
  #head: BlockRef | undefined;
  /** A confirmed head that need not be read again. */
  #announced: Head | undefined;
  /** Transactions that named the bridge for nothing, since the start of this process. */
  #unrelated = 0;
  #running: Promise<Result<void>> | undefined;
  #queued: Promise<Result<void>> | undefined;

  constructor(bridge: ReadBridge, view: ChainViewRepository, onChange: ViewListener = async () => {}) {
    this.bridge = bridge;
    this.#provider = bridge.provider;
    this.#view = view;
    this.#onChange = onChange;
    this.#blocks = new RecordedBlocks(bridge, view);
    this.#rewinding = new Rewinding(bridge, view, this.#blocks, (block) => this.#recording.rewound(block));
    this.#finality = new Finality(bridge, view, this.#blocks, this.#rewinding);
    this.#recording = new Recording(bridge, view, this.#finality);
  }

  /** The newest processed head. */
  get head(): BlockRef | undefined {
    return this.#head;
  }

  /** Newest block whose events are marked final; undefined before the first. */
  get finalTo(): number | undefined {
    return this.#finality.to;
  }

  /** Lanes whose own counters name events that no scan showed, as of the last turn. */
  get gaps(): readonly Gap[] {
    return this.#recording.gaps;
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
    // Changes that were written before a failure are announced too, because no later turn would do so.
    const { family, domain } = this.#provider;
    if (result.ok) this.#head = result.value ?? head;
    if (result.ok || Object.values(change).some((ids) => ids.length > 0)) {
      await this.#onChange({ family, domain, head, ...change });
    }
    return result.ok ? ok(undefined) : result;
  }

  /** Follows the chain up to `head`, which it returns. */
  async #follow(head: Head, change: Change): Promise<Result<BlockRef | undefined>> {
    const final = await this.#provider.finalNumber(head);
    if (!final.ok) return final;
    let cursor = await this.#cursor();
    if (cursor && cursor.number >= head.number) {
      const checked = await this.#rewinding.checkRecorded(cursor, head, change);
      if (!checked.ok) return checked;
      cursor = checked.value;
    }
    if (cursor?.number === head.number && !this.#recording.hasAgreed) {
      const { family, domain } = this.#provider;
      const nothing: ScanRow = { family, domain, to: cursor, messages: [], outcomes: [], roots: [] };
      const checked = await this.#record(nothing, 'all lanes', cursor, head, change);
      if (!checked.ok) return checked;
      cursor = checked.value;
    }
    while ((cursor?.number ?? this.bridge.deployedAtBlock - 1) < head.number) {
      const scanned: Result<BlockRef | undefined> = await this.#scanNext(cursor, head, change);
      if (!scanned.ok) return scanned;
      cursor = scanned.value;
    }
    if (!cursor) return ok(head);
    const finalized = await this.#finality.mark(Math.min(final.value, cursor.number), cursor, head, change);
    return finalized.ok ? ok(head) : finalized;
  }

  #cursor(): Promise<BlockRef | undefined> {
    return this.#view.cursor(this.#provider.family, this.#provider.domain);
  }

  /** Scans the next range. Returns the new cursor, which is lower than before after a reorganisation. */
  async #scanNext(cursor: BlockRef | undefined, head: Head, change: Change): Promise<Result<BlockRef | undefined>> {
    const from = (cursor?.number ?? this.bridge.deployedAtBlock - 1) + 1;
    const to = from + this.bridge.chain.logRange - 1;
    this.#finality.scansFrom(from);
    const scan = await this.#provider.scan(from, to < head.number ? to : head);
    if (!scan.ok) return scan;
    const { unrelated = 0, unreadable = [] } = scan.value;
    this.#unrelated += unrelated;
    this.#recording.couldNotRead(unreadable);
    // Checked after the scan, which proves that the scanned blocks follow the recorded chain.
    if (cursor) {
      const canonical = await this.#blocks.precedes(cursor, head);
      if (!canonical.ok) return canonical;
      if (!canonical.value) return this.#rewinding.takeBack(head, change);
    }
    const sorted = sortEvents(this.#provider, scan.value.events, scan.value.to);
    if (!sorted.ok) return sorted;
    const depth = to < head.number ? 'scan' : this.#recording.depthAt(head);
    return this.#record(sorted.value, depth, cursor, head, change);
  }

  /** Records a scan, or takes back what it contradicts. */
  async #record(
    scan: ScanRow,
    depth: Depth,
    cursor: BlockRef | undefined,
    head: Head,
    change: Change,
  ): Promise<Result<BlockRef | undefined>> {
    const recorded = await this.#recording.recordComplete(scan, depth, cursor, head, change);
    if (recorded.ok || recorded.error.code !== 'SCAN_CONTRADICTS') return recorded;
    return this.#rewinding.resolve(recorded.error, cursor, head, change);
  }
}
