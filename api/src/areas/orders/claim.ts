import type { SendFailure } from '@causeway/chains';
import { formatDecimal, ok } from '@causeway/protocol';
import type { OrderRow } from '@causeway/storage';
import type { Catalogue } from '../../bridge/catalogue.ts';
import { chainProblem } from '../../bridge/chain-problem.ts';
import { type Credited, creditedOf } from '../../bridge/credited.ts';
import type { Answer, Refusal } from '../../http/errors/errors.ts';
import type { CreditClaim } from './claim-schemas.ts';
import { refuse } from './errors.ts';

/**
 * The claim of everything that is credited to the account that the payment of `row` was for, in the order's asset,
 * unsigned; `to` is paid. Fails with ORDER_NOT_CLAIMABLE when nothing is credited, or not any more.
 */
export async function orderClaim(catalogue: Catalogue, row: OrderRow, to?: string): Promise<Answer<CreditClaim>> {
  const credited = row.credited && row.swapState === null ? creditedOf(catalogue, row) : undefined;
  if (!credited) return refuse('ORDER_NOT_CLAIMABLE', 'no payment of this order is credited');
  const { provider, network, asset, holder } = credited;
  const home = asset.home.deployment.domain;
  const [units, decimals, transactions] = await Promise.all([
    provider.claimable(holder, home),
    provider.decimals(home),
    provider.unsignedClaim(holder, { home, ...(to !== undefined && { to }) }),
  ]);
  if (!transactions.ok) return refused(transactions.error, credited);
  if (!units.ok) return chainProblem(units.error, network);
  if (!decimals.ok) return chainProblem(decimals.error, network);
  const token = catalogue.token(asset, network);
  return ok({
    orderId: row.id,
    chain: network.name,
    holder,
    contract: provider.creditor,
    token: token?.symbol ?? asset.symbol,
    tokenAddress: token?.address ?? null,
    amount: formatDecimal(units.value, decimals.value),
    transactions: [...transactions.value],
  });
}

/** Codes of refusals that every operation has. */
const COMMON = new Set(['INVALID_ADDRESS', 'INSUFFICIENT_FUNDS']);

function refused(failure: SendFailure, { holder, network }: Credited): Refusal {
  if (failure.code === 'NothingToClaim') {
    return refuse('ORDER_NOT_CLAIMABLE', `nothing is credited to ${holder} on ${network.name} any more`);
  }
  if (failure.retryable || COMMON.has(failure.code)) return chainProblem(failure, network);
  return refuse('CLAIM_REFUSED', failure.message, { facts: { reason: failure.code } });
}
