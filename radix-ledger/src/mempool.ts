import type { Rejection, TransactionHash, TransactionHashes } from './types.ts';

/** Number of recent rejections that are kept for status queries. */
const REMEMBERED = 10_000;

export interface PendingTransaction {
  readonly raw: Uint8Array;
  readonly hashes: TransactionHashes;
}

/** The transactions that wait for a round, in order of arrival, and the most recent rejections. */
export class Mempool {
  readonly #size: number;
  /** Keyed by the hash of the notarized transaction. */
  readonly #pending = new Map<string, PendingTransaction>();
  /** Keyed by the hash of the intent. */
  readonly #rejected = new Map<string, { readonly payload: TransactionHash; readonly rejection: Rejection }>();

  constructor(size: number) {
    this.#size = size;
  }

  get isEmpty(): boolean {
    return this.#pending.size === 0;
  }

  get isFull(): boolean {
    return this.#pending.size >= this.#size;
  }

  has({ notarizedTransaction }: TransactionHashes): boolean {
    return this.#pending.has(notarizedTransaction.hex);
  }

  add(transaction: PendingTransaction): void {
    this.#pending.set(transaction.hashes.notarizedTransaction.hex, transaction);
  }

  /** All waiting transactions, oldest first. They stay until `remove`. */
  waiting(): readonly PendingTransaction[] {
    return [...this.#pending.values()];
  }

  remove({ notarizedTransaction }: TransactionHashes): void {
    this.#pending.delete(notarizedTransaction.hex);
  }

  reject(hashes: TransactionHashes, rejection: Rejection): void {
    this.remove(hashes);
    const intent = hashes.transactionIntent.hex;
    this.#rejected.delete(intent);
    this.#rejected.set(intent, { payload: hashes.notarizedTransaction, rejection });
    const oldest = this.#rejected.keys().next().value;
    if (this.#rejected.size > REMEMBERED && oldest !== undefined) this.#rejected.delete(oldest);
  }

  /** A waiting payload with this intent. */
  pending(intent: string): TransactionHash | undefined {
    const found = [...this.#pending.values()].find(({ hashes }) => hashes.transactionIntent.hex === intent);
    return found?.hashes.notarizedTransaction;
  }

  /** The last rejected payload with this intent. */
  rejected(intent: string): { readonly payload: TransactionHash; readonly rejection: Rejection } | undefined {
    return this.#rejected.get(intent);
  }
}
