import bs58 from 'bs58';

const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;
/** Set in a message's first byte when the message has a version, which is in the other bits. */
const VERSION_FLAG = 0x80;
/** First byte of a version 1 transaction. In an older one it would mean 129 signatures, which never fit. */
const VERSION_1_PREFIX = VERSION_FLAG | 1;
/** Number of accounts that a u8 index can address. */
const MAX_ACCOUNTS = 256;
/** Limits of version 1 (SIMD-0385). */
const VERSION_1_LIMITS = { signatures: 12, accounts: 64, instructions: 64 } as const;
/** Heap sizes that a version 1 message may request, bytes. */
const HEAP = { least: 32 * 1_024, most: 256 * 1_024, step: 1_024 } as const;
/** Bits of the configuration mask. Each says that its value follows; the values stand in this order. */
const CONFIG_BITS = {
  priorityFee: 0b11,
  computeUnitLimit: 0b100,
  loadedAccountsDataSizeLimit: 0b1000,
  heapSize: 0b10000,
};
const KNOWN_CONFIG_BITS = 0b11111;

/** Largest serialized transactions that a validator accepts, bytes. */
export const MAX_TRANSACTION_BYTES = { version1: 4_096, older: 1_232 } as const;

/** Most bytes that a validator accepts for a transaction of the version of `raw`. */
export const maxBytesOf = (raw: Uint8Array): number =>
  raw[0] === VERSION_1_PREFIX ? MAX_TRANSACTION_BYTES.version1 : MAX_TRANSACTION_BYTES.older;

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

/** Compute budget of a version 1 message. A value that the message does not set is null. */
export interface TransactionConfig {
  /** Lamports. */
  readonly priorityFee: bigint | null;
  readonly computeUnitLimit: number | null;
  /** Bytes. */
  readonly loadedAccountsDataSizeLimit: number | null;
  /** Bytes. */
  readonly heapSize: number | null;
}

export interface Message {
  readonly version: 'legacy' | 0 | 1;
  readonly header: MessageHeader;
  /** Base58. */
  readonly staticKeys: readonly string[];
  readonly recentBlockhash: string;
  readonly instructions: readonly Instruction[];
  /** Empty unless the version is 0. */
  readonly lookups: readonly TableLookup[];
  /** Null unless the version is 1. */
  readonly config: TransactionConfig | null;
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
  const { signatures, messageBytes } = raw[0] === VERSION_1_PREFIX ? splitMessageFirst(raw) : splitSignaturesFirst(raw);
  const message = parseMessage(messageBytes);
  const first = signatures[0];
  if (first === undefined || signatures.length !== message.header.numRequiredSignatures) {
    throw new MalformedError('the number of signatures is not what the message requires');
  }
  return { signature: bs58.encode(first), signatures, message, raw };
}

function splitSignaturesFirst(raw: Uint8Array) {
  const reader = new Reader(raw);
  const signatures = reader.list(reader.length(), () => reader.bytes(SIGNATURE_BYTES));
  return { signatures, messageBytes: reader.rest() };
}

/** Version 1: the signatures follow the message, and the message's second byte is their number. */
function splitMessageFirst(raw: Uint8Array) {
  const count = raw[1] ?? 0;
  const reader = new Reader(raw);
  const messageBytes = reader.bytes(Math.max(raw.length - SIGNATURE_BYTES * count, 0));
  return { signatures: reader.list(count, () => reader.bytes(SIGNATURE_BYTES)), messageBytes };
}

/** Parses a complete serialized message and checks its indexes and counts. Throws MalformedError. */
export function parseMessage(bytes: Uint8Array): Message {
  const reader = new Reader(bytes);
  const version = reader.peek() & VERSION_FLAG ? reader.byte() & ~VERSION_FLAG : 'legacy';
  if (version !== 'legacy' && version !== 0 && version !== 1) {
    throw new MalformedError(`message version ${version} is not known`);
  }
  const header = {
    numRequiredSignatures: reader.byte(),
    numReadonlySignedAccounts: reader.byte(),
    numReadonlyUnsignedAccounts: reader.byte(),
  };
  const body = version === 1 ? version1Body(reader) : olderBody(reader, version);
  if (reader.rest().length > 0) throw new MalformedError('bytes are left over');
  const message: Message = { version, header, ...body, bytes };
  sanitize(message);
  return message;
}

/** Reads the part of a legacy or version 0 message after its header. */
function olderBody(reader: Reader, version: 'legacy' | 0) {
  const key = () => bs58.encode(reader.bytes(KEY_BYTES));
  const staticKeys = reader.list(reader.length(), key);
  const recentBlockhash = key();
  const indexes = () => [...reader.bytes(reader.length())];
  const instructions = reader.list(reader.length(), () => ({
    programIdIndex: reader.byte(),
    accounts: indexes(),
    data: reader.bytes(reader.length()),
  }));
  const lookups =
    version === 'legacy'
      ? []
      : reader.list(reader.length(), () => ({
          accountKey: key(),
          writableIndexes: indexes(),
          readonlyIndexes: indexes(),
        }));
  return { staticKeys, recentBlockhash, instructions, lookups, config: null };
}

/** Reads the part of a version 1 message after its header. */
function version1Body(reader: Reader) {
  const mask = reader.number(4);
  const key = () => bs58.encode(reader.bytes(KEY_BYTES));
  const recentBlockhash = key();
  const instructionCount = reader.byte();
  const staticKeys = reader.list(reader.byte(), key);
  const config = version1Config(reader, mask);
  const shapes = reader.list(instructionCount, () => ({
    programIdIndex: reader.byte(),
    accountCount: reader.byte(),
    dataLength: reader.number(2),
  }));
  const instructions = shapes.map(({ programIdIndex, accountCount, dataLength }) => ({
    programIdIndex,
    accounts: [...reader.bytes(accountCount)],
    data: reader.bytes(dataLength),
  }));
  return { staticKeys, recentBlockhash, instructions, lookups: [], config };
}

function version1Config(reader: Reader, mask: number): TransactionConfig {
  const feeBits = mask & CONFIG_BITS.priorityFee;
  if (mask & ~KNOWN_CONFIG_BITS || (feeBits !== 0 && feeBits !== CONFIG_BITS.priorityFee)) {
    throw new MalformedError('the configuration mask is not known');
  }
  const small = (bit: number) => (mask & bit ? reader.number(4) : null);
  return {
    priorityFee: feeBits ? BigInt(reader.number(4)) + (BigInt(reader.number(4)) << 32n) : null,
    computeUnitLimit: small(CONFIG_BITS.computeUnitLimit),
    loadedAccountsDataSizeLimit: small(CONFIG_BITS.loadedAccountsDataSizeLimit),
    heapSize: small(CONFIG_BITS.heapSize),
  };
}

/** Refuses counts and indexes beyond the message's accounts, and values beyond the limits of version 1. */
function sanitize(message: Message): void {
  const { header, staticKeys, instructions, lookups } = message;
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
  if (message.config && !isAllowed(message, message.config)) {
    throw new MalformedError('more than a version 1 transaction may have');
  }
}

function isAllowed({ header, staticKeys, instructions }: Message, { heapSize }: TransactionConfig): boolean {
  return (
    header.numRequiredSignatures <= VERSION_1_LIMITS.signatures &&
    staticKeys.length <= VERSION_1_LIMITS.accounts &&
    new Set(staticKeys).size === staticKeys.length &&
    instructions.length <= VERSION_1_LIMITS.instructions &&
    (heapSize === null || (heapSize >= HEAP.least && heapSize <= HEAP.most && heapSize % HEAP.step === 0))
  );
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

  /** A little-endian number of at most four bytes. */
  number(size: number): number {
    return this.bytes(size).reduceRight((value, byte) => value * 256 + byte, 0);
  }

  list<T>(length: number, item: () => T): T[] {
    return Array.from({ length }, item);
  }
}
