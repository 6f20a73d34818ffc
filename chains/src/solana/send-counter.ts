/** How many limits there are: they differ by so little that the price stays the same. */
const DISTINCT_LIMITS = 4_096;

/**
 * Makes equal sends of one process different transactions, by the compute units that they ask for: the cluster takes
 * equal transactions with one block hash as one.
 */
export class SendCounter {
  #next: number;

  /** `start` sets where counting begins, so that a restarted process does not repeat itself. */
  constructor(start: number) {
    this.#next = start % DISTINCT_LIMITS;
  }

  /** Compute units to ask for beyond those needed. */
  take(): number {
    const taken = this.#next;
    this.#next = (taken + 1) % DISTINCT_LIMITS;
    return taken;
  }
}
