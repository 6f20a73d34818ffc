import type { Clock } from '@causeway/runtime';

/** closed: in use. open: left alone after failures. trial: one call finds out whether it is well again. */
export type CircuitState = 'closed' | 'open' | 'trial';
type CircuitTrigger = 'tripped' | 'cooled' | 'succeeded' | 'failed';

/** The transitions of a circuit; every other trigger leaves the state as it is. */
const TRANSITIONS: Readonly<Record<CircuitState, Readonly<Partial<Record<CircuitTrigger, CircuitState>>>>> = {
  closed: { tripped: 'open' },
  open: { cooled: 'trial' },
  trial: { succeeded: 'closed', failed: 'open', tripped: 'open' },
};

/** Failures in a row after which a circuit opens. */
const TRIP_AFTER = 3;
/** Pause of an open circuit, milliseconds: it doubles with every failed trial. */
const FIRST_PAUSE_MS = 1_000;
const LAST_PAUSE_MS = 30_000;
/** Weight of the newest call in the averages. */
const NEWEST = 0.2;
/** A provider of which every call fails counts as this many times slower. */
const ERROR_COST = 20;

/** Measurements of one provider, and whether it is used. */
export class Circuit {
  readonly #clock: Pick<Clock, 'monotonic'>;
  #state: CircuitState = 'closed';
  #pauseMs = FIRST_PAUSE_MS;
  #openUntilMs = 0;
  #inRow = 0;
  #latencyMs: number | undefined;
  #errorRate = 0;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  get state(): CircuitState {
    return this.#state;
  }
  /** Average of the successful calls, milliseconds; undefined before the first. */
  get latencyMs(): number | undefined {
    return this.#latencyMs;
  }
  /** Average share of failed calls, 0 to 1. */
  get errorRate(): number {
    return this.#errorRate;
  }

  /** The expected cost of a call: less is better. A provider that was never asked comes first. */
  get score(): number {
    return (this.#latencyMs ?? 0) * (1 + ERROR_COST * this.#errorRate);
  }

  /** True when a call may be made now. An open circuit allows one call after its pause. */
  admits(): boolean {
    if (this.#state === 'open' && this.#clock.monotonic() >= this.#openUntilMs) {
      this.#apply('cooled');
      return true;
    }
    return this.#state === 'closed';
  }

  /** Records a call. True when the provider is well again after it had failed. */
  record(succeeded: boolean, tookMs: number): boolean {
    this.#errorRate += NEWEST * ((succeeded ? 0 : 1) - this.#errorRate);
    this.#inRow = succeeded ? 0 : this.#inRow + 1;
    if (!succeeded) {
      this.#apply(this.#inRow >= TRIP_AFTER ? 'tripped' : 'failed');
      return false;
    }
    this.#latencyMs = this.#latencyMs === undefined ? tookMs : this.#latencyMs + NEWEST * (tookMs - this.#latencyMs);
    const wasClosed = this.#state === 'closed';
    // A call that began before the circuit opened says nothing about the provider now.
    if (this.#state === 'trial') this.#apply('succeeded');
    return !wasClosed && this.#state === 'closed';
  }

  #apply(trigger: CircuitTrigger): void {
    const next = TRANSITIONS[this.#state][trigger];
    if (next === undefined) return;
    if (next === 'open') {
      this.#openUntilMs = this.#clock.monotonic() + this.#pauseMs;
      this.#pauseMs = Math.min(2 * this.#pauseMs, LAST_PAUSE_MS);
    }
    if (next === 'closed') this.#pauseMs = FIRST_PAUSE_MS;
    this.#state = next;
  }
}
