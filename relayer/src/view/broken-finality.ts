import { type BlockRef, fail, ok, type Result } from '@causeway/protocol';
import type { AboveBlock, ChainViewRepository } from '@causeway/storage';
import type { ReadBridge } from '../bridges.ts';
import type { RollbackFailure } from '../failures.ts';

/** The parts that make one bridge's view follow a chain again that has changed below its finality. */
export interface Rollback extends AboveBlock {
  readonly family: string;
  /** The newest block that stays; undefined when none does, so that the next scan begins at the deployment. */
  readonly to: BlockRef | undefined;
}

/**
 * What a rollback takes back: everything above the newest recorded event, at or below `most` if given, whose block the
 * chain still has. That is no event where only blocks without events changed. Of the blocks between such an event and
 * the next one nobody knows when they changed, so they are read again, too. Fails with NOTHING_TO_ROLL_BACK,
 * RECORD_DIFFERS when the chain lacks an event up to `most`, and with the provider's codes.
 */
export async function planRollback(
  { provider, deployedAtBlock }: ReadBridge,
  view: ChainViewRepository,
  most?: number,
): Promise<Result<Rollback, RollbackFailure>> {
  const { name, family, domain } = provider;
  const cursor = await view.cursor(family, domain);
  const first = deployedAtBlock - 1;
  if (!cursor || (most ?? first) >= cursor.number) {
    return fail('NOTHING_TO_ROLL_BACK', `nothing of ${name} ${family} is recorded above block ${most ?? first}`);
  }
  /** The newest recorded event up to block `number`, and whether the chain has its block. */
  const eventAt = async (number: number): Promise<Result<{ block?: BlockRef; isLost: boolean }, RollbackFailure>> => {
    const recorded = await view.newestEvent(family, domain, number);
    if (!recorded) return ok({ isLost: false });
    const block = await provider.block(recorded.number);
    return block.ok ? ok({ block: recorded, isLost: block.value?.hash !== recorded.hash }) : block;
  };

  const newest = await eventAt(most ?? cursor.number);
  if (!newest.ok) return newest;
  let { block: kept } = newest.value;
  if (most === undefined && !newest.value.isLost) {
    // Blocks without events can change as well: the scan then finds no recorded block, and cannot go on by itself.
    const scanned = await provider.block(cursor.number);
    if (!scanned.ok) return scanned;
    if (scanned.value?.hash === cursor.hash) {
      const message = `${name} ${family} still has every recorded event and the newest block; --to takes it back anyway`;
      return fail('NOTHING_TO_ROLL_BACK', message);
    }
  }
  if (most !== undefined && newest.value.isLost) {
    const message = `block ${kept?.number} of ${name} is recorded with another hash: leave out --to, or give a lower block`;
    return fail('RECORD_DIFFERS', message);
  }
  if (newest.value.isLost) {
    let high = kept?.number ?? first;
    kept = undefined;
    // Invariant: the chain lacks the event at `high`, and has the newest one up to `low`, which is `kept`.
    for (let low = first; low + 1 < high; ) {
      const middle = Math.floor((low + high) / 2);
      const found = await eventAt(middle);
      if (!found.ok) return found;
      const { block, isLost } = found.value;
      if (isLost) high = block?.number ?? first;
      else {
        low = middle;
        kept = block;
      }
    }
  }
  const number = kept?.number ?? first;
  return ok({ family, to: kept, ...(await view.above(family, domain, number)) });
}

/** Takes back what `planRollback` said, final or not, at once. The next scan begins above the block that stays. */
export async function rollBackEvenFinal(
  { provider: { family, domain }, deployedAtBlock }: ReadBridge,
  view: ChainViewRepository,
  to: BlockRef | undefined,
): Promise<void> {
  await view.rollback(family, domain, to?.number ?? deployedAtBlock - 1, { evenFinal: { readAfter: to } });
}
