import assert from 'node:assert/strict';
import {
  type Address,
  type AddressesByLookupTableAddress,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransactionMessage,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  type EncodedAccount,
  getCompiledTransactionMessageEncoder,
  type Instruction,
  lamports,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  type Transaction,
  type TransactionMessageBytes,
} from '@solana/kit';
import { FailedTransactionMetadata, LiteSVM, Rent } from 'litesvm';
import { keyOf, signatureOf } from './keys.ts';

export const SYSTEM_PROGRAM = '11111111111111111111111111111111' as Address;
/** Pays every fee. It signs nothing else, unless a test says so. */
export const FEE_PAYER = keyOf('relayer');
/** Unix seconds at which every chain starts. */
export const START_TIME = 1_800_000_000n;

/** An account; its lamports include its rent. */
export interface Account {
  readonly lamports: bigint;
  readonly owner: Address;
  readonly data: Uint8Array;
  readonly executable?: boolean;
}

/** An instruction that a program of the transaction called. */
export interface InnerInstruction {
  readonly program: Address;
  readonly accounts: readonly Address[];
  readonly data: Uint8Array;
}

/** The outcome of a transaction. */
export interface Receipt {
  /** Undefined on success, otherwise the runtime's name of the error; a program's own error is Custom(code). */
  readonly error: string | undefined;
  /** A program's own error. */
  readonly code: number | undefined;
  readonly computeUnits: number;
  readonly inner: readonly InnerInstruction[];
  readonly logs: readonly string[];
}

export interface SendOptions {
  readonly feePayer?: Address;
  readonly lookupTable?: AddressesByLookupTableAddress;
}

/**
 * The SVM in this process. A failed transaction must leave all of its accounts unchanged except for the fee; `send`
 * always checks that.
 */
export class Chain {
  readonly #svm = new LiteSVM().withTransactionHistory(0n);
  #before = new Map<Address, Account | undefined>();
  /** Accounts as they are now, of those that were read since they last changed. */
  readonly #known = new Map<Address, Account | undefined>();
  #checkpointTime = START_TIME;

  constructor() {
    this.setTime(START_TIME);
    this.put(FEE_PAYER, { lamports: 10n ** 15n, owner: SYSTEM_PROGRAM, data: new Uint8Array() });
  }

  addProgram(address: Address, code: Uint8Array): void {
    this.#known.delete(address);
    this.#svm.addProgram(address, code);
  }

  account(address: Address): Account | undefined {
    const account = this.#svm.getAccount(address);
    if (!account.exists) return undefined;
    const { data, executable, programAddress: owner } = account;
    return { lamports: account.lamports, owner, data: new Uint8Array(data), executable };
  }

  lamports(address: Address): bigint {
    return this.#svm.getBalance(address) ?? 0n;
  }

  /** Changes the rent of accounts that are created or paid from now on. */
  setRent(lamportsPerByte: bigint): void {
    this.#svm.setRent(new Rent(lamportsPerByte, 1, 0));
  }

  rent(size: number): bigint {
    return this.#svm.minimumBalanceForRentExemption(BigInt(size));
  }

  /** Writes an account directly; undefined removes it. */
  put(address: Address, account: Account | undefined): void {
    this.#remember(address);
    this.#write(address, account);
  }

  get time(): bigint {
    return this.#svm.getClock().unixTimestamp;
  }

  setTime(seconds: bigint): void {
    const clock = this.#svm.getClock();
    clock.unixTimestamp = seconds;
    this.#svm.setClock(clock);
  }

  /** Sets the state to which `restore` returns. */
  checkpoint(): void {
    this.#before = new Map();
    this.#checkpointTime = this.time;
  }

  restore(): void {
    for (const [address, account] of this.#before) this.#write(address, account);
    this.#before = new Map();
    this.setTime(this.#checkpointTime);
  }

  send(instructions: readonly Instruction[], options: SendOptions = {}): Receipt {
    const { feePayer = FEE_PAYER, lookupTable = {} } = options;
    const message = compile(instructions, feePayer, this.#svm.latestBlockhash(), lookupTable);
    const { keys, writable } = accountsOf(message, lookupTable);
    const before = writable.map((key) => this.#remember(key));
    const result = this.#svm.sendTransaction(sign(message));
    if (result instanceof FailedTransactionMetadata) {
      for (const [index, key] of writable.entries()) {
        const now = this.account(key);
        const then = before[index];
        const paid = key === feePayer && then !== undefined && now !== undefined;
        this.#known.set(key, now);
        assert.deepEqual(now, paid ? { ...then, lamports: now.lamports } : then, `a failed transaction changed ${key}`);
      }
    } else for (const key of writable) this.#known.delete(key);
    const meta = result instanceof FailedTransactionMetadata ? result.meta() : result;
    return {
      ...errorOf(result),
      computeUnits: Number(meta.computeUnitsConsumed()),
      logs: meta.logs(),
      inner: meta.innerInstructions().flatMap((list) =>
        list.map((inner) => {
          const instruction = inner.instruction();
          return {
            program: keys[instruction.programIdIndex()] as Address,
            accounts: [...instruction.accounts()].map((index) => keys[index] as Address),
            data: new Uint8Array(instruction.data()),
          };
        }),
      ),
    };
  }

  /** Returns the account, and saves it for `restore` at the first time. */
  #remember(address: Address): Account | undefined {
    if (!this.#known.has(address)) this.#known.set(address, this.account(address));
    const account = this.#known.get(address);
    if (!this.#before.has(address)) this.#before.set(address, account);
    return account;
  }

  #write(address: Address, account: Account | undefined): void {
    this.#known.delete(address);
    const { data, owner, executable } = account ?? { data: new Uint8Array(), owner: SYSTEM_PROGRAM };
    const encoded: EncodedAccount = {
      address,
      lamports: lamports(account?.lamports ?? 0n),
      data,
      programAddress: owner,
      executable: executable ?? false,
      space: BigInt(data.length),
    };
    this.#svm.setAccount(encoded);
  }
}

const lifetimeOf = (blockhash: string) => ({ blockhash: blockhash as Blockhash, lastValidBlockHeight: 2n ** 64n - 1n });

/** The message, version 0, with accounts from the lookup table. */
function compile(
  instructions: readonly Instruction[],
  feePayer: Address,
  blockhash: string,
  table: AddressesByLookupTableAddress,
) {
  const empty = setTransactionMessageFeePayer(feePayer, createTransactionMessage({ version: 0 }));
  const message = setTransactionMessageLifetimeUsingBlockhash(
    lifetimeOf(blockhash),
    appendTransactionMessageInstructions(instructions, empty),
  );
  return compileTransactionMessage(compressTransactionMessageUsingAddressLookupTables(message, table));
}
type CompiledMessage = ReturnType<typeof compile>;

const signersOf = ({ header, staticAccounts }: CompiledMessage) => staticAccounts.slice(0, header.numSignerAccounts);

function sign(message: CompiledMessage): Transaction {
  const messageBytes = getCompiledTransactionMessageEncoder().encode(message) as TransactionMessageBytes;
  const bytes = new Uint8Array(messageBytes);
  const signatures = signersOf(message).map((signer) => [signer, signatureOf(signer, bytes)]);
  return { messageBytes, signatures: Object.fromEntries(signatures) };
}

/** Bytes on the wire of a transaction with these instructions: version 0 with the table, and legacy. */
export function sizesOf(instructions: readonly Instruction[], feePayer: Address, table: AddressesByLookupTableAddress) {
  const blockhash = SYSTEM_PROGRAM;
  const empty = setTransactionMessageFeePayer(feePayer, createTransactionMessage({ version: 'legacy' }));
  const legacy = setTransactionMessageLifetimeUsingBlockhash(
    lifetimeOf(blockhash),
    appendTransactionMessageInstructions(instructions, empty),
  );
  const versioned = compile(instructions, feePayer, blockhash, table);
  // A count of one byte, then the signatures.
  const signatures = 1 + 64 * signersOf(versioned).length;
  return {
    lookupTable: signatures + getCompiledTransactionMessageEncoder().encode(versioned).length,
    legacy: signatures + getCompiledTransactionMessageEncoder().encode(compileTransactionMessage(legacy)).length,
  };
}

/** All accounts of the message in the order of its indexes, and the writable ones. */
function accountsOf(message: CompiledMessage, tables: AddressesByLookupTableAddress) {
  const { header, staticAccounts, addressTableLookups = [] } = message;
  const from = (field: 'writableIndexes' | 'readonlyIndexes') =>
    addressTableLookups.flatMap((lookup) =>
      lookup[field].map((index) => tables[lookup.lookupTableAddress]?.[index] ?? assert.fail('no such table entry')),
    );
  const unsigned = header.numSignerAccounts;
  const writable = [
    ...staticAccounts.slice(0, unsigned - header.numReadonlySignerAccounts),
    ...staticAccounts.slice(unsigned, staticAccounts.length - header.numReadonlyNonSignerAccounts),
    ...from('writableIndexes'),
  ];
  return { keys: [...staticAccounts, ...from('writableIndexes'), ...from('readonlyIndexes')], writable };
}

function errorOf(result: unknown): Pick<Receipt, 'error' | 'code'> {
  if (!(result instanceof FailedTransactionMetadata)) return { error: undefined, code: undefined };
  const text = result.toString();
  const error = /err: (?:InstructionError\(\d+, )?(\w+(?:\(\d+\))?)/.exec(text)?.[1] ?? text;
  const code = /^Custom\((\d+)\)$/.exec(error)?.[1];
  return { error, code: code === undefined ? undefined : Number(code) };
}
