import {
  type BlockRef,
  type ExecutionFailure,
  fail,
  ok,
  type Result,
  type SignedTransaction,
  type SubmissionOutcome,
} from '@causeway/protocol';
import { getAddress, Transaction } from 'ethers';
import type { SendFailure } from '../failures.ts';
import type { Endpoint } from '../rpc/quorum.ts';
import { safeAbi } from './abi.ts';
import type { EvmConnection } from './connection.ts';
import { decodeRevert } from './errors.ts';
import { type BridgeIdentity, decodeEvents, skippedIn } from './events.ts';
import { type Effects, hasEffect, VOID_CALLDATA } from './oracle-calls.ts';
import { bridgeCallsOf, type SafeDeployment } from './oracle-payload.ts';
import { toQuantity } from './rpc.ts';
import { toBlockRef } from './scanner.ts';
import { numberAnswer, type RpcLog, type RpcReceipt, receiptAnswer } from './wire.ts';

/** The bridge and the Safe whose events and inner calls an outcome reads. */
export interface OutcomeTarget {
  readonly identity: BridgeIdentity;
  readonly safe: SafeDeployment;
}

/** One endpoint's view of a submission. */
type Seen = { readonly state: 'pending' | 'dropped' } | { readonly state: 'included'; readonly receipt: RpcReceipt };

/**
 * The outcome of `submission`, as a quorum sees it. Each endpoint judges "dropped" from one view: the nonce was used in
 * an earlier block, and a receipt, read after that, does not exist. With a `target`, success needs the event of every
 * inner call as well as the receipt's status, except for the one call that only uses up the Safe's nonce; without one
 * the status decides.
 */
export async function outcomeOf(
  connection: EvmConnection,
  submission: SignedTransaction,
  target?: OutcomeTarget,
): Promise<Result<SubmissionOutcome, SendFailure>> {
  const { rpc } = connection;
  const seen = await rpc.agree((endpoint) => lookAt(endpoint, submission));
  if (!seen.ok) return seen;
  if (seen.value.state === 'pending') return ok({ state: 'pending' });
  connection.nonces.finished(submission.payer, submission.sequence);
  if (seen.value.state !== 'included') return ok({ state: 'dropped' });
  const { receipt } = seen.value;
  const block = await rpc.block(receipt.blockNumber);
  if (!block.ok) return block;
  if (block.value?.hash !== receipt.blockHash)
    return fail('REORG_DURING_SCAN', 'the block of the receipt changed', true);
  return judge(connection, submission, receipt, toBlockRef(block.value), target);
}

/** One endpoint's view of `submission`. */
async function lookAt(endpoint: Endpoint, { payer, sequence, reference }: SignedTransaction): Promise<Seen> {
  const receipt = async () => receiptAnswer.parse(await endpoint.send('eth_getTransactionReceipt', [reference]));
  const used = async (block: string) =>
    numberAnswer.parse(await endpoint.send('eth_getTransactionCount', [payer, block])) > sequence;
  const first = await receipt();
  if (first) return { state: 'included', receipt: first };
  if (!(await used('latest'))) return { state: 'pending' };
  // Nodes may show a block's state a moment before its receipts, so the nonce must have been used one block earlier.
  const head = numberAnswer.parse(await endpoint.send('eth_blockNumber', []));
  if (head === 0 || !(await used(toQuantity(head - 1)))) return { state: 'pending' };
  const last = await receipt();
  return last ? { state: 'included', receipt: last } : { state: 'dropped' };
}

async function judge(
  connection: EvmConnection,
  submission: SignedTransaction,
  receipt: RpcReceipt,
  block: BlockRef,
  target: OutcomeTarget | undefined,
): Promise<Result<SubmissionOutcome, SendFailure>> {
  const transaction = Transaction.from(submission.raw);
  const { gasUsed: executionUnits, effectiveGasPrice, l1Fee } = receipt;
  const costs = [{ fee: executionUnits * effectiveGasPrice + (l1Fee ?? 0n), rent: 0n }];
  const included = { state: 'included', block, executionUnits, costs } as const;
  if (receipt.status !== 1) {
    const failure = await revertReason(connection, transaction, receipt);
    return ok({ ...included, success: false, failure, events: [] });
  }
  if (!target) return ok({ ...included, success: true, events: [] });
  const events = decodeEvents(receipt.logs, () => block, target.identity);
  if (!events.ok) return events;
  const skipped = skippedIn(receipt.logs, target.identity);
  if (!skipped.ok) return skipped;
  const effects = { events: events.value, skipped: skipped.value };
  const failure =
    transaction.to === getAddress(target.safe.safe)
      ? innerFailure(transaction.data, receipt.logs, effects, target)
      : undefined;
  const success = failure === undefined;
  return ok({ ...included, success, ...(failure ? { failure } : {}), ...effects });
}

/** Why a Safe transaction with a success status did not execute all of its calls; undefined when it did. */
function innerFailure(
  data: string,
  logs: readonly RpcLog[],
  effects: Effects,
  { identity, safe }: OutcomeTarget,
): ExecutionFailure | undefined {
  const address = safe.safe.toLowerCase();
  const names = logs.flatMap((log) => (log.address === address ? [safeAbi.parseLog(log)?.name] : []));
  if (names.includes('ExecutionFailure') || !names.includes('ExecutionSuccess')) {
    return innerCallFailed('the Safe reported that the execution failed');
  }
  const calls = bridgeCallsOf(data, safe, getAddress(identity.address));
  if (calls === null) return innerCallFailed('the Safe executed something else than calls to the bridge');
  if (calls.length === 1 && calls[0] === VOID_CALLDATA) return undefined;
  const missing = calls.findIndex((call) => !hasEffect(call, effects));
  return missing < 0 ? undefined : innerCallFailed(`call ${missing} of the batch left no event`);
}

const innerCallFailed = (message: string): ExecutionFailure => ({
  code: 'INNER_CALL_FAILED',
  message,
  retryable: false,
});

/**
 * Why an included transaction failed. It repeats the call on the state before the block, then on the state after it,
 * because an earlier transaction of the block may be the cause. OUT_OF_GAS when the transaction used all of its gas.
 */
async function revertReason(
  connection: EvmConnection,
  transaction: Transaction,
  receipt: RpcReceipt,
): Promise<ExecutionFailure> {
  if (receipt.gasUsed === transaction.gasLimit) {
    return { code: 'OUT_OF_GAS', message: `the transaction used all of its ${receipt.gasUsed} gas`, retryable: true };
  }
  const { to, data, value, from } = transaction;
  if (to !== null && from !== null) {
    for (const at of [receipt.blockNumber - 1, receipt.blockNumber]) {
      const again = await connection.rpc.call({ to, data, value, from }, at);
      if (again.ok && again.value.reverted) return decodeRevert(again.value.data);
    }
  }
  return { code: 'TRANSACTION_REVERTED', message: 'the transaction reverted', retryable: false };
}
