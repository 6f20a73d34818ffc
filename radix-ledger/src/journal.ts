import { closeSync, existsSync, fsyncSync, ftruncateSync, mkdirSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { writeFile, writeWhole } from './durable-file.ts';
import { lockFolder } from './folder-lock.ts';
import type { CommittedTransaction, Genesis, UserTransaction } from './types.ts';

const FORMAT = 1;
const FILE = 'ledger.jsonl';
const CHUNK = 1024 * 1024;
const NEWLINE = 0x0a;
/** Start of the line of a user's transaction. */
const USER = '{"kind":"user"';

/** Every transaction of a ledger, in order of state versions, which start at 1. */
export interface Journal {
  readonly genesis: Genesis;
  /** The last appended state version. */
  readonly top: number;
  /** Throws when the write fails; nothing may be appended after that. */
  append(transaction: CommittedTransaction): void;
  /** Writes everything appended to the disk. Throws when that fails. */
  sync(): void;
  read(stateVersion: number): CommittedTransaction | undefined;
  /** The transactions of users, oldest first. */
  users(): Iterable<UserTransaction>;
  close(): void;
}

/** A journal in memory, which ends with the process. */
export class MemoryJournal implements Journal {
  readonly genesis: Genesis;
  readonly #transactions: CommittedTransaction[] = [];

  constructor(genesis: Genesis) {
    this.genesis = genesis;
  }

  get top(): number {
    return this.#transactions.length;
  }

  append(transaction: CommittedTransaction): void {
    this.#transactions.push(transaction);
  }

  read(stateVersion: number): CommittedTransaction | undefined {
    return this.#transactions[stateVersion - 1];
  }

  users(): Iterable<UserTransaction> {
    return this.#transactions.filter((transaction) => transaction.kind === 'user');
  }

  sync(): void {}
  close(): void {}
}

/**
 * A journal in a text file. The first line is the genesis and every further line a transaction. An unfinished last
 * line, left by a killed process, is cut off. Memory holds only the offsets of the lines.
 */
export class FileJournal implements Journal {
  readonly genesis: Genesis;
  readonly #path: string;
  readonly #file: number;
  readonly #unlock: () => void;
  /** Offset of each line, and of the next one. */
  readonly #offsets: number[];

  private constructor(path: string, file: number, unlock: () => void, genesis: Genesis, offsets: number[]) {
    this.#path = path;
    this.#file = file;
    this.#unlock = unlock;
    this.genesis = genesis;
    this.#offsets = offsets;
  }

  /**
   * Opens the journal in `folder`. A new journal starts with the genesis that `make` returns. Throws when the file is
   * not a journal of this format, or when another process has the folder.
   */
  static open(folder: string, make: () => Genesis): FileJournal {
    mkdirSync(folder, { recursive: true });
    const unlock = lockFolder(folder);
    try {
      const path = join(folder, FILE);
      if (!existsSync(path)) writeFile(folder, FILE, headerLine(make()));
      const file = openSync(path, 'a+');
      const offsets = lineOffsets(file);
      const genesis = genesisFrom(readLine(file, offsets, 0));
      if (genesis === undefined) {
        closeSync(file);
        throw new Error(`${path} is no journal of format ${FORMAT}`);
      }
      ftruncateSync(file, offsets.at(-1) ?? 0);
      return new FileJournal(path, file, unlock, genesis, offsets);
    } catch (error) {
      unlock();
      throw error;
    }
  }

  get top(): number {
    return this.#offsets.length - 2;
  }

  append(transaction: CommittedTransaction): void {
    const { kind, ...rest } = transaction;
    const line = Buffer.from(`${JSON.stringify({ kind, ...rest })}\n`);
    writeWhole(this.#file, line);
    this.#offsets.push((this.#offsets.at(-1) ?? 0) + line.length);
  }

  sync(): void {
    fsyncSync(this.#file);
  }

  read(stateVersion: number): CommittedTransaction | undefined {
    if (stateVersion < 1 || stateVersion > this.top) return undefined;
    return this.#parse(stateVersion, readLine(this.#file, this.#offsets, stateVersion));
  }

  /** Most lines are round updates; they are not parsed. */
  *users(): Iterable<UserTransaction> {
    for (let stateVersion = 1; stateVersion <= this.top; stateVersion++) {
      const line = readLine(this.#file, this.#offsets, stateVersion);
      if (line.startsWith(USER)) yield this.#parse(stateVersion, line) as UserTransaction;
    }
  }

  close(): void {
    fsyncSync(this.#file);
    closeSync(this.#file);
    this.#unlock();
  }

  #parse(stateVersion: number, line: string): CommittedTransaction {
    try {
      return JSON.parse(line);
    } catch (cause) {
      const words = `line ${stateVersion + 1} is damaged, and so is every state after it`;
      throw new Error(`${this.#path}: ${words}. Bring back a copy of the folder, or remove it to start a new ledger.`, {
        cause,
      });
    }
  }
}

function headerLine(genesis: Genesis): Buffer {
  return Buffer.from(`${JSON.stringify({ format: FORMAT, genesis })}\n`);
}

/** The genesis in a journal's first line; undefined when the line is malformed. */
function genesisFrom(line: string): Genesis | undefined {
  try {
    const { format, genesis } = JSON.parse(line);
    return format === FORMAT ? genesis : undefined;
  } catch {
    return undefined;
  }
}

/** Offsets of a file's complete lines, and finally of the first incomplete one or of the file's end. */
function lineOffsets(file: number): number[] {
  const offsets = [0];
  const chunk = Buffer.alloc(CHUNK);
  for (let start = 0, length = 0; ; start += length) {
    length = readSync(file, chunk, 0, CHUNK, start);
    if (length === 0) return offsets;
    const read = chunk.subarray(0, length);
    for (let at = read.indexOf(NEWLINE); at !== -1; at = read.indexOf(NEWLINE, at + 1)) offsets.push(start + at + 1);
  }
}

function readLine(file: number, offsets: readonly number[], index: number): string {
  const start = offsets[index] ?? 0;
  const line = Buffer.alloc((offsets[index + 1] ?? start) - start);
  for (let read = 0; read < line.length; ) {
    const length = readSync(file, line, read, line.length - read, start + read);
    if (length === 0) throw new Error('the journal became shorter');
    read += length;
  }
  return line.toString('utf8');
}
