import { type Address, getTransactionDecoder, lamports, type ReadonlyUint8Array, type Transaction } from '@solana/kit';
import bs58 from 'bs58';
import { Clock, FailedTransactionMetadata, LiteSVM, type TransactionMetadata } from 'litesvm';
import { type AccountState, AccountStore, sameState } from './accounts.ts';
import { nonceFrom, nonceOf, withNonce } from './durable-nonces.ts';
import type { Block } from './ledger.ts';
import type { LoadedAddresses } from './lookup-tables.ts';
import type { InnerInstructions, Outcome } from './outcome.ts';
import {
  CLOCK_SYSVAR,
  NATIVE_LOADER,
  SLOT_HASHES_SYSVAR,
  SYSTEM_PROGRAM,
  SYSVAR_OWNER,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  UPGRADEABLE_LOADER,
} from './programs.ts';
import { transactionErrorOf } from './transaction-errors.ts';
import { isStaticWritable, type Message, type WireTransaction } from './wire.ts';

/** Owners of a new chain's initial accounts. */
const GENESIS_OWNERS = [
  NATIVE_LOADER,
  UPGRADEABLE_LOADER,
  SYSVAR_OWNER,
  'BPFLoader1111111111111111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
  'Feature111111111111111111111111111111111111',
  'Config1111111111111111111111111111111111111',
  TOKEN_PROGRAM,
  TOKEN_2022_PROGRAM,
];

/** Number of slots in the SlotHashes sysvar. */
const SLOT_HASHES = 512;
/** First byte of a program's data account of the upgradeable loader. */
const PROGRAM_DATA_KIND = 3;

/** A transaction with resolved lookups. */
export interface ResolvedTransaction {
  readonly wire: WireTransaction;
  readonly loaded: LoadedAddresses;
  /** Static keys, then loaded writable, then loaded read-only ones. */
  readonly keys: readonly string[];
}

/** The place in the chain in which a transaction runs for good. */
export interface Place {
  readonly slot: number;
  /** Hash of the newest closed block, from which advanced nonces come. */
  readonly lastHash: string;
  /** The nonce account whose nonce stands in the place of the block hash: it is advanced even if the rest fails. */
  readonly nonceAccount: string | null;
}

/** The virtual machine with every account. It runs transactions and keeps the state of each slot. */
export class Bank {
  readonly accounts = new AccountStore();
  readonly #svm: LiteSVM;
  readonly #decoder = getTransactionDecoder();

  constructor() {
    this.#svm = new LiteSVM().withSigverify(false).withBlockhashCheck(false).withTransactionHistory(0n);
    this.#svm.withNativeMints();
    // The machine's own faucet has a random key, but two chains with one genesis must be equal.
    for (const { address } of this.#svm.getProgramAccounts(SYSTEM_PROGRAM as Address)) this.#set(address, null);
    for (const owner of GENESIS_OWNERS) {
      for (const { address } of this.#svm.getProgramAccounts(owner as Address)) {
        this.accounts.write(address, 0, this.#get(address), 0);
      }
    }
  }

  get slotsPerEpoch(): bigint {
    return this.#svm.getEpochSchedule().slotsPerEpoch;
  }

  /** Lamports that exempt an account of `bytes` bytes from rent. */
  rentExemption(bytes: number): bigint {
    return this.#svm.minimumBalanceForRentExemption(BigInt(bytes));
  }

  /** Sets the clock to the slot and time of `open`. */
  tick(open: Block, finalSlot: number): void {
    this.#setClock(open.slot, open.time);
    this.accounts.write(CLOCK_SYSVAR, open.slot, this.#get(CLOCK_SYSVAR), finalSlot);
  }

  /** Sets the hashes that programs see to the hashes of the `closed` blocks, newest first. */
  setSlotHashes(closed: Iterable<Block>, slot: number, finalSlot: number): void {
    const hashes: { slot: bigint; hash: string }[] = [];
    for (const block of closed) {
      hashes.push({ slot: BigInt(block.slot), hash: block.hash });
      if (hashes.length === SLOT_HASHES) break;
    }
    this.#svm.setSlotHashes(hashes);
    this.accounts.write(SLOT_HASHES_SYSVAR, slot, this.#get(SLOT_HASHES_SYSVAR), finalSlot);
  }

  /** Loads the latest state of `addresses` into the machine, the data of programs before the programs. */
  load(addresses: Iterable<string>): void {
    const states = [...addresses].map((address) => [address, this.accounts.latest(address)] as const);
    const rank = (state: AccountState | null) =>
      state?.executable ? 2 : state?.owner === UPGRADEABLE_LOADER && state.data[0] === PROGRAM_DATA_KIND ? 0 : 1;
    states.sort(([, one], [, other]) => rank(one) - rank(other));
    for (const [address, state] of states) this.#set(address, state);
  }

  /** Runs a transaction in the open slot for good. `changed` lists the accounts that it changed. */
  execute(transaction: ResolvedTransaction, place: Place, finalSlot: number): Outcome & { changed: string[] } {
    const { slot, lastHash, nonceAccount } = place;
    const writable = writableKeys(transaction);
    const nonces = new MachineNonces(transaction, lastHash);
    this.#lendNonces(writable, slot, nonces);
    const result = this.#svm.sendTransaction(this.#decode(transaction));
    const outcome = outcomeOf(result);
    const changed: string[] = [];
    for (const address of writable) {
      const known = this.accounts.latest(address);
      const ran = nonces.swap(this.#get(address));
      const advances =
        address === nonceAccount && outcome.included && outcome.error !== null && nonceOf(known) !== null;
      const state = advances && known ? withNonce(known, nonceFrom(lastHash)) : ran;
      if (nonceOf(state) !== null) this.#set(address, state);
      if (sameState(state, known)) continue;
      this.accounts.write(address, slot, state, finalSlot);
      changed.push(address);
    }
    return { ...outcome, changed };
  }

  /**
   * Runs a transaction on the state at the end of `block`, whose newest closed block has the hash `lastHash`, without a
   * trace. `post` reads accounts as they would be after it.
   */
  simulate(
    transaction: ResolvedTransaction,
    block: Block,
    open: Block,
    lastHash: string,
  ): Outcome & { post(address: string): AccountState | null } {
    const rewound = block === open ? [] : this.#rewind(transaction, block);
    const nonces = new MachineNonces(transaction, lastHash);
    const lent = this.#lendNonces(writableKeys(transaction), block.slot, nonces);
    const current = lent.map((address) => [address, this.accounts.latest(address)] as const);
    try {
      const result = this.#svm.simulateTransaction(this.#decode(transaction));
      const read = (address: string) => this.accounts.read(address, block.slot);
      if (result instanceof FailedTransactionMetadata) return { ...outcomeOf(result), post: read };
      const post = (address: string) => {
        const written = result.postAccounts().find((account) => account.address === address);
        if (!written) return read(address);
        return written.lamports > 0n ? nonces.swap(stateOf(written)) : null;
      };
      return { ...outcomeOf(result.meta()), post };
    } finally {
      for (const [address, state] of [...rewound, ...current]) this.#set(address, state);
      if (block !== open) this.#setClock(open.slot, open.time);
    }
  }

  /** Gives the machine the nonces in its own terms. Returns the accounts whose state differs there. */
  #lendNonces(addresses: readonly string[], slot: number, nonces: MachineNonces): readonly string[] {
    return addresses.filter((address) => {
      const state = this.accounts.read(address, slot);
      const swapped = nonces.swap(state);
      if (swapped === state) return false;
      this.#set(address, swapped);
      return true;
    });
  }

  /** Loads the older state of a transaction's accounts into the machine. Returns the states to put back. */
  #rewind({ wire, keys }: ResolvedTransaction, block: Block): (readonly [string, AccountState | null])[] {
    const restore: (readonly [string, AccountState | null])[] = [];
    for (const address of [...keys, ...wire.message.lookups.map(({ accountKey }) => accountKey)]) {
      const now = this.accounts.latest(address);
      const then = this.accounts.read(address, block.slot);
      if (sameState(now, then) || now?.executable || now?.owner === SYSVAR_OWNER) continue;
      this.#set(address, then);
      restore.push([address, now]);
    }
    this.#setClock(block.slot, block.time);
    return restore;
  }

  #decode({ wire }: ResolvedTransaction): Transaction {
    return this.#decoder.decode(wire.raw);
  }

  #setClock(slot: number, time: number): void {
    const epoch = BigInt(slot) / this.slotsPerEpoch;
    this.#svm.setClock(new Clock(BigInt(slot), BigInt(time), epoch, epoch + 1n, BigInt(time)));
  }

  #get(address: string): AccountState | null {
    const account = this.#svm.getAccount(address as Address);
    return account.exists && account.lamports > 0n ? stateOf(account) : null;
  }

  #set(address: string, state: AccountState | null): void {
    const { lamports: balance, owner, executable, data } = state ?? CLOSED;
    this.#svm.setAccount({
      address: address as Address,
      lamports: lamports(balance),
      programAddress: owner as Address,
      executable,
      data,
      space: BigInt(data.length),
    });
  }
}

/**
 * Nonces as the machine has them. It takes the block hash that a transaction names for the newest one: an advanced
 * nonce comes from that hash, and one that comes from it already is refused. On the chain that is the newest hash.
 */
class MachineNonces {
  readonly #machine: string;
  readonly #chain: string;

  constructor({ wire }: ResolvedTransaction, lastHash: string) {
    this.#machine = nonceFrom(wire.message.recentBlockhash);
    this.#chain = nonceFrom(lastHash);
  }

  /** `state` with the newest nonce of the chain in the place of the machine's, and the other way round. */
  swap(state: AccountState | null): AccountState | null {
    const value = nonceOf(state)?.value;
    if (state === null || this.#machine === this.#chain) return state;
    if (value === this.#machine) return withNonce(state, this.#chain);
    return value === this.#chain ? withNonce(state, this.#machine) : state;
  }
}

const CLOSED: AccountState = { lamports: 0n, owner: SYSTEM_PROGRAM, executable: false, data: new Uint8Array() };

interface EngineAccount {
  readonly lamports: bigint;
  readonly programAddress: string;
  readonly executable: boolean;
  readonly data: ReadonlyUint8Array;
}

function stateOf({ lamports: balance, programAddress, executable, data }: EngineAccount): AccountState {
  return { lamports: balance, owner: programAddress, executable, data: data as Uint8Array };
}

/** The accounts that a transaction may change. */
export function writableKeys({ wire, loaded }: ResolvedTransaction): readonly string[] {
  const { message } = wire;
  return [...message.staticKeys.filter((_key, index) => isStaticWritable(message, index)), ...loaded.writable];
}

/** The keys of `message`, followed by the addresses of its lookups. */
export function accountKeys(message: Message, loaded: LoadedAddresses): readonly string[] {
  return [...message.staticKeys, ...loaded.writable, ...loaded.readonly];
}

function outcomeOf(result: TransactionMetadata | FailedTransactionMetadata): Outcome {
  const failed = result instanceof FailedTransactionMetadata;
  const meta = failed ? result.meta() : result;
  const returned = meta.returnData();
  const data = returned.data();
  return {
    error: failed ? transactionErrorOf(result) : null,
    // The machine reports a transaction's signature only once it has taken the fee.
    included: meta.signature().some((byte) => byte !== 0),
    logs: meta.logs(),
    innerInstructions: innerInstructionsOf(meta),
    computeUnits: Number(meta.computeUnitsConsumed()),
    returnData: data.length === 0 ? null : { programId: bs58.encode(returned.programId()), data },
  };
}

function innerInstructionsOf(meta: TransactionMetadata): readonly InnerInstructions[] {
  return meta.innerInstructions().flatMap((called, index) => {
    if (called.length === 0) return [];
    const instructions = called.map((inner) => {
      const instruction = inner.instruction();
      return {
        programIdIndex: instruction.programIdIndex(),
        accounts: [...instruction.accounts()],
        data: instruction.data(),
        stackHeight: inner.stackHeight(),
      };
    });
    return [{ index, instructions }];
  });
}
