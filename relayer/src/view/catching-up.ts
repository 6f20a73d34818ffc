import type { Clock } from '@causeway/runtime';
import type { Behind } from './watcher.ts';

/** How far a first scan or a rescan has come. */
export interface Progress {
  /** Newest recorded block, and the newest of the chain. */
  readonly block: number;
  readonly head: number;
  /** Of the blocks that this process had to read at first, rounded down. */
  readonly percent: number;
  /** Estimate by the speed so far; null at the beginning. */
  readonly secondsLeft: number | null;
}

/** Milliseconds between two lines of the log about the same catch-up. */
const LOG_EVERY_MS = 10_000;

/** Estimates how long one bridge's view needs to catch up with its chain. */
export class CatchingUp {
  readonly #clock: Clock;
  /** The last time when the view was not behind, Unix milliseconds. */
  #beganMs: number;
  #loggedMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#beganMs = clock.now();
  }

  /** The progress of a view that is `behind`; undefined where it is not. */
  of(behind: Behind | undefined): Progress | undefined {
    const now = this.#clock.now();
    if (!behind) {
      this.#beganMs = now;
      return undefined;
    }
    const { from, block, head } = behind;
    const seconds = (now - this.#beganMs) / 1_000;
    const read = block - from;
    const secondsLeft = read > 0 ? Math.ceil(((head - block) * seconds) / read) : null;
    return { block, head, percent: Math.floor((100 * read) / (head - from)), secondsLeft };
  }

  /** True when the log should tell about the catch-up again. */
  isLogDue(): boolean {
    const now = this.#clock.now();
    if (now - this.#loggedMs < LOG_EVERY_MS) return false;
    this.#loggedMs = now;
    return true;
  }
}

/** `progress` in words. */
export const inWords = ({ block, head, percent, secondsLeft }: Progress): string =>
  `block ${block} of ${head}, ${percent} %${secondsLeft === null ? '' : `, about ${secondsLeft} s left`}`;
