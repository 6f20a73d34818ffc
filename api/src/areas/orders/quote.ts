import { formatDecimal, ok } from '@causeway/protocol';
import { routeAmount } from '../../bridge/amount.ts';
import { type BlockTimes, secondsOfRoute } from '../../bridge/block-times.ts';
import type { Answer } from '../../http/errors/errors.ts';
import { type PlaceOrderDeps, routeOf, worthOf } from './place.ts';
import type { QuoteRequest, QuoteView } from './schemas.ts';
import { costsOf } from './view.ts';

/** Dependencies of a quote. */
export type QuoteDeps = Pick<PlaceOrderDeps, 'catalogue' | 'rates' | 'laneRules'> & { readonly blockTimes: BlockTimes };

/**
 * What an order of this amount would bring, cost and refund, and how long it takes. It refuses what an order would be
 * refused for by its route and amount; nothing is reserved.
 */
export async function quoteOf(deps: QuoteDeps, request: QuoteRequest): Promise<Answer<QuoteView>> {
  const { catalogue } = deps;
  const found = routeOf(catalogue, request);
  if (!found.ok) return found;
  const route = found.value;
  const { asset, source, destination, fromToken, toToken, sourceProvider } = route;
  const amount = routeAmount(route, request.amount.trim());
  if (!amount.ok) return amount;
  const delay = catalogue.delayOf(asset, source, destination);
  const heldSeconds = delay && amount.value.wireAmount > delay.above ? delay.ms / 1_000 : 0;
  const [allowed, worth, expectedSeconds] = await Promise.all([
    deps.laneRules.check(route, amount.value.wireAmount),
    worthOf(deps.rates, route, amount.value),
    secondsOfRoute(deps.blockTimes, route, heldSeconds),
  ]);
  if (!allowed.ok) return allowed;
  const moved = formatDecimal(amount.value.wireAmount, asset.wireDecimals);
  return ok({
    mode: 'bridge',
    operation: route.operation,
    fromChain: source.name,
    toChain: destination.name,
    fromToken: fromToken.symbol,
    fromTokenAddress: fromToken.address,
    toToken: toToken.symbol,
    toTokenAddress: toToken.address,
    fromAmount: moved,
    toAmount: moved,
    ...costsOf(catalogue, source, { fromAmount: moved, fromToken: fromToken.symbol, fee: allowed.value }),
    ...worth,
    expectedSeconds,
    requiredConfirmations: sourceProvider.finalityBlocks,
  });
}
