import { type Clock, systemClock } from '@causeway/runtime';

/**
 * How old an answer of the storage may be, milliseconds: so often a probe writes at most, however often it is asked
 * for.
 */
const FRESH_MS = 3_000;
/** How long a probe may take, milliseconds. */
const ANSWER_MS = 5_000;

export interface ReadinessDeps {
  /** Writes something tiny; resolves once it is on disk. */
  readonly probe: () => Promise<void>;
  /** The machine's when absent. */
  readonly clock?: Pick<Clock, 'monotonic' | 'after'>;
  /** How long a probe may take, milliseconds. */
  readonly answerMs?: number;
}

/**
 * Whether the storage can be written, found out by a write. Whoever asks within FRESH_MS gets the answer of the last
 * write, and one write serves all who wait for it. A write without an answer counts as failed until it ends.
 */
export class Readiness {
  readonly #probe: () => Promise<void>;
  readonly #clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly #answerMs: number;
  #last: { readonly ok: boolean; readonly atMs: number } | undefined;
  /** The answer of the write under way; false from when it is late. */
  #running: Promise<boolean> | undefined;

  constructor({ probe, clock = systemClock, answerMs = ANSWER_MS }: ReadinessDeps) {
    this.#probe = probe;
    this.#clock = clock;
    this.#answerMs = answerMs;
  }

  /** True when the storage took a write just now; false when it did not, or does not answer in time. */
  async isWritable(): Promise<boolean> {
    const last = this.#last;
    if (last !== undefined && this.#clock.monotonic() - last.atMs < FRESH_MS) return last.ok;
    this.#running ??= this.#begin();
    return this.#running;
  }

  #begin(): Promise<boolean> {
    const written = this.#probe().then(
      () => true,
      () => false,
    );
    const late = Promise.withResolvers<boolean>();
    const cancel = this.#clock.after(this.#answerMs, () => late.resolve(false));
    void written.then((ok) => {
      cancel();
      this.#last = { ok, atMs: this.#clock.monotonic() };
      this.#running = undefined;
    });
    return Promise.race([written, late.promise]);
  }
}
