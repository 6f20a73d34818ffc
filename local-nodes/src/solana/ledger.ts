import { createHash } from 'node:crypto';
import bs58 from 'bs58';
import type { LoadedAddresses } from './lookup-tables.ts';
import type { InnerInstructions, ReturnData } from './outcome.ts';
import type { TokenBalance } from './tokens.ts';
import type { TransactionError } from './transaction-errors.ts';
import type { WireTransaction } from './wire.ts';

/** Number of slots behind the newest one after which a block is final. */
export const FINALITY_SLOTS = 32;
/** Number of blocks in which a block hash is usable. */
export const MAX_HASH_AGE = 150;

export type Commitment = 'processed' | 'confirmed' | 'finalized';

/** A transaction in a block. */
export interface TransactionRecord {
  readonly slot: number;
  /** Index in its block. */
  readonly index: number;
  readonly wire: WireTransaction;
  readonly loaded: LoadedAddresses;
  readonly keys: readonly string[];
  readonly error: TransactionError | null;
  /** Lamports. */
  readonly fee: bigint;
  readonly computeUnitPrice: bigint;
  /** Balances of each of `keys`, lamports. */
  readonly preBalances: readonly bigint[];
  readonly postBalances: readonly bigint[];
  readonly preTokenBalances: readonly TokenBalance[];
  readonly postTokenBalances: readonly TokenBalance[];
  readonly logs: readonly string[];
  readonly innerInstructions: readonly InnerInstructions[];
  readonly computeUnits: number;
  readonly returnData: ReturnData | null;
}

/** One slot's block. While it is open, its hash is empty and it takes transactions. */
export interface Block {
  readonly slot: number;
  readonly parentSlot: number;
  readonly height: number;
  /** Seconds since 1970. */
  readonly time: number;
  hash: string;
  readonly transactions: TransactionRecord[];
  /** Accounts that its transactions changed. */
  readonly changed: Set<string>;
}

/** The chain of blocks, whose last one is open, and every transaction in them. */
export class Ledger {
  /** By height. */
  readonly #blocks: Block[];
  readonly #heights = new Map<number, number>();
  readonly #hashes = new Map<string, Block>();
  readonly #bySignature = new Map<string, TransactionRecord>();
  readonly #byAddress = new Map<string, TransactionRecord[]>();
  #finalHeight = 0;
  #transactions = 0;

  /** A chain of one closed block, slot 0, whose hash is `genesisHash`. */
  constructor(genesisHash: string, time: number) {
    const genesis = {
      slot: 0,
      parentSlot: 0,
      height: 0,
      time,
      hash: genesisHash,
      transactions: [],
      changed: new Set<string>(),
    };
    this.#blocks = [genesis];
    this.#heights.set(0, 0);
    this.#hashes.set(genesisHash, genesis);
  }

  get open(): Block {
    return this.#blocks.at(-1) as Block;
  }

  get transactionCount(): number {
    return this.#transactions;
  }

  /** Opens `slot` on top of the last block, which must be closed. */
  begin(slot: number, time: number): Block {
    const { slot: parentSlot, height } = this.open;
    const block = {
      slot,
      parentSlot,
      height: height + 1,
      time,
      hash: '',
      transactions: [],
      changed: new Set<string>(),
    };
    this.#blocks.push(block);
    this.#heights.set(slot, block.height);
    return block;
  }

  /** Closes the open block. Its hash covers the parent's hash, the slot, the time and every transaction. */
  close(): void {
    const block = this.open;
    const digest = createHash('sha256')
      .update(bs58.decode(this.parent(block).hash))
      .update(`${block.slot}:${block.time}`);
    for (const { wire } of block.transactions) digest.update(wire.signatures[0] as Uint8Array);
    block.hash = bs58.encode(digest.digest());
    this.#hashes.set(block.hash, block);
    const expired = this.#blocks[block.height - 2 * MAX_HASH_AGE];
    if (expired) this.#hashes.delete(expired.hash);
  }

  add(record: TransactionRecord): void {
    this.open.transactions.push(record);
    this.#transactions++;
    this.#bySignature.set(record.wire.signature, record);
    for (const address of new Set(record.keys)) {
      const records = this.#byAddress.get(address);
      if (records) records.push(record);
      else this.#byAddress.set(address, [record]);
    }
  }

  /** Blocks that have become final since the last call, oldest first. */
  *finalize(): Generator<Block> {
    const limit = this.open.slot - FINALITY_SLOTS;
    for (;;) {
      const next = this.#blocks[this.#finalHeight + 1] as Block;
      if (next.slot > limit) return;
      this.#finalHeight++;
      yield next;
    }
  }

  /** The newest block of a commitment. "confirmed" is the newest closed one. */
  at(commitment: Commitment): Block {
    if (commitment === 'processed') return this.open;
    return this.#blocks[commitment === 'finalized' ? this.#finalHeight : this.open.height - 1] as Block;
  }

  /** The strongest commitment of a block at `slot`. */
  commitmentOf(slot: number): Commitment {
    if (slot <= this.at('finalized').slot) return 'finalized';
    return slot < this.open.slot ? 'confirmed' : 'processed';
  }

  /** The block of `slot`; undefined when the slot was skipped or is in the future. */
  block(slot: number): Block | undefined {
    const height = this.#heights.get(slot);
    return height === undefined ? undefined : this.#blocks[height];
  }

  parent(block: Block): Block {
    return this.#blocks[Math.max(block.height - 1, 0)] as Block;
  }

  /** Closed blocks, newest first. */
  *closed(): Generator<Block> {
    for (let height = this.open.height - 1; height >= 0; height--) yield this.#blocks[height] as Block;
  }

  /** Blocks of the slots from `first` to `last`, in order. */
  *blocks(first: number, last: number): Generator<Block> {
    for (let slot = first; slot <= last; slot++) {
      const block = this.block(slot);
      if (block) yield block;
    }
  }

  /** The block with that hash, if a transaction of `block` or of its child may use the hash. */
  usableHash(hash: string, block: Block): Block | undefined {
    const named = this.#hashes.get(hash);
    return named && named.height <= block.height && block.height <= named.height + MAX_HASH_AGE ? named : undefined;
  }

  transaction(signature: string): TransactionRecord | undefined {
    return this.#bySignature.get(signature);
  }

  /** Transactions that name `address`, oldest first. */
  transactionsOf(address: string): readonly TransactionRecord[] {
    return this.#byAddress.get(address) ?? [];
  }
}

/** Negative, zero or positive when `one` comes before, equals or comes after `other` in the chain. */
export function compareRecords(one: TransactionRecord, other: TransactionRecord): number {
  return one.slot - other.slot || one.index - other.index;
}
