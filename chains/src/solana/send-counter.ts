/** Number of distinct limits. They differ so little that the price stays the same. */
const DISTINCT_LIMITS = 4_096;

/**
 * Makes equal sends of one process differ, by their limits of compute units. The cluster treats equal transactions with
 * one block hash as one transaction.
 */
export class SendCounter {
  #next: number;

  /** `start` is the first count; it varies between runs, so that a restarted process does not repeat itself. */
  constructor(start: number) {
    this.#next = start % DISTINCT_LIMITS;
  }

  /** Compute units to request on top of those needed. */
  take(): number {
    const taken = this.#next;
    this.#next = (taken + 1) % DISTINCT_LIMITS;
    return taken;
  }
}
