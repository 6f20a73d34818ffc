/** A job that waits for its turn. */
interface Waiting {
  readonly start: () => void;
  readonly refuse: (error: Error) => void;
}

/** Runs at most so many jobs at a time. Further jobs wait for their turn, in the order in which they came. */
export class InFlight {
  readonly #most: number;
  readonly #waiting: Waiting[] = [];
  #running = 0;

  /** `most`: jobs that run at a time, 1 or more. */
  constructor(most: number) {
    this.#most = most;
  }

  /** The result of `job`, which runs when it is its turn. */
  async run<T>(job: () => Promise<T>): Promise<T> {
    if (this.#running < this.#most) this.#running += 1;
    else await new Promise<void>((start, refuse) => this.#waiting.push({ start, refuse }));
    try {
      return await job();
    } finally {
      // The next job takes over this one's turn.
      const next = this.#waiting.shift();
      if (next) next.start();
      else this.#running -= 1;
    }
  }

  /** Number of jobs that wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Rejects every job that waits with `error`. The jobs that run go on. */
  refuseWaiting(error: Error): void {
    for (const { refuse } of this.#waiting.splice(0)) refuse(error);
  }
}
