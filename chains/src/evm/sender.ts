import { fail, type Hex, ok, type Result, type SignedTransaction } from '@causeway/protocol';
import { keccak256, Signature, Transaction } from 'ethers';
import type { RpcFailure, SendCode, SendFailure } from '../failures.ts';
import type { KeyHandle } from '../provider/provider.ts';
import { nobodyAnswered, offerToAll } from '../rpc/offer.ts';
import type { EvmConnection } from './connection.ts';
import { refusal } from './endpoint.ts';
import { decodeRevert } from './errors.ts';
import { areAlike, currentFees, escalate, type Fees, upperMedian } from './fees.ts';
import type { NonceCounts } from './nonces.ts';
import { revertData, toRpcCall } from './rpc.ts';
import { numberAnswer, quantityAnswer } from './wire.ts';

/**
 * A transaction to send. `gasLimit` is set when an estimate is impossible because an earlier transaction must be mined
 * first; `leastGas` when the block may need more than an estimate tells.
 */
export interface SendRequest {
  /** Null creates a contract. */
  readonly to: string | null;
  readonly data: string;
  readonly value: bigint;
  readonly gasLimit?: bigint;
  readonly leastGas?: bigint;
}

/** A request that calls a contract or pays an account. */
export type CallRequest = SendRequest & { readonly to: string };

/** Part of the error text of a node whose caller cannot pay; such an error is no revert. */
const NO_FUNDS = 'insufficient funds';

/** Adds a quarter to `gas`, because state may change between the estimate and the inclusion. */
const withMargin = (gas: bigint): bigint => gas + gas / 4n;

/** One endpoint's estimate: the gas, or the revert data of a refusal. */
type Estimate = { readonly gas: bigint } | { readonly reverted: string };

const gasIn = (estimates: readonly Estimate[]): readonly bigint[] =>
  estimates.flatMap((estimate) => ('gas' in estimate ? [estimate.gas] : []));

/** Percent that honest estimates may be apart, because endpoints are a block apart. */
const GAS_APART = 10n;

/** True when all estimates are about the same gas, or the same refusal. */
function areSimilar(estimates: readonly Estimate[]): boolean {
  const gas = gasIn(estimates);
  if (gas.length === estimates.length) return areAlike(gas, GAS_APART);
  return gas.length === 0 && new Set(estimates.map((estimate) => JSON.stringify(estimate))).size === 1;
}

/**
 * Gas that `request` needs now, with a margin: the median of the endpoints' estimates, of two the higher. When a quorum
 * reports a revert, fails with the decoded refusal; this is the simulation before sending.
 */
export async function estimateGas(
  connection: EvmConnection,
  from: string,
  request: SendRequest,
): Promise<Result<bigint, SendFailure>> {
  const { rpc } = connection;
  const call = toRpcCall({ ...request, from });
  const answers = await rpc.gather(async (endpoint): Promise<Estimate> => {
    try {
      return { gas: quantityAnswer.parse(await endpoint.send('eth_estimateGas', [call, 'latest'])) };
    } catch (error) {
      if (/insufficient funds/i.test(refusal(error) ?? '')) return { reverted: NO_FUNDS };
      return { reverted: revertData(error) };
    }
  }, areSimilar);
  if (!answers.ok) return answers;
  const estimates = gasIn(answers.value);
  if (estimates.length >= rpc.quorum) {
    const [estimated, { leastGas = 0n }] = [withMargin(upperMedian(estimates)), request];
    return ok(estimated > leastGas ? estimated : leastGas);
  }
  const reverts = answers.value.flatMap((answer) => ('reverted' in answer ? [answer.reverted] : []));
  const agreed = reverts.find((data) => reverts.filter((other) => other === data).length >= rpc.quorum);
  if (agreed === NO_FUNDS) return fail('INSUFFICIENT_FUNDS', `account ${from} cannot pay for the transaction`, true);
  if (agreed !== undefined) return { ok: false, error: decodeRevert(agreed) };
  return fail('NO_QUORUM', 'the endpoints disagree whether the transaction would succeed', true);
}

/** Signs `requests` for `payer` with consecutive free nonces. Broadcasts nothing. */
export async function prepareAll(
  connection: EvmConnection,
  payer: KeyHandle,
  requests: readonly SendRequest[],
): Promise<Result<readonly SignedTransaction[], SendFailure>> {
  const [fees, ...gas] = await Promise.all([
    currentFees(connection.rpc, connection.feeCap),
    ...requests.map(async (request) =>
      request.gasLimit === undefined ? estimateGas(connection, payer.address, request) : ok(request.gasLimit),
    ),
  ]);
  if (!fees.ok) return fees;
  return connection.nonces.exclusively<readonly SignedTransaction[]>(payer.address, async (take) => {
    const counts = await nonceCounts(connection, payer.address);
    if (!counts.ok) return counts;
    const first = take(counts.value, requests.length);
    const submissions: SignedTransaction[] = [];
    for (const [index, request] of requests.entries()) {
      const gasLimit = gas[index] as Result<bigint, SendFailure>;
      if (!gasLimit.ok) return gasLimit;
      submissions.push(await sign(connection, payer, request, first + index, gasLimit.value, fees.value));
    }
    return ok(submissions);
  });
}

/**
 * Signs a replacement of `prior` at the same nonce, with higher fees; `request` replaces its content if given, with a
 * gas estimate of its own.
 */
export async function prepareReplacement(
  connection: EvmConnection,
  payer: KeyHandle,
  prior: SignedTransaction,
  request?: SendRequest,
): Promise<Result<SignedTransaction, SendFailure>> {
  const old = Transaction.from(prior.raw);
  const next = request ?? { to: old.to, data: old.data, value: old.value };
  const [fresh, gas] = await Promise.all([
    currentFees(connection.rpc, connection.feeCap),
    estimateGas(connection, payer.address, next),
  ]);
  if (!fresh.ok) return fresh;
  if (!gas.ok && request !== undefined) return gas;
  // Transactions that come first may still be pending: without them the estimate fails or is too low.
  const gasLimit = gas.ok && (request !== undefined || gas.value > old.gasLimit) ? gas.value : old.gasLimit;
  const fees = escalate(feesOf(prior), fresh.value, connection.feeCap);
  if (!fees.ok) return fees;
  return ok(await sign(connection, payer, next, prior.sequence, gasLimit, fees.value));
}

/** The words by which nodes classify a transaction; they use no common error code. The first match counts. */
const KNOWN = /already (known|imported)|known transaction|already in/i;
const USED_NONCE = /nonce.*(too low|expired)|already been used/i;
const REFUSALS: readonly { words: RegExp; code: SendCode; retryable: boolean; message: string }[] = [
  { words: /insufficient funds/i, code: 'INSUFFICIENT_FUNDS', retryable: true, message: 'the payer cannot pay for it' },
  {
    words: /underpriced|fee.*(low|less)|max fee/i,
    code: 'UNDERPRICED',
    retryable: true,
    message: 'its fee is too low',
  },
  {
    words: /gas limit|intrinsic gas|oversized|too large|replay-protected|chain ?id/i,
    code: 'TRANSACTION_REFUSED',
    retryable: false,
    message: 'it can never be included',
  },
];

/**
 * Sends a submission to every endpoint. One acceptance is success, and so is a transaction that is already known or
 * included. Fails with NONCE_TAKEN, INSUFFICIENT_FUNDS, UNDERPRICED, TRANSACTION_REFUSED or RPC_UNAVAILABLE.
 */
export async function broadcast(
  connection: EvmConnection,
  submission: SignedTransaction,
): Promise<Result<string, SendFailure>> {
  const refusals = await offerToAll(connection.rpc.endpoints, async (endpoint) => {
    try {
      await endpoint.send('eth_sendRawTransaction', [submission.raw]);
      return null;
    } catch (error) {
      const words = refusal(error);
      if (words === undefined) throw error;
      return KNOWN.test(words) ? null : words;
    }
  });
  if (refusals === null) {
    connection.nonces.sent(submission.payer, submission.sequence);
    return ok(submission.reference);
  }
  if (refusals.length === 0) return nobodyAnswered();
  if (refusals.some((words) => USED_NONCE.test(words))) return usedNonce(connection, submission);
  const known = REFUSALS.find(({ words }) => refusals.some((said) => words.test(said)));
  connection.nonces.refused(submission.payer, submission.sequence, known?.code === 'UNDERPRICED');
  const said = `: ${refusals[0]?.slice(0, 200)}`;
  return known
    ? fail(known.code, `no endpoint took the transaction, ${known.message}${said}`, known.retryable)
    : fail('TRANSACTION_REFUSED', `no endpoint took the transaction${said}`, true);
}

async function usedNonce(
  connection: EvmConnection,
  submission: SignedTransaction,
): Promise<Result<string, SendFailure>> {
  connection.nonces.finished(submission.payer, submission.sequence);
  const receipt = await connection.rpc.agree((endpoint) =>
    endpoint.send('eth_getTransactionReceipt', [submission.reference]).then((value) => value !== null),
  );
  if (!receipt.ok) return receipt;
  return receipt.value
    ? ok(submission.reference)
    : fail('NONCE_TAKEN', `another transaction of ${submission.payer} has nonce ${submission.sequence}`);
}

/** The next nonce of `payer`. One endpoint alone cannot raise a count. */
async function nonceCounts(connection: EvmConnection, payer: string): Promise<Result<NonceCounts, SendFailure>> {
  const [mined, pending] = await Promise.all([
    countNonces(connection, payer, 'latest'),
    countNonces(connection, payer, 'pending'),
  ]);
  if (!mined.ok) return mined;
  return pending.ok ? ok({ mined: mined.value, pending: pending.value }) : pending;
}

/** The next nonce of `payer` by the transactions up to `block`. */
export async function countNonces(
  { rpc }: EvmConnection,
  payer: string,
  block: 'latest' | 'pending',
): Promise<Result<number, RpcFailure>> {
  const counts = await rpc.reached(async (endpoint) =>
    numberAnswer.parse(await endpoint.send('eth_getTransactionCount', [payer, block])),
  );
  return counts.ok ? ok(counts.value[0] as number) : counts;
}

/** `request` as a transaction of `payer`, signed. */
export async function sign(
  connection: EvmConnection,
  payer: KeyHandle,
  request: SendRequest,
  nonce: number,
  gasLimit: bigint,
  fees: Fees,
): Promise<SignedTransaction> {
  const { to, data, value } = request;
  const transaction = Transaction.from({
    type: 2,
    chainId: connection.chainId,
    nonce,
    to,
    data,
    value,
    gasLimit,
    ...fees,
  });
  transaction.signature = Signature.from(await payer.sign(transaction.unsignedHash as Hex));
  // ethers encodes all of a batch again for each of its properties.
  const raw = transaction.serialized;
  return {
    reference: keccak256(raw),
    raw,
    payer: payer.address,
    sequence: nonce,
    fee: {
      maxFeePerGas: fees.maxFeePerGas.toString(),
      maxPriorityFeePerGas: fees.maxPriorityFeePerGas.toString(),
      gasLimit: gasLimit.toString(),
    },
  };
}

const feesOf = ({ raw }: SignedTransaction): Fees => {
  const { maxFeePerGas, maxPriorityFeePerGas } = Transaction.from(raw);
  return { maxFeePerGas: maxFeePerGas ?? 0n, maxPriorityFeePerGas: maxPriorityFeePerGas ?? 0n };
};
