import { type Clock, systemClock } from './clock.ts';

/** A flag to wait for. One wait takes it down, and only one may be under way. */
export class Signal {
  readonly #clock: Pick<Clock, 'after'>;
  #isRaised = false;
  #wake: (() => void) | undefined;

  constructor(clock: Pick<Clock, 'after'> = systemClock) {
    this.#clock = clock;
  }

  /** Raises the flag, and so ends a wait. */
  readonly raise = (): void => {
    this.#isRaised = true;
    this.#wake?.();
  };

  /** Resolves once the flag is raised, or after `ms`, and takes it down. True when it was raised. */
  async wait(ms?: number): Promise<boolean> {
    if (!this.#isRaised && (ms === undefined || ms > 0)) {
      await new Promise<void>((resolve) => {
        const cancel = ms === undefined ? () => {} : this.#clock.after(ms, resolve);
        this.#wake = () => {
          cancel();
          resolve();
        };
      });
      this.#wake = undefined;
    }
    const wasRaised = this.#isRaised;
    this.#isRaised = false;
    return wasRaised;
  }
}
