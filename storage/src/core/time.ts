import { uptime } from 'node:os';

/** The clocks of this machine. */
export interface Machine {
  /** Unix milliseconds by the clock that people and programs set. */
  readonly wall: () => number;
  /** Milliseconds since any moment; nobody sets it, and it stands still while the machine sleeps. */
  readonly monotonic: () => number;
  /** Milliseconds since the machine's start, with those in which it slept. */
  readonly uptime: () => number;
}

export const MACHINE: Machine = {
  wall: () => Date.now(),
  monotonic: () => performance.now(),
  uptime: () => uptime() * 1_000,
};

/** How often the clocks are compared, milliseconds. */
const LOOK_MS = 1_000;
/**
 * The least difference between two clocks that is reported, milliseconds. An answer that is late by less does not turn
 * time back.
 */
const TOLERATED_MS = 1_000;

/** Milliseconds that pass alike whatever the machine's clock is set to, the machine's sleep included. */
function steady({ monotonic, uptime }: Machine): () => number {
  const beganMs = monotonic();
  const upMs = uptime();
  let sleptMs = 0;
  let lookedMs = 0;
  return () => {
    const awakeMs = monotonic() - beganMs;
    if (awakeMs - lookedMs >= LOOK_MS) {
      lookedMs = awakeMs;
      const gapMs = uptime() - upMs - awakeMs;
      if (gapMs - sleptMs > TOLERATED_MS) sleptMs = gapMs;
    }
    return awakeMs + sleptMs;
  };
}

/**
 * The time of a database, which decides about everything that it stores. A server tells its own time with each
 * transaction; without a server it is the time of the process's start, and what has passed since. In between it goes on
 * steadily, so the machine's clock may be set, forward or back, and nothing ends early.
 */
export class DatabaseTime {
  readonly #machine: Machine;
  readonly #passedMs: () => number;
  readonly #warn: (text: string) => void;
  #baseMs: number;
  #baseAtMs = 0;
  #lookedMs = 0;
  #lastMs = 0;
  #differs = false;

  /** `warn` gets a sentence when the machine's clock begins to differ by more than a second. */
  constructor(warn: (text: string) => void = () => {}, machine: Machine = MACHINE) {
    this.#machine = machine;
    this.#warn = warn;
    this.#passedMs = steady(machine);
    this.#baseMs = machine.wall();
  }

  /** Unix milliseconds. */
  readonly now = (): number => {
    const passedMs = this.#passedMs();
    const computedMs = Math.floor(this.#baseMs + passedMs - this.#baseAtMs);
    // A server's answer that was longer under way than the one before it tells a slightly earlier time.
    const nowMs = this.#lastMs - computedMs < TOLERATED_MS ? Math.max(this.#lastMs, computedMs) : computedMs;
    this.#lastMs = nowMs;
    if (passedMs - this.#lookedMs >= LOOK_MS) {
      this.#lookedMs = passedMs;
      this.#compare(nowMs);
    }
    return nowMs;
  };

  /** Takes the server's time, Unix milliseconds. */
  readonly set = (serverMs: number): void => {
    this.#baseMs = serverMs;
    this.#baseAtMs = this.#passedMs();
    // Of two answers that were under way together, the later time may come first.
    if (this.#lastMs - serverMs < TOLERATED_MS) this.#lastMs = Math.max(this.#lastMs, serverMs);
  };

  /** How far the machine's clock is ahead of the database's time, milliseconds; negative when it is behind. */
  readonly ahead = (): number => this.#machine.wall() - this.now();

  #compare(nowMs: number): void {
    const aheadMs = this.#machine.wall() - nowMs;
    const differs = Math.abs(aheadMs) > TOLERATED_MS;
    if (differs && !this.#differs) {
      const seconds = (Math.abs(aheadMs) / 1_000).toFixed(1);
      const place = aheadMs > 0 ? 'ahead of' : 'behind';
      this.#warn(
        `the clock of this machine is ${seconds} s ${place} the database’s time, which alone decides about leases, deadlines and ` +
          'retries: set the clock (NTP); where there is no database server, restart the process afterwards',
      );
    }
    this.#differs = differs;
  }
}
