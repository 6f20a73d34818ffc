import { type ChainReader, finalityKnown, type Network } from '@causeway/chains';
import type { BlockRef } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import type { RegisteredRoute } from './route.ts';

/** Blocks over which the block time is measured. */
const SPAN = 63;
/** Parts of them: the median of their times counts, because a chain that stood still once spoils one of them. */
const PARTS = 3;
/** How long a measurement is reused, milliseconds. */
const LIFETIME_MS = 15_000;

/** How fast a chain goes, and how far behind its head it is final. */
export interface Pace {
  /** The newest block. */
  readonly head: number;
  readonly secondsPerBlock: number;
  /** Blocks from the newest final one to the head, at least as many as the chain's rule asks for. */
  readonly blocksToFinal: number;
  /** Age of the newest final block while later ones wait for the chain's own word; null while depth alone decides. */
  readonly finalAgeSeconds: number | null;
}

/**
 * True while the newest final block of `network` is older than its chain's own word ever lets it be. A depth that is
 * asked for besides makes none stand still.
 */
export const standsStill = ({ config }: Pick<Network, 'config'>, pace: Pace | null | undefined): boolean =>
  (pace?.finalAgeSeconds ?? 0) > finalityKnown(config).stillAfterSeconds;

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

/** Seconds from a lock that is sent now until the wanted asset of its swap is paid. */
export interface SwapSeconds {
  /** Until a solver that does not wait for the delivery has paid. */
  readonly early: number;
  /** Until the bridge has delivered what the solver gets. */
  readonly delivered: number;
  /** Until a solver that waits for the delivery has paid. */
  readonly late: number;
}

/** The times of a swap whose delivery takes as long as `secondsOfRoute` says; null when a chain cannot be read. */
export async function secondsOfSwap(
  blockTimes: BlockTimes,
  route: Pick<RegisteredRoute, 'sourceProvider' | 'destinationProvider'>,
  heldSeconds = 0,
): Promise<SwapSeconds | null> {
  const [delivered, from, to] = await Promise.all([
    secondsOfRoute(blockTimes, route, heldSeconds),
    blockTimes.pace(route.sourceProvider),
    blockTimes.pace(route.destinationProvider),
  ]);
  if (delivered === null || from === null || to === null) return null;
  const fill = INCLUSION_BLOCKS * to.secondsPerBlock;
  return { early: Math.ceil(from.secondsPerBlock + fill), delivered, late: Math.ceil(delivered + fill) };
}

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
    // In both directions: somebody may have set the clock back.
    if (known && Math.abs(nowMs - known.atMs) < LIFETIME_MS) return known.pace;
    const pace = measure(provider);
    this.#measured.set(provider, { atMs: nowMs, pace });
    void pace.then((found) => (found ? this.#last.set(provider, found) : this.#last.delete(provider))).catch(() => {});
    return pace;
  }

  /**
   * The pace that was measured last; undefined before the first, and while the chain cannot be read. Measures again
   * where that was long ago.
   */
  lastPace(provider: ChainReader): Pace | undefined {
    void this.pace(provider).catch(() => {});
    return this.#last.get(provider);
  }
}

async function measure(provider: ChainReader): Promise<Pace | null> {
  const head = await provider.head();
  if (!head.ok) return null;
  const step = Math.floor(Math.min(SPAN, head.value.number) / PARTS) || 1;
  const numbers = Array.from({ length: PARTS }, (_, at) => head.value.number - (at + 1) * step).filter((at) => at >= 0);
  if (numbers.length === 0) return null;
  const [earlier, final] = await Promise.all([
    Promise.all(numbers.map((at) => provider.block(at))),
    provider.finalityRule === 'tag' ? provider.finalized() : undefined,
  ]);
  if (final && !final.ok) return null;
  const blocks: BlockRef[] = [head.value];
  for (const block of earlier) {
    if (!block.ok || block.value === null) return null;
    blocks.push(block.value);
  }
  const { number, timeMs } = head.value;
  const behind = final ? number - final.value.number : 0;
  return {
    head: number,
    secondsPerBlock: medianSeconds(blocks),
    blocksToFinal: Math.max(provider.finalityBlocks, behind),
    finalAgeSeconds: final && behind > provider.finalityBlocks ? (timeMs - final.value.timeMs) / 1000 : null,
  };
}

/** The median of the block times between neighbours of `blocks`, the newest first; seconds. */
function medianSeconds(blocks: readonly BlockRef[]): number {
  const times = blocks.slice(1).map((earlier, at) => {
    const later = blocks[at] as BlockRef;
    // For a skipped number the chain returns the block before it.
    return Math.max(0, later.timeMs - earlier.timeMs) / 1_000 / Math.max(1, later.number - earlier.number);
  });
  return times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) / 2)] ?? 0;
}
