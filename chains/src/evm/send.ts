import {
  type Domain,
  fail,
  type Hex,
  ok,
  type Result,
  type SendOperation,
  type SignedTransaction,
} from '@causeway/protocol';
import type { SendFailure } from '../failures.ts';
import { bound } from '../provider/compose.ts';
import { acceptedFee } from '../provider/delivery-fee.ts';
import type { ClaimArguments, KeyHandle, SendArguments, Sender } from '../provider/provider.ts';
import { bridgeAbi } from './abi.ts';
import { parseEvmAddress } from './address.ts';
import { approvalsFor } from './approvals.ts';
import type { EvmContext } from './context.ts';
import { unwrapCall } from './errors.ts';
import { outcomeOf } from './outcome.ts';
import { readFee, readHolding, tokenFor } from './reads.ts';
import { toQuantity } from './rpc.ts';
import { broadcast, type CallRequest, prepareAll, prepareReplacement } from './sender.ts';
import { sequencesOf } from './sequences.ts';
import type { EvmTransaction } from './unsigned.ts';

/**
 * Gas limit of a lock that depends on an approval and cannot be estimated yet. It is several times the need of the
 * bridge and a plain token; unused gas is refunded.
 */
const UNAPPROVED_LOCK_GAS = 250_000n;

/** Codes of a token's refusal when the allowance is missing: the standard's error, or the revert of an older token. */
const NOT_ALLOWED = new Set(['ERC20InsufficientAllowance', 'SafeERC20FailedOperation', 'EXECUTION_REVERTED']);

/** Sending on one EVM chain. */
export const sending = (context: EvmContext): Sender => {
  const { connection } = context;
  return {
    ...bound(context, { prepareSend, prepareClaim, unsignedClaim, unsignedSend }),
    creditor: context.bridge.address,
    replace: (submission, payer) => prepareReplacement(connection, payer, submission),
    broadcast: (submission) => broadcast(connection, submission),
    outcome: (submission) => outcomeOf(connection, submission, context),
    sequences: sequencesOf(connection),
  };
};

async function prepareSend(
  context: EvmContext,
  operation: SendOperation,
  key: KeyHandle,
  args: SendArguments,
): Promise<Result<readonly SignedTransaction[], SendFailure>> {
  const requests = await sendRequests(context, operation, key.address, args);
  return requests.ok ? prepareAll(context.connection, key, requests.value) : requests;
}

async function prepareClaim(
  context: EvmContext,
  key: KeyHandle,
  args: ClaimArguments,
): Promise<Result<readonly SignedTransaction[], SendFailure>> {
  const request = claimRequest(context, key.address, args);
  return request.ok ? prepareAll(context.connection, key, [request.value]) : request;
}

/** The claim of `from`, after a trial run that finds a refusal. */
async function unsignedClaim(
  context: EvmContext,
  from: string,
  args: ClaimArguments,
): Promise<Result<readonly EvmTransaction[], SendFailure>> {
  const request = claimRequest(context, from, args);
  if (!request.ok) return request;
  const tried = unwrapCall(await context.connection.rpc.call({ ...request.value, from }));
  return tried.ok ? ok([unsigned(context, from, request.value)]) : tried;
}

/** Only payments of the canonical asset can fail here, so nothing else is ever credited. */
function claimRequest(
  { deployment, bridge }: EvmContext,
  from: string,
  { home, to = from }: ClaimArguments,
): Result<CallRequest, SendFailure> {
  if (home !== deployment.domain) return fail('NothingToClaim', 'an EVM bridge credits only its own asset');
  const [owner, payee] = [parseEvmAddress(from), parseEvmAddress(to)];
  if (!owner.ok) return owner;
  return payee.ok ? ok({ to: bridge.address, data: encode('claim', [to]), value: 0n }) : payee;
}

/** EIP-1193 transaction requests with hexadecimal quantities. The wallet fills in gas and fees. */
async function unsignedSend(
  context: EvmContext,
  operation: SendOperation,
  from: string | undefined,
  args: SendArguments,
): Promise<Result<readonly EvmTransaction[], SendFailure>> {
  const requests = await sendRequests(context, operation, from, args);
  if (!requests.ok) return requests;
  return ok(requests.value.map((request) => unsigned(context, from, request)));
}

const unsigned = (
  { connection }: EvmContext,
  from: string | undefined,
  { to, data, value }: CallRequest,
): EvmTransaction => ({
  kind: 'evm' as const,
  ...(from === undefined ? {} : { from }),
  to,
  data,
  value: toQuantity(value),
  chainId: toQuantity(connection.chainId),
});

/**
 * The transactions of a lock or burn by `from`, in order; the last one carries the delivery fee. An ERC-20 lock starts
 * with the approvals that it still needs, of exactly the amount. Without `from` the allowance is unknown and an
 * approval is always included.
 */
async function sendRequests(
  context: EvmContext,
  operation: SendOperation,
  from: string | undefined,
  args: SendArguments,
): Promise<Result<readonly CallRequest[], SendFailure>> {
  const refundAddress = args.refundAddress ?? from;
  if (refundAddress === undefined) return fail('InvalidRefundAddress', 'give the sender or a refund address');
  const refund = parseEvmAddress(refundAddress);
  if (!refund.ok) return refund;
  const to = context.bridge.address;
  const fee = acceptedFee(await readFee(context, args.remote), args.maxFee);
  if (!fee.ok) return fee;
  if (operation === 'burnTokens') {
    return ok([{ to, data: encodeBurn(args, refundAddress), value: fee.value }]);
  }
  const data = encodeLock(args, refundAddress);
  const token = tokenFor(context, context.deployment.domain);
  if (!token.ok) return token;
  if (token.value === null) return ok([{ to, data, value: args.localAmount + fee.value }]);
  const { localAmount: amount, ownApproval: own = false } = args;
  const approvals = await approvalsFor(context, { token: token.value, from, spender: to, amount, own });
  if (!approvals.ok) return approvals;
  const lock = { to, data, value: fee.value };
  if (approvals.value.length === 0) return ok([lock]);
  if (from !== undefined) {
    const refused = await refusalBeforeApproval(context, token.value, from, lock, args.localAmount);
    if (!refused.ok) return refused;
  }
  return ok([...approvals.value, { ...lock, gasLimit: UNAPPROVED_LOCK_GAS }]);
}

/**
 * Finds refusals of an ERC-20 lock other than the missing allowance, before anything is approved. The bridge checks its
 * own rules before it takes the tokens, so a refusal by the token means that only the allowance is missing.
 */
async function refusalBeforeApproval(
  context: EvmContext,
  token: string,
  from: string,
  lock: CallRequest,
  amount: bigint,
): Promise<Result<void, SendFailure>> {
  const [balance, coins] = await Promise.all([
    readHolding(context, from, token),
    lock.value === 0n ? ok(0n) : readHolding(context, from, null),
  ]);
  if (!balance.ok) return balance;
  if (!coins.ok) return coins;
  if (balance.value < amount) return fail('ERC20InsufficientBalance', 'the account holds less than the amount');
  if (coins.value < lock.value) return fail('INSUFFICIENT_FUNDS', `account ${from} cannot pay the delivery fee`, true);
  const dry = unwrapCall(await context.connection.rpc.call({ ...lock, from }));
  return dry.ok || NOT_ALLOWED.has(dry.error.code) ? ok(undefined) : dry;
}

const encodeLock = (args: SendArguments, refundAddress: string): Hex =>
  encode('lockTokensWithReference', [args.remote, args.recipient, args.localAmount, args.reference, refundAddress]);

const encodeBurn = (args: SendArguments, refundAddress: string): Hex =>
  encode('burnTokensWithReference', [args.localAmount, args.remote, args.recipient, args.reference, refundAddress]);

const encode = (name: string, args: readonly (Domain | Hex | bigint | string)[]): Hex =>
  bridgeAbi.encodeFunctionData(name, args) as Hex;
