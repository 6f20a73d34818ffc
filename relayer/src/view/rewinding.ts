import { type BlockRef, fail, ok, type Result } from '@causeway/protocol';
import type { ChainViewRepository } from '@causeway/storage';
import type { ReadBridge } from '../bridges.ts';
import type { ViewFailure } from '../failures.ts';
import type { RecordedBlocks } from './recorded-blocks.ts';
import type { Change } from './view-change.ts';

/** Takes back what one bridge's view has of blocks that are not on the chain any more. */
export class Rewinding {
  readonly #bridge: ReadBridge;
  readonly #view: ChainViewRepository;
  readonly #blocks: RecordedBlocks;
  readonly #onRewound: (block: number) => void;

  /** `onRewound` is called with the block above which everything was taken back. */
  constructor(
    bridge: ReadBridge,
    view: ChainViewRepository,
    blocks: RecordedBlocks,
    onRewound: (block: number) => void,
  ) {
    this.#bridge = bridge;
    this.#view = view;
    this.#blocks = blocks;
    this.#onRewound = onRewound;
  }

  /** Handles a head without new blocks. Returns the cursor, or the last block on which chain and records agree. */
  async checkRecorded(
    cursor: BlockRef,
    head: BlockRef,
    change: Change,
  ): Promise<Result<BlockRef | undefined, ViewFailure>> {
    // A lagging endpoint shows a lower head too. Only a different recorded block proves a reorganisation.
    const recorded = await this.#blocks.newest(cursor.number - head.number + 1);
    const below = recorded.find((block) => block.number <= head.number);
    if (!below) return ok(cursor);
    const canonical =
      below.number === head.number ? ok(below.hash === head.hash) : await this.#blocks.isCanonical(below, head);
    if (!canonical.ok) return canonical;
    return canonical.value ? ok(cursor) : this.takeBack(head, change);
  }

  /**
   * Removes the records that a contradicting scan disproves. When all recorded blocks are still on the chain, the next
   * scan would contradict the records again: that is a failure, and the next turn tries again.
   */
  async resolve(
    contradiction: ViewFailure,
    cursor: BlockRef | undefined,
    head: BlockRef,
    change: Change,
  ): Promise<Result<BlockRef | undefined, ViewFailure>> {
    const left = await this.takeBack(head, change);
    if (!left.ok || left.value?.number !== cursor?.number) return left;
    const { name } = this.#bridge.provider;
    return fail(
      'EVENTS_CONTRADICT',
      `${name} contradicts itself without a reorganisation: ${contradiction.message}`,
      true,
    );
  }

  /** Rolls the view back to the newest recorded block that the chain still has. Returns the cursor after it. */
  async takeBack(head: BlockRef, change: Change): Promise<Result<BlockRef | undefined, ViewFailure>> {
    const kept = await this.#blocks.newestOnChain(head);
    if (!kept.ok) return kept;
    return this.rollBack(kept.value?.number ?? this.#bridge.deployedAtBlock - 1, change);
  }

  /**
   * Rolls the view back to block `number`. Returns the cursor after it; fails with DEEP_REORG where final rows are
   * above.
   */
  async rollBack(number: number, change: Change): Promise<Result<BlockRef | undefined, ViewFailure>> {
    const { family, domain, name } = this.#bridge.provider;
    const gone = await this.#view.rollback(family, domain, number);
    if (gone.finalityViolated.length > 0) {
      return fail(
        'DEEP_REORG',
        `${name} changed down to block ${number}, below ${gone.finalityViolated.length} final rows; ` +
          `\`causeway rollback --chain ${name}\` shows them, and can take them back`,
      );
    }
    change.vanished.push(...gone.messages);
    change.outcomes.push(...gone.outcomes);
    this.#onRewound(number);
    return ok(await this.#view.cursor(family, domain));
  }
}
