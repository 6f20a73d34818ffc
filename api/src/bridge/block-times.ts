import type { ChainReader } from '@causeway/chains';
import type { Clock } from '@causeway/runtime';
import type { RegisteredRoute } from './route.ts';

/** Blocks over which the block time is averaged. */
const SPAN = 64;
/** How long a measurement is reused, milliseconds. */
const LIFETIME_MS = 15_000;

/** How fast a chain goes, and how far behind its head it is final. */
export interface Pace {
  /** The newest block. */
  readonly head: number;
  readonly secondsPerBlock: number;
  /** Blocks from the newest final one to the head, at least as many as the chain's rule asks for. */
  readonly blocksToFinal: number;
  /** The newest final block and its age, where the chain's own word decides; null where it does not. */
  readonly final: { readonly number: number; readonly ageSeconds: number } | null;
}

interface Measurement {
  readonly atMs: number;
  readonly pace: Promise<Pace | null>;
}

/** Seconds for proof, signatures and submission, in addition to the blocks' time. */
const PROCESSING_SECONDS = 5;
/** Blocks of the destination until a submission is included. */
const INCLUSION_BLOCKS = 2;

/**
 * Seconds until a delivery of a lock with `above` blocks on top, −1 before it is sent, that the destination's final
 * block holds back for `heldSeconds`; null when a chain cannot be read.
 */
export async function secondsUntilDelivery(
  blockTimes: BlockTimes,
  source: ChainReader,
  destination: ChainReader,
  above: number,
  heldSeconds = 0,
): Promise<number | null> {
  const [from, to] = await Promise.all([blockTimes.pace(source), blockTimes.pace(destination)]);
  if (from === null || to === null) return null;
  const held = heldSeconds > 0 ? heldSeconds + to.blocksToFinal * to.secondsPerBlock : 0;
  const waited = Math.max(Math.max(0, from.blocksToFinal - above) * from.secondsPerBlock, held);
  return Math.ceil(waited + INCLUSION_BLOCKS * to.secondsPerBlock + PROCESSING_SECONDS);
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
  secondsUntilDelivery(blockTimes, sourceProvider, destinationProvider, -1, heldSeconds);

/** The live pace of chains, measured at most every 15 seconds per chain. */
export class BlockTimes {
  readonly #measured = new Map<ChainReader, Measurement>();
  readonly #last = new Map<ChainReader, Pace>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The current pace of this chain; null when the chain cannot be read. */
  pace(provider: ChainReader): Promise<Pace | null> {
    const known = this.#measured.get(provider);
    const nowMs = this.#clock.now();
    if (known && nowMs - known.atMs < LIFETIME_MS) return known.pace;
    const pace = measure(provider);
    this.#measured.set(provider, { atMs: nowMs, pace });
    void pace.then((found) => found && this.#last.set(provider, found)).catch(() => {});
    return pace;
  }

  /** The pace that was measured last; undefined before the first. Measures again where that was long ago. */
  lastPace(provider: ChainReader): Pace | undefined {
    void this.pace(provider).catch(() => {});
    return this.#last.get(provider);
  }
}

async function measure(provider: ChainReader): Promise<Pace | null> {
  const head = await provider.head();
  if (!head.ok) return null;
  const blocks = Math.min(SPAN, head.value.number);
  if (blocks === 0) return null;
  const [earlier, final] = await Promise.all([
    provider.block(head.value.number - blocks),
    provider.finalityRule === 'tag' ? provider.finalized() : undefined,
  ]);
  if (!earlier.ok || earlier.value === null) return null;
  if (final && !final.ok) return null;
  // For a skipped number the chain returns the block before it.
  const passed = head.value.number - earlier.value.number;
  const { number, timeMs } = head.value;
  return {
    head: number,
    secondsPerBlock: Math.max(0, timeMs - earlier.value.timeMs) / 1000 / Math.max(1, passed),
    blocksToFinal: Math.max(provider.finalityBlocks, final ? number - final.value.number : 0),
    final: final ? { number: final.value.number, ageSeconds: Math.max(0, timeMs - final.value.timeMs) / 1000 } : null,
  };
}
