/** How old an answer of the storage may be, milliseconds: so often a probe writes at most, however often it is asked for. */
const FRESH_MS = 3_000;
/** How long a probe may take, milliseconds. */
const ANSWER_MS = 5_000;

export interface ReadinessDeps {
  /** Writes something tiny; resolves once it is on disk. */
  readonly probe: () => Promise<void>;
  /** Milliseconds of a clock that never jumps. */
  readonly monotonic?: () => number;
  /** How long a probe may take, milliseconds. */
  readonly answerMs?: number;
}

/**
 * Whether the storage can be written, found out by a write. Whoever asks within FRESH_MS gets the answer of the last write, and one
 * write serves all who wait for it. A write without an answer counts as failed until it ends.
 */
export class Readiness {
  readonly #probe: () => Promise<void>;
  readonly #monotonic: () => number;
  readonly #answerMs: number;
  #last: { readonly ok: boolean; readonly atMs: number } | undefined;
  /** The answer of the write under way; false from when it is late. */
  #running: Promise<boolean> | undefined;

  constructor({ probe, monotonic = () => performance.now(), answerMs = ANSWER_MS }: ReadinessDeps) {
    this.#probe = probe;
    this.#monotonic = monotonic;
    this.#answerMs = answerMs;
  }

  /** True when the storage took a write just now; false when it did not, or does not answer in time. */
  async isWritable(): Promise<boolean> {
    const last = this.#last;
    if (last !== undefined && this.#monotonic() - last.atMs < FRESH_MS) return last.ok;
    this.#running ??= this.#begin();
    return this.#running;
  }

  #begin(): Promise<boolean> {
    const written = this.#probe().then(
      () => true,
      () => false,
    );
    const late = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => late.resolve(false), this.#answerMs);
    void written.then((ok) => {
      clearTimeout(timer);
      this.#last = { ok, atMs: this.#monotonic() };
      this.#running = undefined;
    });
    return Promise.race([written, late.promise]);
  }
}
