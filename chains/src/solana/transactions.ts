import { type Hex, hexToBytes } from '@causeway/protocol';
import { VersionedMessage, VersionedTransaction } from '@solana/web3.js';
import bs58 from 'bs58';

/** Text between the transactions of one submission. */
const SEPARATOR = ',';

/** The wire form of several transactions. */
export const joinTransactions = (transactions: readonly VersionedTransaction[]): string =>
  transactions.map(toBase64).join(SEPARATOR);

/** The transactions in a submission's `raw`. Throws when it is none. */
export const splitTransactions = (raw: string): readonly VersionedTransaction[] =>
  raw.split(SEPARATOR).map((text) => VersionedTransaction.deserialize(Buffer.from(text, 'base64')));

/** base64 of a transaction as it is sent. */
export const toBase64 = (transaction: VersionedTransaction): string =>
  Buffer.from(transaction.serialize()).toString('base64');

/** A transaction of `message` with signatures in the order of its signers; without any, with empty ones. */
export const transactionOf = (message: Uint8Array | Hex, signatures?: readonly Uint8Array[]): VersionedTransaction => {
  const bytes = typeof message === 'string' ? hexToBytes(message) : message;
  return new VersionedTransaction(VersionedMessage.deserialize(bytes), signatures && [...signatures]);
};

/** What a transaction is known by: its payer's signature, base58. */
export const referenceOf = ({ signatures }: VersionedTransaction): string => bs58.encode(signatures[0] as Uint8Array);
