import bs58 from 'bs58';
import { z } from 'zod';
import { invalidParams } from '../rpc-error.ts';
import {
  MAX_TRANSACTION_BYTES,
  MalformedError,
  type Message,
  maxBytesOf,
  parseMessage,
  parseTransaction,
  type WireTransaction,
} from '../wire.ts';

/** Length of the encoded text of the largest transaction. */
const MAX_TEXT = { base58: 5_594, base64: 5_464 } as const;
type Encoding = keyof typeof MAX_TEXT;

const TRANSACTION_TYPE = 'solana_transaction::versioned::VersionedTransaction';

/** A serialized message in base64. */
export const messageParam = z.string().transform((text): Message => {
  try {
    return parseMessage(Buffer.from(text, 'base64'));
  } catch (error) {
    if (error instanceof MalformedError) throw invalidParams(`invalid transaction: ${error.message}`);
    throw error;
  }
});

/** A serialized transaction. Throws the RPC's error when it is too large or malformed. */
export function decodeTransaction(text: string, encoding: Encoding): WireTransaction {
  const limit = MAX_TEXT[encoding];
  if (text.length > limit) {
    const sizes = `${text.length} bytes (max: encoded/raw ${limit}/${MAX_TRANSACTION_BYTES.version1})`;
    throw invalidParams(`${encoding} encoded ${TRANSACTION_TYPE} too large: ${sizes}`);
  }
  const raw = decodeText(text, encoding);
  const most = maxBytesOf(raw);
  if (raw.length > most) {
    const sizes = `${raw.length} bytes (max: ${most} bytes)`;
    throw invalidParams(`decoded ${TRANSACTION_TYPE} too large: ${sizes}`);
  }
  try {
    return parseTransaction(raw);
  } catch (error) {
    if (error instanceof MalformedError)
      throw invalidParams(`failed to deserialize ${TRANSACTION_TYPE}: ${error.message}`);
    throw error;
  }
}

function decodeText(text: string, encoding: Encoding): Uint8Array {
  if (encoding === 'base64') {
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw invalidParams('invalid base64 encoding: InvalidByte');
    return Buffer.from(text, 'base64');
  }
  try {
    return bs58.decode(text);
  } catch {
    throw invalidParams('invalid base58 encoding: InvalidCharacter');
  }
}
