export interface RoundClockOptions {
  readonly pace: 'automatic' | 'manual';
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly roundMs: number;
  readonly idleRoundMs: number;
  /** The time of the last round. Time never goes back before it. */
  readonly lastMs: number;
}

/** Decides when rounds happen, and their time. */
export class RoundClock {
  readonly #options: RoundClockOptions;
  #timer: NodeJS.Timeout | undefined;
  #tick: ((timestampMs: number, isIdle: boolean) => void) | undefined;
  /** The difference between the ledger's time and the clock. */
  #aheadMs: number;
  /** The current time with manual pace. */
  #manualMs: number;

  constructor(options: RoundClockOptions) {
    this.#options = options;
    this.#manualMs = options.lastMs;
    this.#aheadMs = options.pace === 'automatic' ? Math.max(0, options.lastMs - options.now()) : 0;
  }

  /** Calls `tick` every `roundMs` with automatic pace; `isIdle` is true once per `idleRoundMs`. */
  start(tick: (timestampMs: number, isIdle: boolean) => void): void {
    this.#tick = tick;
    this.resume();
  }

  /** Moves time forward. Returns the new time. */
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
