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
import { iso, isoOrNull } from '../../http/requests/times.ts';
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
  type SpreadBounds,
  type SwapDecimals,
  spreadOf,
} from './figures.ts';
import type { SwapQuoteView } from './quote-schema.ts';
import { earnsExclusivity, type SolverRecord, type SolverRecords } from './record.ts';
import type { SwapSettings } from './settings.ts';

/** The slippage of a request that names none, and the largest one, hundredths of a percent. */
const DEFAULT_SLIPPAGE_BPS = 100;
const MAX_SLIPPAGE_BPS = 1_000;
/** How long a limit order may be placed at the figures of its quote, milliseconds. */
const LIMIT_QUOTE_MS = 60_000;
/** When a rate may be there again, seconds. */
const RATE_RETRY_SECONDS = 10;

/** What a quote of a swap, or an order, asks for. */
export interface SwapRequest extends NamedEnds {
  /** Whole units of the asset that moves, decimal. */
  readonly amount: string;
  readonly slippageBps?: number;
  /** Whole units of the wanted token, decimal. */
  readonly minToAmount?: string;
  /** Of a quote before: only its solver, at its rate or a better one. */
  readonly quoteId?: string;
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
export interface SwapDraft {
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

/** The solver of a swap. */
interface ChosenSolver {
  readonly solverId: string;
  readonly accountId: string;
  /** Local address on the route's destination. */
  readonly address: string;
  /** Until when it alone may fill, Unix milliseconds; null when anyone may at once. */
  readonly exclusiveUntilMs: number | null;
  readonly record: SolverRecord;
}

/** What is paid for a swap: by an offer, or what a limit order asks for. */
export interface SwapPayment {
  /** Local units of the wanted token: until the offer's exclusive time, and at least. */
  readonly quotedOut: bigint;
  readonly minOut: bigint;
  /** Until when the offer's price holds, Unix milliseconds. */
  readonly heldUntilMs: number;
  /** The end of the offer, Unix milliseconds. */
  readonly expiresAtMs: number;
  /** 18 decimals; null for a limit order, like the solver. */
  readonly rate: bigint | null;
  readonly solver: ChosenSolver | null;
}

/** A swap as it would be ordered now. */
export interface SwapDeal extends SwapDraft {
  readonly paid: SwapPayment;
}

/**
 * What a swap of this amount would bring, from the best offer near the market. It refuses what an order would be
 * refused for; nothing is reserved.
 */
export async function quoteSwap(deps: SwapQuoteDeps, request: SwapRequest): Promise<Answer<SwapQuoteView>> {
  const deal = await dealOf(deps, request);
  return deal.ok ? ok(viewOf(deps, deal.value)) : deal;
}

/** The same as figures. Fails with QUOTE_EXPIRED when the request names a quote that nobody offers any more. */
export async function dealOf(deps: SwapQuoteDeps, request: SwapRequest): Promise<Answer<SwapDeal>> {
  const quoted = request.quoteId === undefined ? ok(undefined) : parseQuoteId(request.quoteId);
  if (!quoted.ok) return quoted;
  const draft = await draftOf(deps, request);
  if (!draft.ok) return draft;
  const paid = await paymentOf(deps, draft.value, quoted.value);
  return paid.ok ? ok({ ...draft.value, paid: paid.value }) : paid;
}

/** True for a swap that brings at least what an offer near the market does with the largest slippage. */
export function isFairDeal({ market, paid, ...draft }: SwapDeal, bounds: SpreadBounds): boolean {
  if (market === undefined) return false;
  const { lowest } = nearMarket(market, bounds);
  return paid.minOut >= leastOut(outOf(draft, lowest), MAX_SLIPPAGE_BPS);
}

async function draftOf(deps: SwapQuoteDeps, request: SwapRequest): Promise<Answer<SwapDraft>> {
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

/** The offer of a quote: its solver, and its rate, 18 decimals. */
interface QuotedOffer {
  readonly solverId: string;
  readonly rate: bigint;
}

const quoteIdOf = ({ solverId, rate }: QuotedOffer): string => `${solverId}:${formatDecimal(rate, RATE_DECIMALS)}`;

function parseQuoteId(quoteId: string): Answer<QuotedOffer> {
  const [solverId = '', written = '', ...rest] = quoteId.split(':');
  const rate = parseDecimal(written, RATE_DECIMALS);
  if (solverId !== '' && rest.length === 0 && rate.ok && rate.value > 0n) return ok({ solverId, rate: rate.value });
  return refuse('QUOTE_EXPIRED', 'quoteId is not of a quote of this service; ask for a new one');
}

/** The payment of the best offer, or of a limit order where none reaches the amount that the caller gave. */
async function paymentOf(
  deps: SwapQuoteDeps,
  draft: SwapDraft,
  quoted: QuotedOffer | undefined,
): Promise<Answer<SwapPayment>> {
  const { route, amount, least, market, nowMs } = draft;
  const limit = 'out' in least && quoted === undefined ? ok(limitOrder(draft, least.out)) : undefined;
  if (market === undefined) return limit ?? noRate(route);
  const choice = chooseOffer(offersOf(deps.book.on(route), quoted), {
    ...{ amount: amount.wireAmount, nowMs },
    rates: bothRanges(
      nearMarket(market, deps.settings),
      ratesFor(amount.wireAmount, 'out' in least ? least.out : 1n, decimalsOf(route)),
    ),
  });
  if (choice.offer) return ok(await payment(deps, draft, choice.offer));
  if (quoted) return refuse('QUOTE_EXPIRED', 'the solver does not offer this any more; ask for a new quote');
  return limit ?? noOffer(route, choice);
}

/** All offers, or the ones of a quote's solver at its rate or better. */
function* offersOf(offers: Iterable<BookedOffer>, quoted: QuotedOffer | undefined): Iterable<BookedOffer> {
  for (const offer of offers) {
    if (quoted && (offer.solverId !== quoted.solverId || offer.rate < quoted.rate)) continue;
    yield offer;
  }
}

function noOffer(
  { bridge: { asset }, wanted }: SwapRoute,
  { smallest, largest }: { readonly smallest: bigint | undefined; readonly largest: bigint | undefined },
) {
  const inWords = (wire: bigint) => formatDecimal(wire, asset.wireDecimals);
  const facts = {
    largestAmount: inWords(largest ?? 0n),
    smallestAmount: smallest === undefined ? null : inWords(smallest),
  };
  const some = smallest === undefined ? 'nothing' : `from ${facts.smallestAmount} up to ${facts.largestAmount}`;
  return refuse('NO_OFFER', `${some} is on offer for ${asset.symbol} in ${wanted.symbol}`, { facts });
}

/** What the amount is at `rate`, local units of the wanted token. */
const outOf = ({ route, amount }: Pick<SwapDraft, 'route' | 'amount'>, rate: bigint): bigint =>
  outAt(amount.wireAmount, rate, decimalsOf(route));

const decimalsOf = ({ bridge, wantedToken }: SwapRoute): SwapDecimals => ({
  wire: bridge.asset.wireDecimals,
  out: wantedToken.decimals,
});

function limitOrder({ nowMs }: SwapDraft, out: bigint): SwapPayment {
  const expiresAtMs = nowMs + LIMIT_QUOTE_MS;
  return { quotedOut: out, minOut: out, heldUntilMs: nowMs, expiresAtMs, rate: null, solver: null };
}

async function payment(
  { records, settings }: SwapQuoteDeps,
  draft: SwapDraft,
  { solverId, accountId, rate, endsAtMs, stored }: BookedOffer,
): Promise<SwapPayment> {
  const { least, seconds, nowMs } = draft;
  const record = await records.of(accountId);
  const isExclusive = seconds !== null && earnsExclusivity(record, settings.minFilledPercent);
  const heldUntilMs = nowMs + ((seconds?.delivered ?? 0) + EXCLUSIVE_SECONDS) * 1_000;
  const quotedOut = outOf(draft, rate);
  return {
    quotedOut,
    minOut: 'out' in least ? least.out : leastOut(quotedOut, least.slippageBps),
    heldUntilMs,
    expiresAtMs: endsAtMs,
    rate,
    solver: {
      ...{ solverId, accountId, address: stored.solverAddress, record },
      exclusiveUntilMs: isExclusive ? heldUntilMs : null,
    },
  };
}

function viewOf({ bridge: { catalogue } }: SwapQuoteDeps, deal: SwapDeal): SwapQuoteView {
  const { route, amount, fee, finishFee, market, seconds, least, paid } = deal;
  const { asset, source, destination, fromToken, toToken, operation } = route.bridge;
  const wire = (units: bigint) => formatDecimal(units, asset.wireDecimals);
  const out = (units: bigint) => formatDecimal(units, route.wantedToken.decimals);
  const { rate, solver } = paid;
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
    toAmount: out(paid.quotedOut),
    minToAmount: out(paid.minOut),
    slippageBps: 'slippageBps' in least && solver ? least.slippageBps : null,
    rate: rate === null ? null : formatDecimal(rate, RATE_DECIMALS),
    spreadBps: rate === null || market === undefined ? null : Number(spreadOf(rate, market)),
    expiresAt: iso(paid.expiresAtMs),
    quoteId: rate === null || solver === null ? null : quoteIdOf({ solverId: solver.solverId, rate }),
    solver: solver && {
      solverId: solver.solverId,
      address: solver.address,
      exclusiveUntil: isoOrNull(solver.exclusiveUntilMs),
      record: solver.record,
    },
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
