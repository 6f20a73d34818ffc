/** A rate limit by the protocol's rules. */
export class Bucket {
  readonly #capacity: bigint;
  readonly #refillPerSecond: bigint;
  #level: bigint;
  #updatedAt: bigint;

  constructor(capacity: bigint, refillPerSecond: bigint, now: bigint) {
    this.#capacity = capacity;
    this.#refillPerSecond = refillPerSecond;
    this.#level = capacity;
    this.#updatedAt = now;
  }

  level(now: bigint): bigint {
    const level = this.#level + (now - this.#updatedAt) * this.#refillPerSecond;
    return level < this.#capacity ? level : this.#capacity;
  }

  draw(amount: bigint, now: bigint): void {
    this.#level = this.level(now) - amount;
    this.#updatedAt = now;
  }
}
