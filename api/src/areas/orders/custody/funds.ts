import type { KeyHandle } from '@causeway/chains';
import { formatDecimal, type Hex, ok } from '@causeway/protocol';
import type { EventRepository } from '@causeway/storage';
import type { RouteAmount } from '../../../bridge/amount.ts';
import { chainProblem } from '../../../bridge/chain-problem.ts';
import { holdingOf } from '../../../bridge/holding.ts';
import type { BridgeRoute } from '../../../bridge/route.ts';
import type { Answer, Refusal } from '../../../http/errors/errors.ts';
import type { Funds } from '../../wallets/index.ts';
import { refuse } from '../errors.ts';

/** The funds of a custodial wallet for one order. */
export interface OrderFunds {
  readonly funds: Funds;
  /**
   * Refuses the order with INSUFFICIENT_BALANCE and the missing amount; `reserved`: local units that the wallet owes.
   */
  lack(reserved: bigint): Refusal;
}

/**
 * Reads the funds of `wallet`, whose left-padded address is `sender`, for an order of `amount` with the delivery fee
 * `fee`, smallest units of the native coin.
 */
export async function readFunds(
  events: Pick<EventRepository, 'latest'>,
  route: BridgeRoute,
  wallet: KeyHandle,
  sender: Hex,
  { localAmount }: RouteAmount,
  fee: bigint,
): Promise<Answer<OrderFunds>> {
  const { asset, source, sourceProvider, fromToken } = route;
  const asOf = await events.latest();
  const balance = await sourceProvider.balance(wallet.address, asset.home.deployment.domain);
  if (!balance.ok) return chainProblem(balance.error, source);
  const reserve = fromToken.address === null ? sourceProvider.wallet.reserve + fee : 0n;
  const free = notNegative(balance.value - reserve);
  const holding = holdingOf(source, { address: wallet.address, sender }, fromToken, asset);
  return ok({
    funds: { holding, free, asOf },
    lack: (reserved) => missing(route, localAmount, notNegative(free - reserved)),
  });
}

const notNegative = (amount: bigint): bigint => (amount > 0n ? amount : 0n);

function missing({ fromToken, source }: BridgeRoute, needed: bigint, available: bigint) {
  const amount = (units: bigint) => formatDecimal(units, fromToken.decimals);
  const facts = {
    hasSufficientBalance: false,
    required: amount(needed),
    available: amount(available),
    missing: amount(needed - available),
    token: fromToken.symbol,
  };
  const message = `your wallet on ${source.name} lacks ${facts.missing} ${facts.token}: ${facts.available} of ${facts.required} are free`;
  return refuse('INSUFFICIENT_BALANCE', message, { facts });
}
