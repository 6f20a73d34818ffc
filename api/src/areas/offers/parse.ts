import { ok, parseDecimal } from '@causeway/protocol';
import type { StoredOffer } from '@causeway/storage';
import { routeAmount } from '../../bridge/amount.ts';
import type { Catalogue } from '../../bridge/catalogue.ts';
import { resolveSwap, type SwapRoute } from '../../bridge/swap-route.ts';
import type { Answer } from '../../http/errors/errors.ts';
import type { Offer } from './choice.ts';
import { refuse } from './errors.ts';
import { RATE_DECIMALS } from './figures.ts';

/** Most digits of a rate before its point. */
const RATE_DIGITS = 20;
const RATE_END = 10n ** BigInt(RATE_DIGITS + RATE_DECIMALS);

/** The figures of an offer, and its route. */
export type ParsedOffer = Pick<Offer, 'rate' | 'minAmount' | 'maxAmount'> & { readonly route: SwapRoute };

/** A rate with 18 decimals. Fails with INVALID_RATE for anything but a positive plain decimal that fits. */
function parseRate(text: string): Answer<bigint> {
  const rate = parseDecimal(text, RATE_DECIMALS);
  if (rate.ok && rate.value > 0n && rate.value < RATE_END) return rate;
  return refuse(
    'INVALID_RATE',
    `rate must be a positive plain decimal with at most ${RATE_DIGITS} digits before the point and ${RATE_DECIMALS} after it`,
  );
}

/** The route of a swap between two words, as `resolveSwap` finds it. */
export type FindSwap = (from: string, to: string) => Answer<SwapRoute>;

/** Most routes that are remembered. Solvers may write one route in many ways. */
const MAX_REMEMBERED = 10_000;

/** Finds routes, and remembers them: a solver names few of them many times. */
export function swapFinder(catalogue: Catalogue): FindSwap {
  const known = new Map<string, Answer<SwapRoute>>();
  return (from, to) => {
    const key = `${from}\n${to}`;
    const remembered = known.get(key);
    if (remembered) return remembered;
    const route = resolveSwap(catalogue, { word: from }, { word: to });
    if (!route.ok) return route;
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(key, route);
    return route;
  };
}

/**
 * Reads an offer as its solver wrote it. Fails with the codes of the route, with INVALID_AMOUNT, and with INVALID_RATE.
 */
export function parseOffer(find: FindSwap, offer: Omit<StoredOffer, 'solverAddress'>): Answer<ParsedOffer> {
  const route = find(offer.from, offer.to);
  if (!route.ok) return route;
  const rate = parseRate(offer.rate);
  if (!rate.ok) return rate;
  const least = routeAmount(route.value.bridge, offer.minAmount);
  if (!least.ok) return least;
  const most = routeAmount(route.value.bridge, offer.maxAmount);
  if (!most.ok) return most;
  const [minAmount, maxAmount] = [least.value.wireAmount, most.value.wireAmount];
  if (minAmount > maxAmount) return refuse('INVALID_AMOUNT', 'minAmount is more than maxAmount');
  return ok({ route: route.value, rate: rate.value, minAmount, maxAmount });
}
