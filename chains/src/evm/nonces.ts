import type { Result } from '@causeway/protocol';

interface PayerState {
  /** Resolves when the payer's latest preparation is done. Preparations of one payer run one after another. */
  tail: Promise<unknown>;
  /**
   * Nonces in use, with the time at which the reservation lapses. The nonce of a broadcast transaction never lapses.
   */
  readonly taken: Map<number, number>;
}

/**
 * Hands out account nonces per payer. A nonce is free when the chain does not count it as used or pending and no
 * unfinished submission of this process holds it. The lowest free nonce comes first, so an abandoned one leaves no gap.
 */
export class NonceTracker {
  readonly #payers = new Map<string, PayerState>();
  readonly #now: () => number;
  readonly #holdMs: number;

  /** `holdMs`: milliseconds before the nonce of a prepared submission that was not broadcast becomes free again. */
  constructor(now: () => number, holdMs: number) {
    this.#now = now;
    this.#holdMs = holdMs;
  }

  /**
   * Runs `prepare` alone for `payer`. Its argument `take` returns the next free nonce from the chain's pending count
   * on.
   */
  async exclusively<T>(payer: string, prepare: (take: (pending: number) => number) => Promise<Result<T>>) {
    const state = this.#state(payer);
    const reserved: number[] = [];
    const run = state.tail.then(async () => {
      const result = await prepare((pending) => {
        const nonce = this.#lowestFree(state, pending);
        reserved.push(nonce);
        state.taken.set(nonce, this.#now() + this.#holdMs);
        return nonce;
      });
      if (!result.ok) for (const nonce of reserved) state.taken.delete(nonce);
      return result;
    });
    state.tail = run.catch(() => {});
    return run;
  }

  /** Records that the network has a transaction with `nonce`. */
  broadcast(payer: string, nonce: number): void {
    this.#state(payer).taken.set(nonce, Number.POSITIVE_INFINITY);
  }

  /** Frees `nonce`: it is used on chain, or no node took the transaction. */
  finished(payer: string, nonce: number): void {
    this.#state(payer).taken.delete(nonce);
  }

  #lowestFree(state: PayerState, pending: number): number {
    const now = this.#now();
    for (const [nonce, until] of state.taken) if (nonce < pending || until <= now) state.taken.delete(nonce);
    let nonce = pending;
    while (state.taken.has(nonce)) nonce += 1;
    return nonce;
  }

  #state(payer: string): PayerState {
    const key = payer.toLowerCase();
    const known = this.#payers.get(key);
    if (known) return known;
    const state: PayerState = { tail: Promise.resolve(), taken: new Map() };
    this.#payers.set(key, state);
    return state;
  }
}
