import { type Hex, hexToBytes } from '@causeway/protocol';
import { VersionedMessage, VersionedTransaction } from '@solana/web3.js';
import bs58 from 'bs58';

/** Separates the transactions of one submission. */
const SEPARATOR = ',';

/** Serializes several transactions into one submission's `raw`. */
export const joinTransactions = (transactions: readonly VersionedTransaction[]): string =>
  transactions.map(toBase64).join(SEPARATOR);

/** The transactions in a submission's `raw`. Throws when it is malformed. */
export const splitTransactions = (raw: string): readonly VersionedTransaction[] =>
  raw.split(SEPARATOR).map((text) => VersionedTransaction.deserialize(Buffer.from(text, 'base64')));

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
