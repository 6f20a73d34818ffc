/** Number of distinct limits, which cost nothing. */
const DISTINCT_LIMITS = 4_096;

/**
 * Makes equal sends of one process differ, by the bytes that they may load. The cluster treats equal transactions with
 * one block hash as one transaction.
 */
export class SendCounter {
  #next: number;

  /** `start` is the first count; it varies between runs, so that a restarted process does not repeat itself. */
  constructor(start: number) {
    this.#next = start % DISTINCT_LIMITS;
  }

  /** Bytes to allow on top of those needed. */
  take(): number {
    const taken = this.#next;
    this.#next = (taken + 1) % DISTINCT_LIMITS;
    return taken;
  }
}
