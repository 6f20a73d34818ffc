import { kindOf, type Network, nativeCoin } from '@causeway/chains';
import { parsePrice } from '@causeway/prices';
import { formatDecimal, ok, parseDecimal } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import { type RouteAmount, routeAmount } from '../../bridge/amount.ts';
import { type SwapSeconds, secondsOfSwap } from '../../bridge/block-times.ts';
import { chainProblem } from '../../bridge/chain-problem.ts';
import type { BridgeContext } from '../../bridge/context.ts';
import { endsOf, type NamedEnds, routeBetween } from '../../bridge/route.ts';
import { resolveSwap, type SwapRoute } from '../../bridge/swap-route.ts';
import type { Answer } from '../../http/errors/errors.ts';
import { iso } from '../../http/requests/times.ts';
import type { RateService } from '../market/index.ts';
import type { BookedOffer, OfferBook } from './book.ts';
import { chooseOffer } from './choice.ts';
import { refuse } from './errors.ts';
import {
  bothRanges,
  costOf,
  EXCLUSIVE_SECONDS,
  finishFeeOf,
  leastAmount,
  leastOut,
  MAX_TERMS_AMOUNT,
  nearMarket,
  outAt,
  RATE_DECIMALS,
  ratesFor,
  type SwapDecimals,
  spreadOf,
} from './figures.ts';
import type { SwapQuoteView } from './quote-schema.ts';
import { earnsExclusivity, type SolverRecords } from './record.ts';
import type { SwapSettings } from './settings.ts';

/** The slippage of a request that names none, and the largest one, hundredths of a percent. */
const DEFAULT_SLIPPAGE_BPS = 100;
const MAX_SLIPPAGE_BPS = 1_000;
/** How long a limit order may be placed at the figures of its quote, milliseconds. */
const LIMIT_QUOTE_MS = 60_000;
/** When a rate may be there again, seconds. */
const RATE_RETRY_SECONDS = 10;

/** What a quote of a swap asks for. */
export interface SwapRequest extends NamedEnds {
  /** Whole units of the asset that moves, decimal. */
  readonly amount: string;
  readonly slippageBps?: number;
  /** Whole units of the wanted token, decimal. */
  readonly minToAmount?: string;
}

/** Dependencies of a quote of a swap. */
export interface SwapQuoteDeps {
  readonly bridge: Pick<BridgeContext, 'catalogue' | 'laneRules' | 'blockTimes'>;
  readonly rates: Pick<RateService, 'rate'>;
  readonly book: Pick<OfferBook, 'refresh' | 'on'>;
  readonly records: Pick<SolverRecords, 'of'>;
  readonly settings: SwapSettings;
  readonly clock: Clock;
}

/** What the caller accepts at least: a part of what is offered, or an amount, local units of the wanted token. */
type Least = { readonly slippageBps: number } | { readonly out: bigint };

/** What is known of a swap before an offer is chosen. */
interface Draft {
  readonly route: SwapRoute;
  readonly amount: RouteAmount;
  readonly least: Least;
  /** Delivery fee, smallest units of the source's native coin. */
  readonly fee: bigint;
  /** Wire units. */
  readonly finishFee: bigint;
  /** The market's rate, 18 decimals. */
  readonly market: bigint | undefined;
  readonly seconds: SwapSeconds | null;
  readonly nowMs: number;
}

/** What a quote says of its payment: that of an offer, or of a limit order. */
type Payment = Pick<
  SwapQuoteView,
  'toAmount' | 'minToAmount' | 'slippageBps' | 'rate' | 'spreadBps' | 'expiresAt' | 'solver'
>;

/**
 * What a swap of this amount would bring, from the best offer near the market. It refuses what an order would be
 * refused for; nothing is reserved.
 */
export async function quoteSwap(deps: SwapQuoteDeps, request: SwapRequest): Promise<Answer<SwapQuoteView>> {
  const drafted = await draftOf(deps, request);
  if (!drafted.ok) return drafted;
  const draft = drafted.value;
  const payment = await paymentOf(deps, draft);
  return payment.ok ? ok(viewOf(deps, draft, payment.value)) : payment;
}

async function draftOf(deps: SwapQuoteDeps, request: SwapRequest): Promise<Answer<Draft>> {
  const { catalogue, laneRules, blockTimes } = deps.bridge;
  const { from, to } = endsOf(request);
  const found = resolveSwap(catalogue, from, to);
  if (!found.ok) return found;
  const route = found.value;
  const { asset, source, destination } = route.bridge;
  const amount = routeAmount(route.bridge, request.amount.trim());
  if (!amount.ok) return amount;
  const least = leastOf(route, request);
  if (!least.ok) return least;
  const { wireAmount } = amount.value;
  const delay = catalogue.delayOf(asset, source, destination);
  const heldSeconds = delay && wireAmount > delay.above ? delay.ms / 1_000 : 0;
  const [returned, market, seconds] = await Promise.all([
    returnCostOf(deps, route),
    marketRate(deps, asset.symbol, route.wanted.symbol),
    secondsOfSwap(blockTimes, route.bridge, heldSeconds),
    deps.book.refresh(),
  ]);
  if (!returned.ok) return returned;
  const enough = await isEnough(deps, route, wireAmount, returned.value ?? 0n);
  if (!enough.ok) return enough;
  const allowed = await laneRules.check(route.bridge, wireAmount);
  if (!allowed.ok) return allowed;
  const isLimit = 'out' in least.value;
  if (!isLimit && (market === undefined || returned.value === undefined)) return noRate(route);
  const finishFee = finishFeeOf(wireAmount, returned.value ?? 0n);
  const nowMs = deps.clock.now();
  return ok({ route, amount: amount.value, least: least.value, fee: allowed.value, finishFee, market, seconds, nowMs });
}

/** What the request accepts at least. */
function leastOf({ wantedToken }: SwapRoute, { slippageBps, minToAmount }: SwapRequest): Answer<Least> {
  if (slippageBps !== undefined && (slippageBps < 0 || slippageBps > MAX_SLIPPAGE_BPS)) {
    return refuse('SLIPPAGE_OUT_OF_RANGE', `slippageBps is ${slippageBps}; give 0 to ${MAX_SLIPPAGE_BPS}`);
  }
  if (minToAmount === undefined) return ok({ slippageBps: slippageBps ?? DEFAULT_SLIPPAGE_BPS });
  if (slippageBps !== undefined) return refuse('MALFORMED_REQUEST', 'give either slippageBps or minToAmount');
  const out = parseDecimal(minToAmount.trim(), wantedToken.decimals);
  if (!out.ok) return refuse('INVALID_AMOUNT', `minToAmount: ${out.error.message}`);
  if (out.value > 0n && out.value <= MAX_TERMS_AMOUNT) return ok({ out: out.value });
  return refuse('INVALID_AMOUNT', 'minToAmount must be more than zero and fit into the terms of a swap');
}

/** The market's rate of a pair, 18 decimals; undefined when there is none. */
async function marketRate({ rates }: SwapQuoteDeps, from: string, to: string): Promise<bigint | undefined> {
  const rate = await rates.rate(from, to);
  return rate.ok ? parsePrice(rate.value.rate) : undefined;
}

/**
 * The cost of sending the asset home when nobody fills, wire units: the delivery fee and the transaction on the
 * destination. Undefined when the market does not know what the destination's coin is worth.
 */
async function returnCostOf(deps: SwapQuoteDeps, { bridge }: SwapRoute): Promise<Answer<bigint | undefined>> {
  const { asset, source, destination } = bridge;
  const home = routeBetween(deps.bridge.catalogue, asset, destination, source);
  if (!home.ok) return home;
  const facts = await deps.bridge.laneRules.facts(home.value);
  if (!facts.ok) return chainProblem(facts.error, destination);
  const { decimals } = kindOf(destination.deployment.kind).coin;
  const coins = facts.value.fee + gasOf(deps.settings, destination, decimals);
  if (coins === 0n) return ok(0n);
  const coin = nativeCoin(destination);
  const rate = coin === null ? undefined : await marketRate(deps, coin, asset.symbol);
  return ok(rate === undefined ? undefined : costOf(coins, decimals, rate, asset.wireDecimals));
}

/** What the transaction of a return costs on a network, smallest units of its coin. */
function gasOf({ returnGas }: SwapSettings, { name }: Network, decimals: number): bigint {
  const gas = parseDecimal(returnGas[name] ?? '0', decimals);
  return gas.ok ? gas.value : 0n;
}

/** Refuses an amount that is too small beside what its return would cost. */
async function isEnough(
  { bridge: { laneRules } }: SwapQuoteDeps,
  { bridge }: SwapRoute,
  wireAmount: bigint,
  returnCost: bigint,
): Promise<Answer<undefined>> {
  const facts = await laneRules.facts(bridge);
  if (!facts.ok) return chainProblem(facts.error, bridge.source);
  const least = leastAmount(facts.value.limits.minAmount, returnCost);
  if (wireAmount >= least) return ok(undefined);
  const { symbol, wireDecimals } = bridge.asset;
  const minAmount = formatDecimal(least, wireDecimals);
  const why = 'the route’s least amount and twice what a return costs';
  return refuse('AMOUNT_TOO_SMALL', `a swap takes at least ${minAmount} ${symbol}: ${why}`, { facts: { minAmount } });
}

const noRate = ({ bridge: { asset }, wanted }: SwapRoute) =>
  refuse(
    'RATE_UNAVAILABLE',
    `the market has no rate of ${asset.symbol} in ${wanted.symbol} at present; give minToAmount for a limit order`,
    { retryAfter: RATE_RETRY_SECONDS },
  );

/** The payment of the best offer, or of a limit order where none reaches the amount that the caller gave. */
async function paymentOf(deps: SwapQuoteDeps, draft: Draft): Promise<Answer<Payment>> {
  const { route, amount, least, market, nowMs } = draft;
  const { asset } = route.bridge;
  const limit = 'out' in least ? ok(limitOrder(draft, least.out)) : undefined;
  if (market === undefined) return limit ?? noRate(route);
  const choice = chooseOffer(deps.book.on(route), {
    ...{ amount: amount.wireAmount, nowMs },
    rates: bothRanges(
      nearMarket(market, deps.settings),
      ratesFor(amount.wireAmount, 'out' in least ? least.out : 1n, decimalsOf(route)),
    ),
  });
  if (choice.offer) return ok(await payment(deps, draft, market, choice.offer));
  if (limit) return limit;
  const inWords = (wire: bigint) => formatDecimal(wire, asset.wireDecimals);
  const { smallest, largest } = choice;
  const facts = {
    largestAmount: inWords(largest ?? 0n),
    smallestAmount: smallest === undefined ? null : inWords(smallest),
  };
  const some = smallest === undefined ? 'nothing' : `from ${facts.smallestAmount} up to ${facts.largestAmount}`;
  return refuse('NO_OFFER', `${some} is on offer for ${asset.symbol} in ${route.wanted.symbol}`, { facts });
}

/** What the amount is at `rate`, local units of the wanted token. */
const outOf = ({ route, amount }: Draft, rate: bigint): bigint => outAt(amount.wireAmount, rate, decimalsOf(route));

const decimalsOf = ({ bridge, wantedToken }: SwapRoute): SwapDecimals => ({
  wire: bridge.asset.wireDecimals,
  out: wantedToken.decimals,
});

function limitOrder({ route: { wantedToken }, nowMs }: Draft, out: bigint): Payment {
  const toAmount = formatDecimal(out, wantedToken.decimals);
  const expiresAt = iso(nowMs + LIMIT_QUOTE_MS);
  return {
    ...{ toAmount, minToAmount: toAmount, slippageBps: null },
    ...{ rate: null, spreadBps: null, expiresAt, solver: null },
  };
}

async function payment(
  { records, settings }: SwapQuoteDeps,
  draft: Draft,
  market: bigint,
  { solverId, accountId, rate, endsAtMs, stored }: BookedOffer,
): Promise<Payment> {
  const { route, least, seconds, nowMs } = draft;
  const record = await records.of(accountId);
  const isExclusive = seconds !== null && earnsExclusivity(record, settings.minFilledPercent);
  const exclusiveUntilMs = nowMs + ((seconds?.delivered ?? 0) + EXCLUSIVE_SECONDS) * 1_000;
  const out = outOf(draft, rate);
  const amountOf = (local: bigint) => formatDecimal(local, route.wantedToken.decimals);
  return {
    toAmount: amountOf(out),
    minToAmount: amountOf('out' in least ? least.out : leastOut(out, least.slippageBps)),
    slippageBps: 'out' in least ? null : least.slippageBps,
    rate: formatDecimal(rate, RATE_DECIMALS),
    spreadBps: Number(spreadOf(rate, market)),
    expiresAt: iso(endsAtMs),
    solver: {
      solverId,
      address: stored.solverAddress,
      exclusiveUntil: isExclusive ? iso(exclusiveUntilMs) : null,
      record,
    },
  };
}

function viewOf({ bridge: { catalogue } }: SwapQuoteDeps, draft: Draft, paid: Payment): SwapQuoteView {
  const { route, amount, fee, finishFee, market, seconds } = draft;
  const { asset, source, destination, fromToken, toToken, operation } = route.bridge;
  const wire = (units: bigint) => formatDecimal(units, asset.wireDecimals);
  return {
    mode: 'swap',
    operation,
    fromChain: source.name,
    toChain: destination.name,
    fromToken: fromToken.symbol,
    fromTokenAddress: fromToken.address,
    toToken: route.wantedToken.symbol,
    toTokenAddress: route.wantedToken.address,
    settler: route.settler.address,
    fromAmount: wire(amount.wireAmount),
    ...paid,
    exchangeRate: market === undefined ? null : formatDecimal(market, RATE_DECIMALS),
    deliveryFee: formatDecimal(fee, kindOf(source.deployment.kind).coin.decimals),
    feeToken: catalogue.feeToken(source),
    finishFee: wire(finishFee),
    finishFeeToken: toToken.symbol,
    refundAmount: wire(amount.wireAmount - finishFee),
    refundToken: fromToken.symbol,
    expectedSeconds: seconds && { early: seconds.early, late: seconds.late },
  };
}
