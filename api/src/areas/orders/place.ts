import { formatPrice, multiply, parsePrice } from '@causeway/prices';
import { bytesToHex, formatDecimal, ok } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import type { OrderRow } from '@causeway/storage';
import { type RouteAmount, routeAmount } from '../../bridge/amount.ts';
import type { Catalogue } from '../../bridge/catalogue.ts';
import type { LaneRules } from '../../bridge/lane-rules.ts';
import { type BridgeRoute, endsOf, type NamedEnds, resolveRoute } from '../../bridge/route.ts';
import type { Answer } from '../../http/errors/errors.ts';
import type { RateService } from '../market/index.ts';
import { type CreateOrderDeps, createOrder, type PlaceOrder } from './create.ts';
import { checkRefund, type Draft, payerOf, recipientOf } from './draft.ts';
import { refuse } from './errors.ts';
import { type PlaceSwapDeps, placeSwap } from './place-swap.ts';

/** Longest wait for an exchange rate before an order is created without one, milliseconds. */
const RATE_WAIT_MS = 250;

/** Members of a request that only a swap has. */
const OF_SWAPS = ['slippageBps', 'minToAmount', 'quoteId', 'fallback', 'deadline'] as const;

export interface PlaceOrderDeps extends CreateOrderDeps, PlaceSwapDeps {
  readonly catalogue: Catalogue;
  readonly rates: RateService;
  readonly laneRules: LaneRules;
  readonly clock: Clock;
  /** Cryptographically random bytes. */
  readonly random: (length: number) => Uint8Array;
  readonly expiresInMinutes: number;
}

/** Creates an order. The service sends the lock from the caller's wallet, or the caller sends it. */
export async function placeOrder(deps: PlaceOrderDeps, request: PlaceOrder): Promise<Answer<OrderRow>> {
  const { body, caller } = request;
  if (body.mode === 'swap') {
    return placeSwap(deps, request, (route, amount) => worthOf(deps.rates, route, amount));
  }
  const member = OF_SWAPS.find((name) => body[name] !== undefined);
  if (member !== undefined) {
    return refuse('MALFORMED_REQUEST', `${member} is for mode "swap"; a bridge order moves 1:1`);
  }
  const draft = await draftOrder(deps, request);
  if (!draft.ok) return draft;
  const { route, amount } = draft.value;
  const [allowed, worth] = await Promise.all([
    deps.laneRules.check(route, amount.wireAmount),
    worthOf(deps.rates, route, amount),
  ]);
  if (!allowed.ok) return allowed;
  const payer = await payerOf(deps.wallets, caller.avatarId, body, route);
  const refund = payer ? checkRefund(route, payer, body) : ok(undefined);
  if (!refund.ok) return refund;
  return createOrder(deps, draft.value, { fee: allowed.value, worth }, payer, request);
}

/** The route between the two ends that a request names. */
export function routeOf(catalogue: Catalogue, named: NamedEnds): Answer<BridgeRoute> {
  const { from, to } = endsOf(named);
  return resolveRoute(catalogue, from, to);
}

async function draftOrder(deps: PlaceOrderDeps, { caller: { avatarId }, body }: PlaceOrder): Promise<Answer<Draft>> {
  const route = routeOf(deps.catalogue, body);
  if (!route.ok) return route;
  const amount = routeAmount(route.value, body.amount.trim());
  if (!amount.ok) return amount;
  const recipient = await recipientOf(deps.wallets, avatarId, route.value, body.destinationAddress);
  if (!recipient.ok) return recipient;
  const minutes = body.expiresInMinutes ?? deps.expiresInMinutes;
  return ok({
    avatarId,
    route: route.value,
    amount: amount.value,
    recipient: recipient.value,
    beneficiary: recipient.value,
    reference: bytesToHex(deps.random(32)),
    expiresAtMs: deps.clock.now() + minutes * 60_000,
  });
}

/** The rate to the destination chain's own asset and the value in dollars; nulls when no rate is available at once. */
export async function worthOf(rates: RateService, route: BridgeRoute, { wireAmount }: RouteAmount) {
  const { asset, destination } = route;
  const own = destination.deployment.bridges[asset.family]?.canonicalAsset.symbol ?? asset.symbol;
  const [pair, dollars] = await Promise.all([
    rates.rateWithin(asset.symbol, own, RATE_WAIT_MS),
    rates.rateWithin(asset.symbol, 'USD', RATE_WAIT_MS),
  ]);
  const amount = parsePrice(formatDecimal(wireAmount, asset.wireDecimals)) ?? 0n;
  const dollarPrice = parsePrice(dollars?.rate);
  return {
    exchangeRate: pair?.rate ?? null,
    exchangeRateToken: own,
    valueUsd: dollarPrice === undefined ? null : formatPrice(multiply(amount, dollarPrice)),
  };
}
