import { type Failure, fail, type Hex, hexToBytes, ok, type Result } from '@causeway/protocol';
import {
  type PublicKey,
  Transaction,
  type TransactionInstruction,
  VersionedMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import bs58 from 'bs58';
import { readLanded } from './landed-bytes.ts';

/** Bytes of a signature. */
const SIGNATURE = 64;

/** Separates the transactions of one submission. */
const SEPARATOR = ',';

/** Serializes several transactions into one submission's `raw`. */
export const joinTransactions = (transactions: readonly VersionedTransaction[]): string =>
  transactions.map(toBase64).join(SEPARATOR);

/** The transactions in a submission's `raw`, each in base64. */
export const splitRaw = (raw: string): readonly string[] => raw.split(SEPARATOR);

/** Joins transactions in base64 to a submission's `raw`. */
export const joinRaw = (transactions: readonly string[]): string => transactions.join(SEPARATOR);

/** The transaction of base64. Throws when it is malformed. */
export const transactionIn = (text: string): VersionedTransaction =>
  VersionedTransaction.deserialize(Buffer.from(text, 'base64'));

/** The payer's signature in a transaction of base64, which identifies it, in base58. Throws when it is malformed. */
export const referenceIn = (text: string): string => bs58.encode(readLanded(Buffer.from(text, 'base64')).signature);

/** Where a message of version 0 has the number of its signers. */
const SIGNERS_AT = 1;

/**
 * The transaction of a `message` of version 0 in base64, with signatures in the order of its signers; with empty ones
 * when none are given.
 */
export function wireText(message: Uint8Array, signatures: readonly Uint8Array[] = []): string {
  const signers = message[SIGNERS_AT] ?? 0;
  const given = signatures.length > 0 ? signatures : [new Uint8Array(signers * SIGNATURE)];
  return Buffer.concat([Buffer.of(signers), ...given, message]).toString('base64');
}

/** A transaction in base64, as it is sent. */
export const toBase64 = (transaction: VersionedTransaction): string =>
  Buffer.from(transaction.serialize()).toString('base64');

/**
 * A transaction of `message` with signatures in the order of its signers; with empty signatures when none are given.
 */
export const transactionOf = (message: Uint8Array | Hex, signatures?: readonly Uint8Array[]): VersionedTransaction => {
  const bytes = typeof message === 'string' ? hexToBytes(message) : message;
  return new VersionedTransaction(VersionedMessage.deserialize(bytes), signatures && [...signatures]);
};

/** The payer's signature in base58, which identifies a transaction. */
export const referenceOf = ({ signatures }: VersionedTransaction): string => bs58.encode(signatures[0] as Uint8Array);

/** Most bytes of a transaction: one network packet. */
export const MAX_TRANSACTION = 1_232;

/** Fails with TRANSACTION_TOO_LARGE. */
export const tooLarge = () => fail('TRANSACTION_TOO_LARGE', `the transaction has more than ${MAX_TRANSACTION} bytes`);

/**
 * The transaction of a legacy message with empty signatures, in the form that every wallet and multisignature reads.
 * Its accounts have the order that web3.js gives them when it compiles a transaction once more, so the message stays
 * the same. Fails with TRANSACTION_TOO_LARGE.
 */
export function unsignedMessage(
  payerKey: PublicKey,
  instructions: readonly TransactionInstruction[],
  recentBlockhash: string,
): Result<VersionedTransaction, Failure<'TRANSACTION_TOO_LARGE'>> {
  const transaction = new Transaction({ feePayer: payerKey, recentBlockhash }).add(...instructions);
  try {
    const unsigned = new VersionedTransaction(transaction.compileMessage());
    return unsigned.serialize().length > MAX_TRANSACTION ? tooLarge() : ok(unsigned);
  } catch (error) {
    // The message alone is longer than a transaction.
    if (error instanceof RangeError) return tooLarge();
    throw error;
  }
}
