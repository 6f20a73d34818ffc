import { type KeyHandle, kindOf } from '@causeway/chains';
import { formatPrice, multiply, parsePrice } from '@causeway/prices';
import { bytesToHex, formatDecimal, type Hex, isAddress32, ok } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import type { EventRepository, NewOrder, OrderRow } from '@causeway/storage';
import { type RouteAmount, routeAmount } from '../../bridge/amount.ts';
import type { Catalogue } from '../../bridge/catalogue.ts';
import { chainProblem } from '../../bridge/chain-problem.ts';
import type { LaneRules } from '../../bridge/lane-rules.ts';
import { type BridgeRoute, endsOf, type NamedEnds, resolveRoute } from '../../bridge/route.ts';
import { isSpendable, UNSPENDABLE } from '../../bridge/spendable.ts';
import type { Payer, WalletDirectory } from '../../bridge/wallets.ts';
import type { Caller } from '../../http/callers/callers.ts';
import type { Answer } from '../../http/errors/errors.ts';
import type { RateService } from '../market/index.ts';
import type { Spend, Spending } from '../wallets/index.ts';
import { type OrderFunds, readFunds } from './custody/funds.ts';
import { refuse } from './errors.ts';
import { mayServe } from './recipients.ts';
import type { Idempotent } from './rules/orders.ts';
import type { OrderRequest } from './schemas.ts';

/** Longest wait for an exchange rate before an order is created without one, milliseconds. */
const RATE_WAIT_MS = 250;

export interface PlaceOrderDeps {
  readonly catalogue: Catalogue;
  readonly wallets: WalletDirectory;
  readonly rates: RateService;
  readonly laneRules: LaneRules;
  readonly events: Pick<EventRepository, 'latest'>;
  /**
   * Writes the order. Refuses it with OPEN_ORDERS_EXCEEDED when its caller has reached the limit, and with
   * INSUFFICIENT_BALANCE or a refusal of the limits when a custodial wallet cannot or may not pay it.
   */
  readonly create: (order: NewOrder, idempotent?: Idempotent, payment?: OrderPayment) => Promise<Answer<OrderRow>>;
  readonly spending: Pick<Spending, 'ofOrder'>;
  readonly clock: Clock;
  /** Cryptographically random bytes. */
  readonly random: (length: number) => Uint8Array;
  readonly expiresInMinutes: number;
}

/** How a custodial wallet pays an order. */
export interface OrderPayment extends OrderFunds {
  readonly spend: Spend;
}

/** A requested order: its caller, and the body as sent, which has the exact digits of the amount. */
export interface PlaceOrder {
  readonly caller: Caller;
  readonly body: OrderRequest;
  /** Stores the answer with the order under the request's idempotency key. */
  readonly idempotent?: Idempotent;
}

/** The checked facts of an order that is to be written. */
interface Draft {
  readonly avatarId: string;
  readonly route: BridgeRoute;
  readonly amount: RouteAmount;
  readonly recipient: Hex;
  readonly reference: Hex;
  readonly expiresAtMs: number;
}

/** What an order is agreed to cost and worth: the delivery fee in smallest units of the coin, and prices. */
interface Terms {
  readonly fee: bigint;
  readonly worth: Worth;
}

/** Creates a bridge order. The service sends the lock from the caller's wallet, or the caller sends it. */
export async function placeOrder(deps: PlaceOrderDeps, request: PlaceOrder): Promise<Answer<OrderRow>> {
  const { body } = request;
  if (body.mode === 'swap') return refuse('SWAP_NOT_AVAILABLE', 'swaps are not offered; order with mode "bridge"');
  const draft = await draftOrder(deps, request);
  if (!draft.ok) return draft;
  const { route, amount } = draft.value;
  const [allowed, worth] = await Promise.all([
    deps.laneRules.check(route, amount.wireAmount),
    worthOf(deps.rates, route, amount),
  ]);
  if (!allowed.ok) return allowed;
  const payer = await payerOf(deps, request, route);
  if (payer && body.refundAddress !== undefined && !isAddressOf(route, payer.key, body.refundAddress)) {
    const advice = 'leave it out, or give fromAddress to send the lock yourself';
    return refuse(
      'INVALID_ADDRESS',
      `refundAddress: your wallet ${payer.key.address} locks and is refunded; ${advice}`,
    );
  }
  const terms = { fee: allowed.value, worth };
  return payer
    ? createCustodial(deps, draft.value, terms, payer, request)
    : createSelfCustody(deps, draft.value, terms, body, request.idempotent);
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
  const recipient = await recipientOf(deps, avatarId, route.value, body.destinationAddress);
  if (!recipient.ok) return recipient;
  const minutes = body.expiresInMinutes ?? deps.expiresInMinutes;
  return ok({
    avatarId,
    route: route.value,
    amount: amount.value,
    recipient: recipient.value,
    reference: bytesToHex(deps.random(32)),
    expiresAtMs: deps.clock.now() + minutes * 60_000,
  });
}

async function recipientOf(
  deps: PlaceOrderDeps,
  avatarId: string,
  route: BridgeRoute,
  given: string | undefined,
): Promise<Answer<Hex>> {
  const { destination, destinationProvider } = route;
  const address = given ?? (await deps.wallets.defaultAddress(avatarId, destination));
  if (address === undefined) {
    return refuse('RECIPIENT_REQUIRED', `give destinationAddress: there is no wallet of yours on ${destination.name}`);
  }
  const parsed = destinationProvider.parseAddress(address.trim());
  if (!parsed.ok) return refuse('INVALID_ADDRESS', `destinationAddress: ${parsed.error.message}`);
  const { addressLength } = kindOf(destination.deployment.kind);
  if (!isAddress32(parsed.value, addressLength))
    return refuse('INVALID_ADDRESS', 'destinationAddress is the zero address');
  if (!isSpendable(destination, parsed.value)) {
    return refuse('INVALID_ADDRESS', `destinationAddress is ${UNSPENDABLE}`);
  }
  return ok(parsed.value);
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
type Worth = Awaited<ReturnType<typeof worthOf>>;

/**
 * The caller's custodial wallet that sends the lock: the wallet that `fromAddress` names, the default wallet without
 * it. Undefined when the caller holds the key.
 */
async function payerOf(
  { wallets }: PlaceOrderDeps,
  { caller: { avatarId }, body }: PlaceOrder,
  { source, sourceProvider }: BridgeRoute,
): Promise<Payer | undefined> {
  if (body.fromAddress === undefined) return wallets.payer(avatarId, source);
  const parsed = sourceProvider.parseAddress(body.fromAddress.trim());
  return parsed.ok ? wallets.payer(avatarId, source, sourceProvider.formatAddress(parsed.value)) : undefined;
}

/** True when `address` is the wallet's address in any form that its chain accepts. */
function isAddressOf({ sourceProvider }: BridgeRoute, wallet: KeyHandle, address: string): boolean {
  const [own, given] = [wallet.address, address.trim()].map((text) => sourceProvider.parseAddress(text));
  return own?.ok === true && given?.ok === true && own.value === given.value;
}

async function createCustodial(
  deps: PlaceOrderDeps,
  draft: Draft,
  { fee, worth }: Terms,
  { walletId, key }: Payer,
  { caller, idempotent }: PlaceOrder,
): Promise<Answer<OrderRow>> {
  const { route, amount } = draft;
  const allowed = await mayServe(deps.wallets, caller, route, draft.recipient);
  if (!allowed.ok) return allowed;
  const sender = route.sourceProvider.parseAddress(key.address);
  if (!sender.ok) return chainProblem(sender.error, route.source);
  const order = newOrder(draft, sender.value, {
    custody: 'service',
    walletId,
    refundAddress: null,
    unsignedTransactions: null,
    deliveryFee: fee,
    details: worth,
  });
  const paid = { token: route.fromToken, bridged: route.asset, localAmount: amount.localAmount };
  const spend = deps.spending.ofOrder(caller, walletId, paid, route.source, fee);
  const funds = await readFunds(deps.events, route, key, sender.value, amount, fee);
  return funds.ok ? deps.create(order, idempotent, { ...funds.value, spend }) : funds;
}

async function createSelfCustody(
  deps: PlaceOrderDeps,
  draft: Draft,
  terms: Terms,
  body: OrderRequest,
  idempotent: Idempotent | undefined,
): Promise<Answer<OrderRow>> {
  const { route, amount, recipient, reference } = draft;
  const { source, destination, sourceProvider } = route;
  const refundAddress = refundAddressOf(draft, body);
  if (!refundAddress.ok) return refundAddress;
  const sender = body.fromAddress === undefined ? null : sourceProvider.parseAddress(body.fromAddress);
  if (sender && !sender.ok) return chainProblem(sender.error, source);
  const transactions = await sourceProvider.unsignedSend(route.operation, body.fromAddress, {
    remote: destination.deployment.domain,
    recipient,
    localAmount: amount.localAmount,
    reference,
    refundAddress: refundAddress.value,
    maxFee: terms.fee,
  });
  if (!transactions.ok) return chainProblem(transactions.error, source);
  const order = newOrder(draft, sender?.value ?? null, {
    custody: 'self',
    walletId: null,
    refundAddress: refundAddress.value,
    unsignedTransactions: transactions.value,
    deliveryFee: terms.fee,
    details: terms.worth,
  });
  return deps.create(order, idempotent);
}

/** The requested refund address, the sender or, if the address is valid on the source too, the recipient. */
function refundAddressOf({ route, recipient }: Draft, body: OrderRequest): Answer<string> {
  const { source, destination, sourceProvider } = route;
  const given = body.refundAddress ?? body.fromAddress;
  if (given === undefined) {
    if (source.deployment.kind === destination.deployment.kind) return ok(sourceProvider.formatAddress(recipient));
    return refuse('INVALID_ADDRESS', `give fromAddress or refundAddress: who is refunded on ${source.name}`);
  }
  const parsed = sourceProvider.parseAddress(given.trim());
  return parsed.ok ? ok(sourceProvider.formatAddress(parsed.value)) : chainProblem(parsed.error, source);
}

/** The custody fields of an API order, and its facts for display. */
type Custody = Pick<
  NewOrder,
  'custody' | 'walletId' | 'refundAddress' | 'unsignedTransactions' | 'deliveryFee' | 'details'
>;

const newOrder = (draft: Draft, sender: Hex | null, custody: Custody): NewOrder => ({
  origin: 'api',
  family: draft.route.asset.family,
  operation: draft.route.operation,
  source: draft.route.source.deployment.domain,
  destination: draft.route.destination.deployment.domain,
  assetHome: draft.route.asset.home.deployment.domain,
  sender,
  recipient: draft.recipient,
  wireAmount: draft.amount.wireAmount,
  reference: draft.reference,
  requiredConfirmations: draft.route.sourceProvider.finalityBlocks,
  requiredSignatures: draft.route.destination.deployment.oracle.threshold,
  avatarId: draft.avatarId,
  ...custody,
  expiresAtMs: draft.expiresAtMs,
});
