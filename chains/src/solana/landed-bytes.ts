/** The parts of a landed transaction's bytes that are read here. */
export interface LandedBytes {
  /** The first signature, which identifies the transaction. */
  readonly signature: Uint8Array;
  /** The keys that the message itself names, in order. */
  readonly staticKeys: readonly Uint8Array[];
}

const SIGNATURE = 64;
const KEY = 32;
const HEADER = 3;

/** First byte of a transaction of version 1, whose signatures follow its message. */
const VERSION_1 = 0x81;
/** Set in the first byte of a message that is not a legacy one. */
const VERSIONED = 0x80;
/** Where version 1 has the number of its keys, before the keys: after version, header, mask, block hash and a count. */
const KEYS_AT = 1 + HEADER + 4 + KEY + 1;

/** The parts of the `bytes` of a transaction, of any version up to 1. Throws when they are no transaction. */
export function readLanded(bytes: Uint8Array): LandedBytes {
  const read = bytes[0] === VERSION_1 ? readVersion1(bytes) : readOlder(bytes);
  // The last key is cut when the bytes end too early, and there is always the payer's.
  const isWhole = read.signature.length === SIGNATURE && read.staticKeys.at(-1)?.length === KEY;
  if (!isWhole) throw new Error('answered no transaction');
  return read;
}

function readVersion1(bytes: Uint8Array): LandedBytes {
  const signaturesAt = bytes.length - SIGNATURE * (bytes[1] ?? 0);
  return {
    signature: bytes.subarray(Math.max(0, signaturesAt), signaturesAt + SIGNATURE),
    staticKeys: keysAt(bytes, KEYS_AT + 1, bytes[KEYS_AT] ?? 0),
  };
}

/** A packet has room for fewer than 128 signatures and keys, so that each count is one byte. */
function readOlder(bytes: Uint8Array): LandedBytes {
  const message = 1 + SIGNATURE * (bytes[0] ?? 0);
  const header = message + ((bytes[message] ?? 0) & VERSIONED ? 1 : 0);
  return {
    signature: bytes.subarray(1, 1 + SIGNATURE),
    staticKeys: keysAt(bytes, header + HEADER + 1, bytes[header + HEADER] ?? 0),
  };
}

const keysAt = (bytes: Uint8Array, from: number, count: number): readonly Uint8Array[] =>
  Array.from({ length: count }, (_, index) => bytes.subarray(from + KEY * index, from + KEY * (index + 1)));
