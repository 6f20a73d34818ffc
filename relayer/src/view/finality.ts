import { type BlockRef, fail, ok, type Result } from '@causeway/protocol';
import type { ChainViewRepository } from '@causeway/storage';
import type { ReadBridge } from '../bridges.ts';
import type { ViewFailure } from '../failures.ts';
import type { RecordedBlocks } from './recorded-blocks.ts';
import type { Rewinding } from './rewinding.ts';
import type { Soundness } from './soundness.ts';
import type { Change } from './view-change.ts';

/** Recorded blocks that are compared with the chain at a time. */
const PAGE = 64;

/** Marks the events of one bridge's view final. */
export class Finality {
  readonly #provider: ReadBridge['provider'];
  readonly #view: ChainViewRepository;
  readonly #blocks: RecordedBlocks;
  readonly #rewinding: Rewinding;
  readonly #soundness: Soundness;
  #to: number | undefined;
  /** Blocks with events that this process scanned and that are not final yet. */
  readonly #eventBlocks = new Set<number>();
  /** The block from which this process scanned. Of earlier blocks it does not know which have events. */
  #scannedFrom: number | undefined;
  /** Newest block that was final when this turn began. */
  #finalBefore = -1;

  constructor(
    { provider }: ReadBridge,
    view: ChainViewRepository,
    blocks: RecordedBlocks,
    rewinding: Rewinding,
    soundness: Soundness,
  ) {
    this.#provider = provider;
    this.#view = view;
    this.#blocks = blocks;
    this.#rewinding = rewinding;
    this.#soundness = soundness;
  }

  /** Newest block whose events this process marked final. */
  get to(): number | undefined {
    return this.#to;
  }

  /** Takes note of a scan from block `from`. */
  scansFrom(from: number): void {
    this.#scannedFrom ??= from;
  }

  get hasScanned(): boolean {
    return this.#scannedFrom !== undefined;
  }

  /** Scans begin while block `final` is final. */
  begin(final: number): void {
    this.#finalBefore = final;
  }

  /** Takes note of an event in block `number`. A block that was final before it was read need not be compared again. */
  saw(number: number): void {
    if (number > this.#finalBefore) this.#eventBlocks.add(number);
  }

  /** Blocks above `number` are scanned again, and then marked again. */
  readAgain(number: number): void {
    this.#to = Math.min(this.#to ?? number, number);
  }

  /**
   * Marks events up to `number` final, after comparing their blocks with the chain once more. It is the last write of a
   * turn: one that has reached the head mends a broken view.
   */
  async mark(number: number, cursor: BlockRef, head: BlockRef, change: Change): Promise<Result<void, ViewFailure>> {
    const { family, domain } = this.#provider;
    const from = this.#to ?? -1;
    const mends = cursor.number === head.number && (await this.#soundness.needsMending());
    if (number <= from && !mends) return ok(undefined);
    const recorded = await this.#blocks.newest(cursor.number - from);
    const due = recorded.filter((block) => block.number > from && block.number <= number && this.#mayHoldEvents(block));
    due.reverse();
    for (let at = 0; at < due.length; at += PAGE) {
      const page = due.slice(at, at + PAGE);
      const checks = await Promise.all(page.map((block) => this.#blocks.isCanonical(block, head)));
      for (const [index, check] of checks.entries()) {
        if (!check.ok) return check;
        if (check.value) continue;
        const rolledBack = await this.#rewinding.rollBack((page[index] as BlockRef).number - 1, change);
        return rolledBack.ok ? fail('REORG_AT_FINALITY', 'a block changed while it became final', true) : rolledBack;
      }
    }
    const became = await this.#view.finalize(family, domain, number, { mends });
    if (mends) this.#soundness.mended();
    this.#to = Math.max(number, from);
    for (const block of this.#eventBlocks) if (block <= number) this.#eventBlocks.delete(block);
    change.final.push(...became.messages);
    change.outcomes.push(...became.outcomes);
    return ok(undefined);
  }

  #mayHoldEvents({ number }: BlockRef): boolean {
    return number < (this.#scannedFrom ?? Number.POSITIVE_INFINITY) || this.#eventBlocks.has(number);
  }
}
