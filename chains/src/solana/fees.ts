import type { PublicKey } from '@solana/web3.js';
import type { SolanaConnection } from './connection.ts';
import { prioritizationFeesAnswer } from './wire.ts';

/** Which of the recent prices is offered: more than three in four transactions paid. */
const QUANTILE = 0.75;

/**
 * What a compute unit costs at the moment where `accounts` are written, millionths of a lamport: recent blocks' fees,
 * the middle of what the endpoints say, at most the configured cap. Zero where nobody knows.
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
  });
  if (!prices.ok) return 0n;
  const price = BigInt(quantile(prices.value, 0.5));
  return price < priceCap ? price : priceCap;
}

/** The value that the given part of `values` lies below; 0 of none. With a quorum of honest ones, 0.5 is theirs. */
function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
}
