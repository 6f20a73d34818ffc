/** Repeats a piece of work, one run at a time, until it is closed. */
export class Repeat {
  readonly #work: () => Promise<unknown>;
  readonly #everyMs: number;
  readonly #onError: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<unknown> | undefined;

  /** `onError` gets the failure of a run, which ends no later run. */
  constructor(work: () => Promise<unknown>, everyMs: number, onError: (error: unknown) => void) {
    this.#work = work;
    this.#everyMs = everyMs;
    this.#onError = onError;
  }

  /** Begins; the first run is `everyMs` later. */
  start(): void {
    this.#timer = setInterval(() => void this.run(), this.#everyMs).unref();
  }

  /** Runs now, unless a run is under way; resolves at its end. */
  run(): Promise<unknown> {
    this.#running ??= this.#work()
      .catch(this.#onError)
      .finally(() => {
        this.#running = undefined;
      });
    return this.#running;
  }

  /** Starts no further run; resolves at the end of the current one. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }
}
