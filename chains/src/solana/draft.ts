import { bytesToHex, hexToBytes, ok, type Result, type SignedTransaction } from '@causeway/protocol';
import {
  type PublicKey,
  type TransactionInstruction,
  TransactionMessage,
  type VersionedTransaction,
} from '@solana/web3.js';
import type { ReadFailure } from '../failures.ts';
import type { KeyHandle } from '../provider/provider.ts';
import { budgetInstructions, withMargin } from './compute-budget.ts';
import type { SolanaConnection } from './connection.ts';
import { currentPrice } from './fees.ts';
import { BLOCKHASH_BLOCKS, type SlotBlock } from './rpc.ts';
import { simulateTransaction } from './simulate.ts';
import { joinTransactions, referenceOf, transactionOf } from './transaction.ts';

/** An unsigned transaction of one sender, who also pays. */
export interface Draft {
  readonly instructions: readonly TransactionInstruction[];
  /** Price of a compute unit, millionths of a lamport. */
  readonly price: bigint;
  readonly newest: SlotBlock;
  readonly transaction: VersionedTransaction;
}

/** What a transaction does, and for how much. */
export interface Work {
  readonly instructions: readonly TransactionInstruction[];
  readonly computeUnits: number;
  /** The writable account that decides the price. */
  readonly contended: PublicKey;
}

/** The unsigned transaction of `sender` on the newest block. Two drafts of the same work differ. */
export async function draftTransaction(
  connection: SolanaConnection,
  sender: PublicKey,
  { instructions: work, computeUnits, contended }: Work,
): Promise<Result<Draft, ReadFailure>> {
  const [price, newest] = await Promise.all([currentPrice(connection, [contended]), connection.rpc.head()]);
  if (!newest.ok) return newest;
  const instructions = [...budgetInstructions({ computeUnits, price, moreBytes: connection.sends.take() }), ...work];
  const recentBlockhash = newest.value.hash;
  const message = new TransactionMessage({ payerKey: sender, recentBlockhash, instructions }).compileToV0Message();
  return ok({ instructions, price, newest: newest.value, transaction: transactionOf(message.serialize()) });
}

/**
 * The draft of `work`, whose compute units are the most: it requests what a simulation used. Or the simulation's
 * refusal.
 */
export async function draftMeasured(
  connection: SolanaConnection,
  sender: PublicKey,
  work: Work,
): Promise<Result<Draft, ReadFailure>> {
  const draft = await draftTransaction(connection, sender, work);
  if (!draft.ok) return draft;
  const simulated = await simulateTransaction(connection.rpc, draft.value.transaction);
  if (!simulated.ok) return simulated;
  const { refusal, computeUnits } = simulated.value;
  if (refusal) return { ok: false, error: refusal.failure };
  return draftTransaction(connection, sender, {
    ...work,
    computeUnits: Math.min(withMargin(computeUnits), work.computeUnits),
  });
}

/** The draft, signed by its sender. */
export async function signDraft({ transaction, newest, price }: Draft, key: KeyHandle): Promise<SignedTransaction> {
  const message = transaction.message.serialize();
  const signed = transactionOf(message, [hexToBytes(await key.sign(bytesToHex(message)))]);
  return {
    reference: referenceOf(signed),
    raw: joinTransactions([signed]),
    payer: key.address,
    sequence: newest.height + BLOCKHASH_BLOCKS,
    fee: { computeUnitPriceMicroLamports: price.toString() },
  };
}
