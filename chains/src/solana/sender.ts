import { fail, ok, type Result, type SignedTransaction } from '@causeway/protocol';
import type { SendFailure } from '../failures.ts';
import { RpcError } from '../rpc/json-rpc.ts';
import { nobodyAnswered, offerToAll } from '../rpc/offer.ts';
import type { Endpoint } from '../rpc/quorum.ts';
import type { SolanaConnection } from './connection.ts';
import { ALREADY_PROCESSED, decodeTransactionError, failedInside } from './errors.ts';
import { COMMITMENT } from './rpc.ts';
import { splitRaw } from './transaction.ts';
import { signatureAnswer, type TransactionError } from './wire.ts';

/**
 * Sends every transaction of a submission to every endpoint. Only the first one is checked before it is sent, which
 * finds a payer without funds and an expired block hash. Transactions that the bridge will refuse are sent too, so that
 * the chain records their outcome. An endpoint that accepts a transaction, or already knows it, is success. Fails with
 * INSUFFICIENT_FUNDS, BLOCKHASH_EXPIRED, TRANSACTION_REFUSED or RPC_UNAVAILABLE.
 */
export async function broadcast(
  { rpc }: SolanaConnection,
  submission: SignedTransaction,
): Promise<Result<string, SendFailure>> {
  const [first, ...rest] = splitRaw(submission.raw);
  const checked = await sendEverywhere(rpc.endpoints, first as string, true);
  if (!checked.ok) return checked;
  const results = await Promise.all(rest.map((transaction) => sendEverywhere(rpc.endpoints, transaction, false)));
  return results.find((result) => !result.ok) ?? ok(submission.reference);
}

/**
 * Success as soon as one endpoint accepts the transaction, base64, while the other calls continue; otherwise the first
 * refusal.
 */
async function sendEverywhere(
  endpoints: readonly Endpoint[],
  transaction: string,
  check: boolean,
): Promise<Result<string, SendFailure>> {
  const refusals = await offerToAll(endpoints, (endpoint) => sendTo(endpoint, transaction, check));
  if (refusals === null) return ok('taken');
  const [refusal] = refusals;
  return refusal ? { ok: false, error: refusal } : nobodyAnswered();
}

/** Null when the endpoint accepts the transaction or has it; otherwise the reason for its refusal. */
async function sendTo(endpoint: Endpoint, transaction: string, check: boolean): Promise<SendFailure | null> {
  const options = { encoding: 'base64', skipPreflight: !check, preflightCommitment: COMMITMENT };
  try {
    signatureAnswer.parse(await endpoint.send('sendTransaction', [transaction, options]));
    return null;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const reason = transactionErrorOf(error);
    if (reason === ALREADY_PROCESSED) return null;
    if (reason !== undefined && failedInside(reason) && check) return sendTo(endpoint, transaction, false);
    return failureOf(error, reason);
  }
}

/** The error of the check before sending, as the endpoint reports it; undefined for any other refusal. */
function transactionErrorOf({ data }: RpcError): TransactionError | undefined {
  if (typeof data !== 'object' || data === null || !('err' in data)) return undefined;
  return (data.err ?? undefined) as TransactionError | undefined;
}

function failureOf(error: RpcError, reason: TransactionError | undefined): SendFailure {
  if (reason !== undefined) return decodeTransactionError(reason);
  const message = `no endpoint took the transaction: ${error.message.slice(0, 200)}`;
  return { code: 'TRANSACTION_REFUSED', message, retryable: true };
}

/** The failure of every replacement: the signatures cover the price. */
export const notReplaceable = () =>
  fail('NOT_REPLACEABLE', 'a Solana transaction keeps its fee: it is sent again until it expires');
