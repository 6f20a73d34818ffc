import bs58 from 'bs58';

/** Largest serialized transaction that a validator accepts, bytes. */
export const MAX_TRANSACTION_BYTES = 1_232;

const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;
/** Set in a message's first byte when the message has a version, which is in the other bits. */
const VERSION_FLAG = 0x80;
/** Number of accounts that a u8 index can address. */
const MAX_ACCOUNTS = 256;

export interface MessageHeader {
  readonly numRequiredSignatures: number;
  readonly numReadonlySignedAccounts: number;
  readonly numReadonlyUnsignedAccounts: number;
}

export interface Instruction {
  readonly programIdIndex: number;
  /** Indexes into the static keys, then the loaded writable keys, then the loaded read-only keys. */
  readonly accounts: readonly number[];
  readonly data: Uint8Array;
}

/** The accounts that a version 0 message takes from one lookup table. */
export interface TableLookup {
  readonly accountKey: string;
  readonly writableIndexes: readonly number[];
  readonly readonlyIndexes: readonly number[];
}

export interface Message {
  readonly version: 'legacy' | 0;
  readonly header: MessageHeader;
  /** Base58. */
  readonly staticKeys: readonly string[];
  readonly recentBlockhash: string;
  readonly instructions: readonly Instruction[];
  readonly lookups: readonly TableLookup[];
  /** The bytes that are signed. */
  readonly bytes: Uint8Array;
}

export interface WireTransaction {
  /** The first signature in base58, which identifies the transaction. */
  readonly signature: string;
  readonly signatures: readonly Uint8Array[];
  readonly message: Message;
  readonly raw: Uint8Array;
}

/** The bytes are not a well-formed transaction. */
export class MalformedError extends Error {}

/** Parses a complete serialized transaction and checks its indexes and counts. Throws MalformedError. */
export function parseTransaction(raw: Uint8Array): WireTransaction {
  const reader = new Reader(raw);
  const signatures = reader.list(() => reader.bytes(SIGNATURE_BYTES));
  const message = parseMessage(reader.rest());
  const first = signatures[0];
  if (first === undefined || signatures.length !== message.header.numRequiredSignatures) {
    throw new MalformedError('the number of signatures is not what the message requires');
  }
  return { signature: bs58.encode(first), signatures, message, raw };
}

/** Parses a complete serialized message and checks its indexes and counts. Throws MalformedError. */
export function parseMessage(bytes: Uint8Array): Message {
  const reader = new Reader(bytes);
  const version = reader.peek() & VERSION_FLAG ? reader.byte() & ~VERSION_FLAG : 'legacy';
  if (version !== 'legacy' && version !== 0) throw new MalformedError(`message version ${version} is not known`);
  const header = {
    numRequiredSignatures: reader.byte(),
    numReadonlySignedAccounts: reader.byte(),
    numReadonlyUnsignedAccounts: reader.byte(),
  };
  const key = () => bs58.encode(reader.bytes(KEY_BYTES));
  const staticKeys = reader.list(key);
  const recentBlockhash = key();
  const indexes = () => [...reader.bytes(reader.length())];
  const instructions = reader.list(() => ({
    programIdIndex: reader.byte(),
    accounts: indexes(),
    data: reader.bytes(reader.length()),
  }));
  const lookups =
    version === 'legacy'
      ? []
      : reader.list(() => ({ accountKey: key(), writableIndexes: indexes(), readonlyIndexes: indexes() }));
  if (reader.rest().length > 0) throw new MalformedError('bytes are left over');
  const message = { version, header, staticKeys, recentBlockhash, instructions, lookups, bytes } as const;
  sanitize(message);
  return message;
}

/** Refuses counts and indexes beyond the message's accounts. */
function sanitize({ header, staticKeys, instructions, lookups }: Message): void {
  const { numRequiredSignatures, numReadonlySignedAccounts, numReadonlyUnsignedAccounts } = header;
  const loaded = lookups.map((lookup) => lookup.writableIndexes.length + lookup.readonlyIndexes.length);
  const accounts = loaded.reduce((sum, count) => sum + count, staticKeys.length);
  const fits =
    numReadonlySignedAccounts < numRequiredSignatures &&
    numRequiredSignatures + numReadonlyUnsignedAccounts <= staticKeys.length &&
    accounts <= MAX_ACCOUNTS &&
    !loaded.includes(0) &&
    instructions.every(
      ({ programIdIndex, accounts: used }) =>
        programIdIndex > 0 && programIdIndex < staticKeys.length && used.every((index) => index < accounts),
    );
  if (!fits) throw new MalformedError('index out of bounds');
}

/** True when the static key at `index` signs. */
export function isSigner({ header }: Message, index: number): boolean {
  return index < header.numRequiredSignatures;
}

/** True when the message asks for write access to the static key at `index`. */
export function isStaticWritable({ header, staticKeys }: Message, index: number): boolean {
  return index < header.numRequiredSignatures
    ? index < header.numRequiredSignatures - header.numReadonlySignedAccounts
    : index < staticKeys.length - header.numReadonlyUnsignedAccounts;
}

class Reader {
  readonly #bytes: Uint8Array;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  peek(): number {
    const value = this.#bytes[this.#offset];
    if (value === undefined) throw new MalformedError('the bytes end too early');
    return value;
  }

  byte(): number {
    const value = this.peek();
    this.#offset++;
    return value;
  }

  bytes(length: number): Uint8Array {
    const end = this.#offset + length;
    if (end > this.#bytes.length) throw new MalformedError('the bytes end too early');
    const value = this.#bytes.subarray(this.#offset, end);
    this.#offset = end;
    return value;
  }

  rest(): Uint8Array {
    return this.#bytes.subarray(this.#offset);
  }

  /** A compact-u16: seven bits a byte, lowest first, in the fewest bytes. */
  length(): number {
    let value = 0;
    for (let shift = 0; shift < 21; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) {
        if ((byte === 0 && shift > 0) || value > 0xffff) break;
        return value;
      }
    }
    throw new MalformedError('a length is not a compact u16');
  }

  list<T>(item: () => T): T[] {
    return Array.from({ length: this.length() }, item);
  }
}
