import { formatDecimal, type Hex, ok, toLocalAmount } from '@causeway/protocol';
import type { DebtLimit, EventRepository } from '@causeway/storage';
import type { RouteAmount } from '../../../bridge/amount.ts';
import { chainProblem } from '../../../bridge/chain-problem.ts';
import type { Route } from '../../../bridge/route.ts';
import type { Answer, Refusal } from '../../../http/errors.ts';
import { refuse } from '../errors.ts';

/** The funds of a custodial wallet for one order. */
export interface Funds {
  /** Its balance without its reserve. */
  readonly debt: DebtLimit;
  /** Refuses the order with INSUFFICIENT_BALANCE and the missing amount; `owed`: wire units of the wallet's others. */
  lack(owed: bigint): Refusal;
}

/** Reads the funds of the wallet of `sender` for an order of `amount`. */
export async function readFunds(
  events: Pick<EventRepository, 'latest'>,
  route: Route,
  sender: Hex,
  { localAmount }: RouteAmount,
): Promise<Answer<Funds>> {
  const { asset, source, sourceProvider, fromToken } = route;
  const asOf = await events.latest();
  const holder = sourceProvider.formatAddress(sender);
  const balance = await sourceProvider.balance(holder, asset.home.deployment.domain);
  if (!balance.ok) return chainProblem(balance.error, source);
  const reserve = fromToken.address === null ? sourceProvider.wallet.reserve : 0n;
  const free = notNegative(balance.value - reserve);
  const local = (wire: bigint) => toLocalAmount(wire, fromToken.decimals, asset.wireDecimals);
  return ok({
    debt: { maxOwed: free / local(1n), asOf },
    lack: (owed) => missing(route, localAmount, notNegative(free - local(owed))),
  });
}

const notNegative = (amount: bigint): bigint => (amount > 0n ? amount : 0n);

function missing({ fromToken, source }: Route, needed: bigint, available: bigint) {
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
