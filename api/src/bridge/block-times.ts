import type { ChainProvider, ChainReader } from '@causeway/chains';
import type { Clock } from '@causeway/runtime';
import type { RegisteredRoute } from './route.ts';

/** Blocks over which the block time is averaged. */
const SPAN = 64;
/** How long a measurement is reused, milliseconds. */
const LIFETIME_MS = 15_000;

interface Measurement {
  readonly atMs: number;
  readonly secondsPerBlock: Promise<number | null>;
}

/** Seconds for proof, signatures and submission, in addition to the blocks' time. */
const PROCESSING_SECONDS = 5;
/** Blocks of the destination until a submission is included. */
const INCLUSION_BLOCKS = 2;

/**
 * Seconds until a delivery that still needs `sourceBlocks` blocks of the source, and that the destination's final block
 * holds back for `heldSeconds`; null when a chain cannot be read.
 */
export async function secondsUntilDelivery(
  blockTimes: BlockTimes,
  source: ChainReader,
  destination: ChainReader & Pick<ChainProvider, 'finalityBlocks'>,
  sourceBlocks: number,
  heldSeconds = 0,
): Promise<number | null> {
  const [sourceBlock, destinationBlock] = await Promise.all([
    blockTimes.secondsPerBlock(source),
    blockTimes.secondsPerBlock(destination),
  ]);
  if (sourceBlock === null || destinationBlock === null) return null;
  const held = heldSeconds > 0 ? heldSeconds + destination.finalityBlocks * destinationBlock : 0;
  const waited = Math.max(sourceBlocks * sourceBlock, held);
  return Math.ceil(waited + INCLUSION_BLOCKS * destinationBlock + PROCESSING_SECONDS);
}

/**
 * Seconds from a lock that is sent now until its delivery, which the destination's final block holds back for
 * `heldSeconds`; null when a chain cannot be read.
 */
export const secondsOfRoute = (
  blockTimes: BlockTimes,
  { sourceProvider, destinationProvider }: Pick<RegisteredRoute, 'sourceProvider' | 'destinationProvider'>,
  heldSeconds = 0,
): Promise<number | null> =>
  // The lock's own block, and the blocks above it.
  secondsUntilDelivery(blockTimes, sourceProvider, destinationProvider, 1 + sourceProvider.finalityBlocks, heldSeconds);

/** Live block times, measured at most every 15 seconds per chain. */
export class BlockTimes {
  readonly #measured = new Map<ChainReader, Measurement>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Current seconds per block of this chain; null when the chain cannot be read. */
  secondsPerBlock(provider: ChainReader): Promise<number | null> {
    const known = this.#measured.get(provider);
    const nowMs = this.#clock.now();
    if (known && nowMs - known.atMs < LIFETIME_MS) return known.secondsPerBlock;
    const secondsPerBlock = measure(provider);
    this.#measured.set(provider, { atMs: nowMs, secondsPerBlock });
    return secondsPerBlock;
  }
}

async function measure(provider: ChainReader): Promise<number | null> {
  const head = await provider.head();
  if (!head.ok) return null;
  const blocks = Math.min(SPAN, head.value.number);
  if (blocks === 0) return null;
  const earlier = await provider.block(head.value.number - blocks);
  if (!earlier.ok || earlier.value === null) return null;
  // For a skipped number the chain returns the block before it.
  const passed = head.value.number - earlier.value.number;
  return Math.max(0, head.value.timeMs - earlier.value.timeMs) / 1000 / Math.max(1, passed);
}
