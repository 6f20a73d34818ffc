import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { lockFolder } from '@causeway/radix-ledger/folder-lock';
import type { AccountState } from './accounts.ts';
import { accountKeys } from './bank.ts';
import { feeOf } from './fees.ts';
import type { Genesis } from './genesis.ts';
import type { Block, TransactionRecord } from './ledger.ts';
import { parseTransaction } from './wire.ts';

const FORMAT = 1;
const FILE = 'ledger.jsonl';

/** A closed block in the journal: its transactions, and the state at its end of the accounts that it changed. */
export interface JournalBlock {
  readonly slot: number;
  readonly time: number;
  readonly transactions: readonly TransactionRecord[];
  readonly accounts: readonly (readonly [string, AccountState | null])[];
}

/**
 * The chain on disk. One text file: its first line is the genesis and every further line one closed block, written as a
 * whole. An unfinished last line, left by a killed process, is dropped.
 */
export class Journal {
  readonly #file: number;
  readonly #unlock: () => void;

  private constructor(file: number, unlock: () => void) {
    this.#file = file;
    this.#unlock = unlock;
  }

  /**
   * Opens the journal in `folder` and reads its content. A new journal starts with the genesis that `make` returns.
   * Throws when the file is not a journal of this version, or when another process has it. A damaged line throws with
   * the file, its number and what to do, when `blocks` reaches it.
   */
  static open(
    folder: string,
    make: () => Genesis,
  ): { journal: Journal; genesis: Genesis; blocks: Iterable<JournalBlock> } {
    mkdirSync(folder, { recursive: true });
    const unlock = lockFolder(folder);
    const path = join(folder, FILE);
    const written = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
    const whole = written.subarray(0, written.lastIndexOf('\n') + 1);
    if (whole.length < written.length) truncateSync(path, whole.length);
    const journal = new Journal(openSync(path, 'a'), unlock);
    if (whole.length > 0) {
      const lines = linesOf(whole);
      const genesis = readable(path, 1, () => genesisFrom(lines.next().value ?? '', path));
      return { journal, genesis, blocks: blocksFrom(lines, path) };
    }
    const genesis = make();
    journal.#line({ format: FORMAT, ...genesis, balances: mapValues(genesis.balances, String) });
    return { journal, genesis, blocks: [] };
  }

  /** Writes a closed block, which survives the end of this process. */
  append({ slot, time, transactions, changed }: Block, read: (address: string) => AccountState | null): void {
    const accounts = [...changed].map((address) => accountTo(address, read(address)));
    this.#line({
      slot,
      time,
      ...(transactions.length > 0 && { transactions: transactions.map(recordTo) }),
      ...(accounts.length > 0 && { accounts }),
    });
  }

  /** Writes everything to the disk. */
  close(): void {
    fsyncSync(this.#file);
    closeSync(this.#file);
    this.#unlock();
  }

  #line(value: unknown): void {
    const line = Buffer.from(`${JSON.stringify(value)}\n`);
    for (let written = 0; written < line.length; ) written += writeSync(this.#file, line, written);
  }
}

function* linesOf(text: Buffer): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start);
    yield text.toString('utf8', start, end);
    start = end + 1;
  }
}

/** The file is a journal, but of another format. */
class OtherFormat extends Error {}

/** What `parse` makes of a line. Throws with the file and the line when it cannot. */
function readable<T>(path: string, line: number, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof OtherFormat) throw error;
    const reason = (error as Error).message;
    const advice =
      'restore the folder from a copy, delete this line and all after it to go back to the block before, or start a new chain in another folder';
    throw new Error(`${path}, line ${line} is damaged (${reason}): ${advice}`);
  }
}

function genesisFrom(line: string, path: string): Genesis {
  const { format, seed, time, balances } = JSON.parse(line);
  if (format !== FORMAT) throw new OtherFormat(`${path} is no journal of format ${FORMAT}`);
  return { seed, time, balances: mapValues(balances as Record<string, string>, BigInt) };
}

function* blocksFrom(lines: Iterable<string>, path: string): Generator<JournalBlock> {
  let [number, last] = [1, 0];
  for (const line of lines) {
    number += 1;
    const block = readable(path, number, () => blockFrom(line, last));
    last = block.slot;
    yield block;
  }
}

/** The block of a line, which comes after the block of slot `last`. */
function blockFrom(line: string, last: number): JournalBlock {
  const { slot, time, transactions = [], accounts = [] } = JSON.parse(line);
  if (!Number.isSafeInteger(slot) || slot <= last) throw new RangeError(`slot ${slot} comes after slot ${last}`);
  if (!Number.isSafeInteger(time)) throw new RangeError(`it has the time ${time}`);
  return {
    slot,
    time,
    transactions: transactions.map((entry: RecordEntry, index: number) => recordFrom(entry, slot, index)),
    accounts: accounts.map(accountFrom),
  };
}

type AccountEntry = readonly [address: string, lamports?: string, owner?: string, executable?: 0 | 1, data?: string];

function accountTo(address: string, state: AccountState | null): AccountEntry {
  if (state === null) return [address];
  const { lamports, owner, executable, data } = state;
  return [address, lamports.toString(), owner, executable ? 1 : 0, Buffer.from(data).toString('base64')];
}

function accountFrom([address, lamports, owner, executable, data]: AccountEntry): [string, AccountState | null] {
  if (lamports === undefined || owner === undefined || data === undefined) return [address, null];
  const state = { lamports: BigInt(lamports), owner, executable: executable === 1, data: Buffer.from(data, 'base64') };
  return [address, state];
}

type RecordEntry = ReturnType<typeof recordTo>;

function recordTo(record: TransactionRecord) {
  const base64 = (data: Uint8Array) => Buffer.from(data).toString('base64');
  return {
    raw: base64(record.wire.raw),
    loaded: record.loaded,
    error: record.error,
    preBalances: record.preBalances.map(String),
    postBalances: record.postBalances.map(String),
    preTokenBalances: record.preTokenBalances,
    postTokenBalances: record.postTokenBalances,
    logs: record.logs,
    innerInstructions: record.innerInstructions.map(({ index, instructions }) => ({
      index,
      instructions: instructions.map((instruction) => ({ ...instruction, data: base64(instruction.data) })),
    })),
    computeUnits: record.computeUnits,
    returnData: record.returnData && { ...record.returnData, data: base64(record.returnData.data) },
  };
}

function recordFrom({ raw, ...entry }: RecordEntry, slot: number, index: number): TransactionRecord {
  const bytes = (data: string) => Buffer.from(data, 'base64');
  const wire = parseTransaction(bytes(raw));
  const { lamports: fee, computeUnitPrice } = feeOf(wire.message);
  return {
    ...entry,
    ...{ slot, index, wire, fee, computeUnitPrice, keys: accountKeys(wire.message, entry.loaded) },
    preBalances: entry.preBalances.map(BigInt),
    postBalances: entry.postBalances.map(BigInt),
    innerInstructions: entry.innerInstructions.map((inner) => ({
      index: inner.index,
      instructions: inner.instructions.map((instruction) => ({ ...instruction, data: bytes(instruction.data) })),
    })),
    returnData: entry.returnData && { ...entry.returnData, data: bytes(entry.returnData.data) },
  };
}

function mapValues<From, To>(record: Readonly<Record<string, From>>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
