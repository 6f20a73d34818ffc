import type { Clock } from '@causeway/runtime';

/** Proposals, one after the other, that signers refuse in a form until they count as not knowing it. */
const REFUSALS = 2;

/** How long a form is not used after that, milliseconds. */
const WITHOUT_MS = 10 * 60_000;

/**
 * Whether signers know a form of proposals of this release. One refusal says little: signers may have been a block
 * behind. In memory only: a restart tries at once.
 */
export class KnownForm {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #onGivenUp: (minutes: number) => void;
  #refusals = 0;
  #withoutUntilMs = Number.NEGATIVE_INFINITY;

  /** `onGivenUp` is called each time that the form is not used any more, with the minutes until it is tried again. */
  constructor(clock: Pick<Clock, 'monotonic'>, onGivenUp: (minutes: number) => void) {
    this.#clock = clock;
    this.#onGivenUp = onGivenUp;
  }

  /** False while the form is not to be used. */
  get isKnown(): boolean {
    return this.#withoutUntilMs <= this.#clock.monotonic();
  }

  /** Enough signers signed a proposal in this form. */
  taken(): void {
    this.#refusals = 0;
  }

  /** Too few signers took a proposal in this form. */
  refused(): void {
    this.#refusals += 1;
    if (this.#refusals < REFUSALS) return;
    this.#refusals = 0;
    this.#withoutUntilMs = this.#clock.monotonic() + WITHOUT_MS;
    this.#onGivenUp(WITHOUT_MS / 60_000);
  }
}
