import type { Head } from '@causeway/chains';
import { type BlockRef, fail, ok, type Result } from '@causeway/protocol';
import type { ChainViewRepository } from '@causeway/storage';
import type { ReadBridge } from '../bridges.ts';
import type { ViewFailure } from '../failures.ts';

/** Most recorded blocks to search for the depth of a reorganisation; beyond, everything not final is read again. */
const MAX_RECORDED = 4_096;

/** The blocks that one bridge's view has recorded, compared with the chain. */
export class RecordedBlocks {
  readonly #provider: ReadBridge['provider'];
  readonly #view: ChainViewRepository;

  constructor({ provider }: ReadBridge, view: ChainViewRepository) {
    this.#provider = provider;
    this.#view = view;
  }

  /** The newest `limit` recorded blocks, or as many as a reorganisation is searched in. */
  newest(limit: number): Promise<readonly BlockRef[]> {
    const { family, domain } = this.#provider;
    return this.#view.recentBlocks(family, domain, Math.min(limit, MAX_RECORDED));
  }

  /** True when the chain of `head` still has the block `recorded`. */
  async isCanonical(recorded: BlockRef, head: BlockRef): Promise<Result<boolean, ViewFailure>> {
    if (recorded.number > head.number) return ok(false);
    const block = await this.#provider.block(recorded.number);
    if (!block.ok) return block;
    if (!block.value) return fail('BLOCK_UNAVAILABLE', `block ${recorded.number} is not readable now`, true);
    return ok(block.value.hash === recorded.hash);
  }

  /** `isCanonical`, without a read where the confirmed head itself says that `recorded` comes before it. */
  async precedes(recorded: BlockRef, head: Head): Promise<Result<boolean, ViewFailure>> {
    const isParent = recorded.number === head.number - 1 && recorded.hash === head.parentHash;
    return isParent ? ok(true) : this.isCanonical(recorded, head);
  }

  /** The newest recorded block that the chain still has; undefined when it has none of them. */
  async newestOnChain(head: BlockRef): Promise<Result<BlockRef | undefined, ViewFailure>> {
    for (const block of await this.newest(MAX_RECORDED)) {
      const canonical = await this.isCanonical(block, head);
      if (!canonical.ok) return canonical;
      if (canonical.value) return ok(block);
    }
    return ok(undefined);
  }
}
