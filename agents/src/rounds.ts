/** Repeats a piece of work, one round at a time. Whoever asks for a round while one runs gets that one. */
export class Rounds {
  readonly #work: () => Promise<unknown>;
  readonly #failed: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #stopped = false;

  /** `failed` gets the error of a round, which ends no later round. */
  constructor(work: () => Promise<unknown>, failed: (error: unknown) => void) {
    this.#work = work;
    this.#failed = failed;
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  /** Runs a round now, and then one every `intervalMs` after the end of the last. */
  async start(intervalMs: number): Promise<void> {
    await this.run();
    this.repeat(intervalMs);
  }

  /** Runs the first round in `intervalMs`, and then one every `intervalMs` after the end of the last. */
  repeat(intervalMs: number): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => void this.run().finally(() => this.repeat(intervalMs)), intervalMs).unref();
  }

  /** Runs one round; resolves at its end. */
  run(): Promise<void> {
    this.#running ??= this.#work()
      .then(() => {}, this.#failed)
      .finally(() => {
        this.#running = undefined;
      });
    return this.#running;
  }

  /**
   * Runs one round that begins after this call, so that it finds what was there before the call; resolves at its end.
   * Whoever calls while a round runs gets the round after it.
   */
  next(): Promise<void> {
    if (this.#running === undefined) return this.run();
    this.#next ??= this.#running.then(() => {
      this.#next = undefined;
      return this.#stopped ? undefined : this.run();
    });
    return this.#next;
  }

  /** Starts no further round; resolves at the end of the current one. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }
}
