/** Most messages of one proposal. */
export interface Most {
  /** Messages that are executed or cancelled. */
  readonly orders: number;
  /** Messages that are committed under one root. */
  readonly commitMessages: number;
}

/**
 * The size of a destination's proposals. Signers that do not answer in time get half as much the next time, until they
 * do; then the size doubles up to its limit. So a slow signer slows deliveries down and never stops them.
 */
export class BatchSize {
  readonly #limit: Most;
  #halvings = 0;

  constructor(limit: Most) {
    this.#limit = limit;
  }

  get most(): Most {
    const share = 2 ** this.#halvings;
    return {
      orders: Math.max(1, Math.floor(this.#limit.orders / share)),
      commitMessages: Math.max(1, Math.floor(this.#limit.commitMessages / share)),
    };
  }

  /** Halves the sizes, down to 1, until they are below the `tried` number of orders, which may be below the limit. */
  halve(tried = this.most.orders): void {
    do {
      const { orders, commitMessages } = this.most;
      if (orders <= 1 && commitMessages <= 1) return;
      this.#halvings += 1;
    } while (this.most.orders > 1 && this.most.orders >= tried);
  }

  /** Doubles the sizes, up to their limit. */
  double(): void {
    this.#halvings = Math.max(0, this.#halvings - 1);
  }
}
