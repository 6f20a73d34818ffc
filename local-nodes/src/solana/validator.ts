import { sign } from 'node:crypto';
import bs58 from 'bs58';
import type { AccountState } from './accounts.ts';
import { accountKeys, Bank, type ResolvedTransaction } from './bank.ts';
import { advancedNonce, nonceFrom, nonceOf } from './durable-nonces.ts';
import { feeOf } from './fees.ts';
import { type Genesis, genesisAccounts, genesisHash, genesisKey, newGenesis } from './genesis.ts';
import { Journal, type JournalBlock } from './journal.ts';
import { type Block, Ledger, type TransactionRecord } from './ledger.ts';
import { type LookupError, loadAddresses } from './lookup-tables.ts';
import type { Outcome } from './outcome.ts';
import { COMPUTE_BUDGET_PROGRAM, SYSTEM_PROGRAM } from './programs.ts';
import { hasValidSignatures } from './signatures.ts';
import { tokenBalances } from './tokens.ts';
import type { TransactionError } from './transaction-errors.ts';
import { isStaticWritable, parseTransaction, type WireTransaction } from './wire.ts';

/** Gets every event of the chain while it happens. */
export interface ChainListener {
  /** A transaction ran in the open slot. */
  onTransaction(record: TransactionRecord, changed: readonly string[]): void;
  /** A block got a stronger commitment. */
  onBlock(block: Block, commitment: 'confirmed' | 'finalized'): void;
  /** A slot was opened. */
  onSlot(slot: number, parent: number, root: number): void;
}

export interface ValidatorOptions {
  /** Folder that keeps the chain. Without one, the chain ends with the process. */
  readonly state?: string;
  /** Initial balances of a new chain's accounts, lamports by address. */
  readonly balances: Readonly<Record<string, bigint>>;
}

/** The result of a sent transaction: null, or the reason why no block includes it. */
export type Dropped = TransactionError | null;

/** The chain: takes transactions into the open slot, closes slots and keeps the history. */
export class Validator {
  readonly genesis: Genesis;
  readonly ledger: Ledger;
  readonly bank = new Bank();
  readonly identity: string;
  readonly #journal: Journal | undefined;
  readonly #listeners = new Set<ChainListener>();
  #timeOffset = 0;
  #airdrops = 0;

  /** Opens the chain in `state`, or a new one. Throws when the state is unreadable. */
  constructor({ state, balances }: ValidatorOptions) {
    const make = () => newGenesis(balances);
    const opened =
      state === undefined ? { journal: undefined, genesis: make(), blocks: [] } : Journal.open(state, make);
    this.genesis = opened.genesis;
    this.#journal = opened.journal;
    this.identity = genesisKey(this.genesis, 'identity').address;
    this.ledger = new Ledger(genesisHash(this.genesis), this.genesis.time);
    this.#restore(opened.blocks);
    this.#open(this.ledger.open.slot + 1);
    this.#enter();
  }

  listen(listener: ChainListener): void {
    this.#listeners.add(listener);
  }

  /** The newest final slot. */
  get root(): number {
    return this.ledger.at('finalized').slot;
  }

  /** Moves the chain's clock forward, seconds. */
  increaseTime(seconds: number): void {
    this.#timeOffset += seconds;
  }

  /** Closes the open slot and then `slots` − 1 empty ones. `skipped` slots before each new one get no block. */
  advance(slots: number, skipped: number = 0): void {
    for (let left = slots; left > 0; left--) {
      const block = this.ledger.open;
      this.ledger.close();
      this.#journal?.append(block, (address) => this.bank.accounts.read(address, block.slot));
      this.#open(block.slot + 1 + skipped);
      if (left === 1) this.#enter();
      this.#tell((listener) => listener.onBlock(block, 'confirmed'));
      for (const final of this.ledger.finalize()) this.#tell((listener) => listener.onBlock(final, 'finalized'));
      const { slot, parentSlot } = this.ledger.open;
      this.#tell((listener) => listener.onSlot(slot, parentSlot, this.root));
    }
  }

  /** Resolves the message's lookups with the tables as of `block`. */
  resolve(wire: WireTransaction, block: Block): ResolvedTransaction | LookupError {
    const loaded = loadAddresses(wire.message, block.slot, (address) => this.bank.accounts.read(address, block.slot));
    if (typeof loaded === 'string') return loaded;
    return { wire, loaded, keys: accountKeys(wire.message, loaded) };
  }

  /** The reason why `block` refuses the transaction before it runs; null when it runs. */
  check({ wire, keys }: ResolvedTransaction, block: Block): TransactionError | null {
    if (new Set(keys).size < keys.length) return 'AccountLoadedTwice';
    const usable = this.ledger.usableHash(wire.message.recentBlockhash, block);
    if (!usable && this.#nonceAccount(wire, block) === null) return 'BlockhashNotFound';
    const known = this.ledger.transaction(wire.signature);
    return known && known.slot <= block.slot ? 'AlreadyProcessed' : null;
  }

  /** Runs a transaction on the state of `block` without a trace. */
  simulate(transaction: ResolvedTransaction, block: Block): Outcome & { post(address: string): AccountState | null } {
    return this.bank.simulate(transaction, block, this.ledger.open, this.#lastHash(block));
  }

  /** Hash of the newest closed block at the end of `block`. */
  #lastHash(block: Block): string {
    return block.hash === '' ? this.ledger.parent(block).hash : block.hash;
  }

  /**
   * The account whose durable nonce stands in the place of the block hash: the first instruction advances it, its
   * authority signs that, and it can be advanced in `block`. Null when there is none.
   */
  #nonceAccount({ message }: WireTransaction, block: Block): string | null {
    const advanced = advancedNonce({ message });
    const nonce = advanced && nonceOf(this.bank.accounts.read(advanced.account, block.slot));
    if (nonce?.value !== message.recentBlockhash || !advanced?.signers.includes(nonce.authority)) return null;
    const writable = isStaticWritable(message, message.staticKeys.indexOf(advanced.account));
    return writable && nonce.value !== nonceFrom(this.#lastHash(block)) ? advanced.account : null;
  }

  /**
   * Runs a transaction in the open slot. Like a validator, it does not tell the sender when it drops the transaction.
   */
  submit(wire: WireTransaction): Dropped {
    const { open } = this.ledger;
    if (!hasValidSignatures(wire)) return 'SignatureFailure';
    const resolved = this.resolve(wire, open);
    if (typeof resolved === 'string') return resolved;
    return this.check(resolved, open) ?? this.#execute(resolved, open);
  }

  /** Pays `lamports` from the faucet. Returns the transaction's signature, or the reason of the failure. */
  airdrop(address: string, lamports: bigint): { readonly signature: string } | { readonly error: TransactionError } {
    const faucet = genesisKey(this.genesis, 'faucet');
    const message = transferMessage({
      ...{ from: faucet.address, to: address, lamports, nonce: this.#airdrops++ },
      blockhash: this.ledger.at('confirmed').hash,
    });
    const raw = Buffer.concat([Buffer.of(1), sign(null, message, faucet.privateKey), message]);
    const wire = parseTransaction(raw);
    const dropped = this.submit(wire);
    const error = dropped ?? this.ledger.transaction(wire.signature)?.error ?? null;
    return error === null ? { signature: wire.signature } : { error };
  }

  /** Closes the open slot and writes everything to the disk. */
  close(): void {
    if (this.ledger.open.transactions.length > 0) this.advance(1);
    this.#journal?.close();
  }

  #execute(transaction: ResolvedTransaction, open: Block): Dropped {
    const { wire, loaded, keys } = transaction;
    const read = (address: string) => this.bank.accounts.latest(address);
    const balances = () => keys.map((key) => read(key)?.lamports ?? 0n);
    const preBalances = balances();
    const preTokenBalances = tokenBalances(keys, read);
    const usable = this.ledger.usableHash(wire.message.recentBlockhash, open);
    const place = {
      slot: open.slot,
      lastHash: this.#lastHash(open),
      nonceAccount: usable ? null : this.#nonceAccount(wire, open),
    };
    const { changed, included, ...outcome } = this.bank.execute(transaction, place, this.root);
    if (!included) return outcome.error;
    const { lamports: fee, computeUnitPrice } = feeOf(wire.message);
    const record: TransactionRecord = {
      ...{ slot: open.slot, index: open.transactions.length, wire, loaded, keys, fee, computeUnitPrice },
      ...{ preBalances, postBalances: balances() },
      ...{ preTokenBalances, postTokenBalances: tokenBalances(keys, read) },
      ...outcome,
    };
    for (const address of changed) open.changed.add(address);
    this.ledger.add(record);
    this.#tell((listener) => listener.onTransaction(record, changed));
    return null;
  }

  #open(slot: number): void {
    const now = Math.floor(Date.now() / 1_000) + this.#timeOffset;
    const open = this.ledger.begin(slot, Math.max(now, this.ledger.open.time));
    this.bank.tick(open, this.root);
  }

  #enter(): void {
    this.bank.setSlotHashes(this.ledger.closed(), this.ledger.open.slot, this.root);
  }

  /** Restores the genesis accounts and the blocks of an earlier run. */
  #restore(blocks: Iterable<JournalBlock>): void {
    const { accounts } = this.bank;
    const touched = new Set<string>();
    const write = (slot: number, states: Iterable<readonly [string, AccountState | null]>) => {
      for (const [address, state] of states) {
        accounts.write(address, slot, state, this.root);
        touched.add(address);
      }
    };
    write(0, genesisAccounts(this.genesis));
    for (const { slot, time, transactions, accounts: states } of blocks) {
      const block = this.ledger.begin(slot, time);
      for (const record of transactions) this.ledger.add(record);
      for (const [address] of states) block.changed.add(address);
      this.ledger.close();
      write(slot, states);
      for (const _final of this.ledger.finalize());
    }
    this.bank.load(touched);
  }

  #tell(what: (listener: ChainListener) => void): void {
    for (const listener of this.#listeners) what(listener);
  }
}

interface Transfer {
  readonly from: string;
  readonly to: string;
  readonly lamports: bigint;
  readonly blockhash: string;
  /** Distinguishes otherwise equal transfers. */
  readonly nonce: number;
}

/** A legacy message that transfers lamports. */
function transferMessage({ from, to, lamports, blockhash, nonce }: Transfer): Buffer {
  const transfer = Buffer.alloc(12);
  transfer.writeUInt32LE(2, 0);
  transfer.writeBigUInt64LE(lamports, 4);
  const setComputeUnitLimit = Buffer.alloc(5);
  setComputeUnitLimit.writeUInt8(2, 0);
  setComputeUnitLimit.writeUInt32LE(1_000 + nonce, 1);
  const keys = [from, to, SYSTEM_PROGRAM, COMPUTE_BUDGET_PROGRAM].map((key) => bs58.decode(key));
  return Buffer.concat([
    ...[Buffer.of(1, 0, 2, keys.length), ...keys, bs58.decode(blockhash)],
    ...[Buffer.of(2), Buffer.of(3, 0, setComputeUnitLimit.length), setComputeUnitLimit],
    ...[Buffer.of(2, 2, 0, 1, transfer.length), transfer],
  ]);
}
