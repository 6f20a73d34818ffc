import type { PublicKey } from '@solana/web3.js';
import type { SolanaConnection } from './connection.ts';
import { prioritizationFeesAnswer } from './wire.ts';

/** Quantile of the recent prices that is offered: at least as much as three of four transactions paid. */
const QUANTILE = 0.75;

/**
 * Current price of a compute unit for transactions that write `accounts`, millionths of a lamport: from the fees of
 * recent blocks, the median of the endpoints, at most the configured cap. Zero when no endpoint knows.
 */
export async function currentPrice(
  { rpc, priceCap }: SolanaConnection,
  accounts: readonly PublicKey[],
): Promise<bigint> {
  const addresses = accounts.map((account) => account.toBase58());
  const prices = await rpc.gather(async (endpoint) => {
    const fees = prioritizationFeesAnswer.parse(await endpoint.send('getRecentPrioritizationFees', [addresses]));
    return quantile(
      fees.map(({ prioritizationFee }) => prioritizationFee),
      QUANTILE,
    );
  }, areAlike);
  if (!prices.ok) return 0n;
  const price = BigInt(quantile(prices.value, 0.5));
  return price < priceCap ? price : priceCap;
}

/** True when the highest of `prices` is at most twice the lowest. */
const areAlike = (prices: readonly number[]): boolean => Math.max(...prices) <= 2 * Math.min(...prices);

/**
 * The quantile of `values` at `part`, 0 to 1; 0 for an empty list. With an honest quorum, 0.5 lies between honest
 * values.
 */
function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
}
