import { fail, ok, type Result } from '@causeway/protocol';
import type { SendFailure } from '../failures.ts';
import type { EvmRpc } from './rpc.ts';
import { quantityAnswer } from './wire.ts';

/** EIP-1559 fee fields, in wei per unit of gas. */
export interface Fees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

const GWEI = 1_000_000_000n;

/** Highest priority fee when the nodes suggest none, and that of a network without a base fee, wei per unit of gas. */
const DEFAULT_PRIORITY = GWEI;

/** `gwei` in wei, rounded to whole wei. */
export const gweiToWei = (gwei: number): bigint => BigInt(Math.round(gwei * 1e9));

/** The median of several values, of two the lower. With an honest quorum it lies between honest values. */
export const median = (values: readonly bigint[]): bigint => ranked(values, Math.floor((values.length - 1) / 2));

/** The median of several values, of two the higher. */
export const upperMedian = (values: readonly bigint[]): bigint => ranked(values, Math.floor(values.length / 2));

const ranked = (values: readonly bigint[], rank: number): bigint =>
  [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))[rank] as bigint;

/** True when the highest of `values` is at most `percent` above the lowest. */
export function areAlike(values: readonly bigint[], percent: bigint): boolean {
  const [lowest, highest] = [values.reduce(min), values.reduce(max)];
  return 100n * (highest - lowest) <= percent * lowest;
}

/**
 * Current fees: twice the newest base fee plus the suggested priority, which may be zero, at most `cap`. Without a
 * suggestion the priority is the base fee, at most a gwei, so that a cheap network stays cheap. Where there is no base
 * fee, as on BNB, it is a gwei, because it is the whole price. Fails with FEE_CAP_EXCEEDED while the base fee alone
 * exceeds the cap.
 */
export async function currentFees(rpc: EvmRpc, cap: bigint): Promise<Result<Fees, SendFailure>> {
  const [head, suggested] = await Promise.all([
    rpc.head(),
    rpc.gather(
      async (endpoint) => quantityAnswer.parse(await endpoint.send('eth_maxPriorityFeePerGas', [])),
      (answers) => areAlike(answers, 100n),
    ),
  ]);
  if (!head.ok) return head;
  const baseFee = head.value.baseFeePerGas ?? 0n;
  if (baseFee > cap) return fail('FEE_CAP_EXCEEDED', `the base fee is ${baseFee} wei, above the cap of ${cap}`, true);
  const unsuggested = baseFee === 0n ? DEFAULT_PRIORITY : min(DEFAULT_PRIORITY, baseFee);
  const priority = suggested.ok ? median(suggested.value) : unsuggested;
  const maxFeePerGas = min(2n * baseFee + priority, cap);
  return ok({ maxFeePerGas, maxPriorityFeePerGas: min(priority, maxFeePerGas) });
}

/**
 * Fees that replace `old`: `fresh`, but each field at least an eighth above `old` (mempools require a tenth), at most
 * `cap`. Fails with FEE_CAP_EXCEEDED when the cap leaves less than a tenth.
 */
export function escalate(old: Fees, fresh: Fees, cap: bigint): Result<Fees, SendFailure> {
  const least = raised(old.maxFeePerGas, 10n);
  if (least > cap) return fail('FEE_CAP_EXCEEDED', `a replacement needs ${least} wei, above the cap of ${cap}`, true);
  const maxFeePerGas = min(max(raised(old.maxFeePerGas, 8n), fresh.maxFeePerGas), cap);
  const priority = max(raised(old.maxPriorityFeePerGas, 8n), fresh.maxPriorityFeePerGas);
  return ok({ maxFeePerGas, maxPriorityFeePerGas: min(priority, maxFeePerGas) });
}

/** `value` plus a `part`-th of it, rounded up and at least one more. */
const raised = (value: bigint, part: bigint): bigint => value + (value === 0n ? 1n : (value + part - 1n) / part);
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);
