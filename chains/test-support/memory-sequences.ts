import { ok, type SignedTransaction } from '@causeway/protocol';
import type { Sequences } from '../src/provider/provider.ts';

/** What the sequence numbers of a chain in memory need of it. */
export interface SequencedChain {
  /** The sequence number of the account's next transaction in a block. */
  due(payer: string): number;
  /** True while a transaction with this number waits for a block. */
  waits(payer: string, sequence: number): boolean;
  /** Signs an empty transaction with the number of `submission` and a higher fee. */
  empty(submission: SignedTransaction): SignedTransaction;
  /** Sends an empty transaction. */
  sendEmpty(payer: string, sequence: number): void;
}

/** The sequence numbers with which something was signed. */
export class MemorySequences implements Sequences {
  readonly #chain: SequencedChain;
  readonly #taken = new Map<string, Set<number>>();

  constructor(chain: SequencedChain) {
    this.#chain = chain;
  }

  /** The lowest `count` free numbers in a row, which are taken then. */
  take(payer: string, count: number): readonly number[] {
    const taken = this.#of(payer);
    let first = this.#chain.due(payer);
    for (let number = first; number < first + count; number += 1) if (taken.has(number)) first = number + 1;
    const numbers = Array.from({ length: count }, (_, index) => first + index);
    for (const number of numbers) taken.add(number);
    return numbers;
  }

  clear(): void {
    this.#taken.clear();
  }

  hold(submissions: readonly SignedTransaction[]): void {
    for (const { payer, sequence } of submissions) this.#of(payer).add(sequence);
  }

  release(submissions: readonly SignedTransaction[]): void {
    for (const { payer, sequence } of submissions) {
      if (!this.#chain.waits(payer, sequence)) this.#of(payer).delete(sequence);
    }
  }

  readonly empty: Sequences['empty'] = async (submission) => ok(this.#chain.empty(submission));

  readonly closeGap: Sequences['closeGap'] = async (own, { address }, stored) => {
    const mine = new Set(own.map(({ sequence }) => sequence));
    const [due, end] = [this.#chain.due(address), Math.max(...mine)];
    const below = Array.from({ length: Math.max(0, end - due) }, (_, index) => due + index);
    const others = below.filter((sequence) => !mine.has(sequence));
    if (others.length === 0) return ok({ waits: false, closed: [] });
    const taken = new Set([...this.#of(address), ...(await stored())]);
    const closed = others.filter((sequence) => !taken.has(sequence));
    for (const sequence of closed) {
      this.#of(address).add(sequence);
      this.#chain.sendEmpty(address, sequence);
    }
    return ok({ waits: true, closed });
  };

  #of(payer: string): Set<number> {
    const taken = this.#taken.get(payer) ?? new Set();
    this.#taken.set(payer, taken);
    return taken;
  }
}
