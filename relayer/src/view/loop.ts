import type { Clock } from '@causeway/chains';
import type { AnyFailure, Result } from '@causeway/protocol';

/** Called with the failure of a turn: an expected failure, or the exception of a defect. */
export type OnFailure = (failure: AnyFailure | Error) => void;

/** A loop's work and its waits. */
export interface LoopOptions {
  /** One turn. A success may contain the milliseconds until the next turn, unless the loop is woken before. */
  readonly step: () => Promise<Result<number | undefined, AnyFailure>>;
  /** Milliseconds between two turns without a wake. */
  readonly fallbackMs: number;
  readonly clock: Clock;
  /** A random number in [0, 1) for jitter. */
  readonly random: () => number;
  readonly onFailure: OnFailure;
}

const FIRST_BACKOFF_MS = 250;
const LAST_BACKOFF_MS = 15_000;

/**
 * Runs `step` one turn at a time, when woken or after a fallback time. A failed turn is repeated after an exponential
 * backoff with jitter, which wakes do not shorten. It never ends the loop.
 */
export class Loop {
  readonly #options: LoopOptions;
  #state: 'new' | 'idle' | 'running' | 'stopped' = 'new';
  #woken = false;
  #failures = 0;
  #notBeforeMs = 0;
  #cancelTimer: () => void = () => {};
  #turn: Promise<void> = Promise.resolve();

  constructor(options: LoopOptions) {
    this.#options = options;
  }

  /** Runs the first turn now. */
  start(): void {
    if (this.#state !== 'new') return;
    this.#state = 'idle';
    this.#begin();
  }

  /** Requests a turn as soon as possible, or after the current turn if one is running. */
  wake(): void {
    this.#woken = true;
    if (this.#state === 'idle' && this.#options.clock.now() >= this.#notBeforeMs) this.#begin();
  }

  /** Lets the current turn end and starts no other. */
  async stop(): Promise<void> {
    this.#state = 'stopped';
    this.#cancelTimer();
    await this.#turn;
  }

  #begin(): void {
    this.#cancelTimer();
    this.#state = 'running';
    this.#turn = this.#run();
  }

  async #run(): Promise<void> {
    this.#woken = false;
    const delayMs = await this.#attempt();
    if (this.#state === 'stopped') return;
    this.#state = 'idle';
    const wait = this.#woken ? this.#notBeforeMs - this.#options.clock.now() : delayMs;
    if (wait <= 0) return this.#begin();
    this.#cancelTimer = this.#options.clock.after(wait, () => this.#begin());
  }

  async #attempt(): Promise<number> {
    const { step, fallbackMs, onFailure } = this.#options;
    let failure: AnyFailure | Error;
    try {
      const result = await step();
      if (result.ok) {
        this.#failures = 0;
        this.#notBeforeMs = 0;
        return result.value ?? fallbackMs;
      }
      failure = result.error;
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
    }
    onFailure(failure);
    return this.#backOff();
  }

  #backOff(): number {
    const { clock, random } = this.#options;
    const full = Math.min(LAST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** Math.min(this.#failures++, 10));
    const delayMs = full * (0.5 + random() / 2);
    this.#notBeforeMs = clock.now() + delayMs;
    return delayMs;
  }
}
