import type { Validator } from './validator.ts';

/** Closes slots at a fixed interval. */
export class SlotClock {
  readonly #validator: Validator;
  readonly #slotMs: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(validator: Validator, slotMs: number) {
    this.#validator = validator;
    this.#slotMs = slotMs;
  }

  resume(): void {
    this.#timer ??= setInterval(() => this.#validator.advance(1), this.#slotMs);
  }

  pause(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
