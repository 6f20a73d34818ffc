import type { TransactionCost } from '@causeway/protocol';
import type { TransactionError } from './wire.ts';

/** The relevant part of a transaction, as one endpoint shows it. */
export interface SeenTransaction {
  readonly signature: string;
  readonly slot: number;
  readonly error: TransactionError | null;
  readonly computeUnits: number;
  readonly cost: TransactionCost;
  /** Data of the program's events, base64. */
  readonly events: readonly string[];
}

/** Most transactions that are remembered. */
const MOST_REMEMBERED = 1_000;

/** A transaction, and the hash of the block that has it. */
interface Placed {
  readonly seen: SeenTransaction;
  readonly blockHash: string;
}

/**
 * Transactions with events that a quorum has shown of one bridge, each in one block. A process that sends transactions
 * follows their outcome and scans the bridge, and needs each of them twice. A block's hash stands for its transactions
 * and what they did, so one is used again only where a quorum still shows that block. A signer sends nothing, and reads
 * each transaction when it scans it.
 */
export class SeenTransactions {
  readonly #bySignature = new Map<string, Placed>();

  note(seen: SeenTransaction, blockHash: string): void {
    this.#bySignature.delete(seen.signature);
    this.#bySignature.set(seen.signature, { seen, blockHash });
    if (this.#bySignature.size <= MOST_REMEMBERED) return;
    const [oldest] = this.#bySignature.keys();
    if (oldest !== undefined) this.#bySignature.delete(oldest);
  }

  has(signature: string): boolean {
    return this.#bySignature.has(signature);
  }

  /** The transaction `signature` in the block `blockHash`; undefined when it was not seen there. */
  in(blockHash: string, signature: string): SeenTransaction | undefined {
    const placed = this.#bySignature.get(signature);
    return placed?.blockHash === blockHash ? placed.seen : undefined;
  }
}
