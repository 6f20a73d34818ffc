import { ok, type Result } from '@causeway/protocol';
import type { SendFailure } from '../failures.ts';
import { tokenAbi } from './abi.ts';
import type { EvmContext } from './context.ts';
import type { CallRequest } from './sender.ts';
import { view } from './views.ts';

/**
 * Gas limit of an approval that depends on an earlier transaction and cannot be estimated yet: before the old allowance
 * is cleared or used up. It is several times the need of a plain token; unused gas is refunded.
 */
const APPROVAL_GAS = 120_000n;

/** A payment of a token that its spender is to take. */
export interface Allowance {
  readonly token: string;
  /** Absent when the owner is unknown. */
  readonly from: string | undefined;
  readonly spender: string;
  /** Local units. */
  readonly amount: bigint;
  /** Approve the amount whatever allowance exists: payments that are under way will use it up. */
  readonly own: boolean;
}

/**
 * The approvals that a payment needs, of exactly its amount. An allowance that is too small is cleared first, because
 * some tokens refuse to change one. Without `from` the allowance is unknown and an approval is always included.
 */
export async function approvalsFor(
  context: EvmContext,
  { token, from, spender, amount, own }: Allowance,
): Promise<Result<readonly CallRequest[], SendFailure>> {
  const approve = (value: bigint): CallRequest => ({
    to: token,
    data: tokenAbi.encodeFunctionData('approve', [spender, value]),
    value: 0n,
  });
  if (from === undefined) return ok([approve(amount)]);
  const allowance = await view(context, { abi: tokenAbi, to: token, name: 'allowance', args: [from, spender] });
  if (!allowance.ok) return allowance;
  const allowed = allowance.value[0] as bigint;
  if (allowed >= amount && !own) return ok([]);
  // An approval costs several times more where no allowance is, so the newest state says too little about its own one.
  const approval = own || allowed > 0n ? { ...approve(amount), gasLimit: APPROVAL_GAS } : approve(amount);
  return ok(allowed === 0n ? [approval] : [approve(0n), approval]);
}
