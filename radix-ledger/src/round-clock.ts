export interface RoundClockOptions {
  readonly pace: 'automatic' | 'manual';
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly roundMs: number;
  readonly idleRoundMs: number;
  /** The time of the last round, before which there is no way back. */
  readonly lastMs: number;
}

/** Says when rounds are, and which time it is in them. */
export class RoundClock {
  readonly #options: RoundClockOptions;
  #timer: NodeJS.Timeout | undefined;
  #tick: ((timestampMs: number, isIdle: boolean) => void) | undefined;
  /** How far the ledger's time is ahead of the clock. */
  #aheadMs: number;
  /** The time of manual pace. */
  #manualMs: number;

  constructor(options: RoundClockOptions) {
    this.#options = options;
    this.#manualMs = options.lastMs;
    this.#aheadMs = options.pace === 'automatic' ? Math.max(0, options.lastMs - options.now()) : 0;
  }

  /** Calls `tick` every `roundMs`, in automatic pace; `isIdle` each time that `idleRoundMs` have passed. */
  start(tick: (timestampMs: number, isIdle: boolean) => void): void {
    this.#tick = tick;
    this.resume();
  }

  /** Moves time on; answers the time then. */
  advance(ms: number): number {
    if (this.#options.pace === 'automatic') {
      this.#aheadMs += ms;
      return this.#options.now() + this.#aheadMs;
    }
    this.#manualMs += ms;
    return this.#manualMs;
  }

  pause(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  resume(): void {
    const { pace, roundMs, idleRoundMs } = this.#options;
    if (pace === 'manual' || this.#timer !== undefined) return;
    const ticksPerIdleRound = Math.max(1, Math.round(idleRoundMs / roundMs));
    let ticks = 0;
    this.#timer = setInterval(() => {
      ticks = (ticks + 1) % ticksPerIdleRound;
      this.#tick?.(this.advance(0), ticks === 0);
    }, roundMs);
  }
}
