import { bytesToHex, type Hex, ok } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import type { ChainViewRepository, OrderRow } from '@causeway/storage';
import type { RouteAmount } from '../../bridge/amount.ts';
import { chainProblem } from '../../bridge/chain-problem.ts';
import type { BridgeRoute } from '../../bridge/route.ts';
import type { Payer } from '../../bridge/wallets.ts';
import type { Answer } from '../../http/errors/errors.ts';
import type { OfferService, SwapDeal } from '../offers/index.ts';
import { type Agreed, type CreateOrderDeps, createOrder, type PlaceOrder } from './create.ts';
import { checkRefund, payerOf, recipientOf, refundAddressOf } from './draft.ts';
import { refuse } from './errors.ts';
import { mayPrice } from './recipients.ts';
import type { OrderRequest } from './schemas.ts';
import { draftSwap, FALLBACKS, type Fallback, type SwapWishes } from './swap.ts';

/** What the creation of a swap needs besides that of an order. */
export interface PlaceSwapDeps extends CreateOrderDeps {
  readonly swaps: Pick<OfferService, 'deal' | 'isFair' | 'cancelAfterMs'>;
  readonly chainView: Pick<ChainViewRepository, 'cursor'>;
  readonly clock: Clock;
  readonly random: (length: number) => Uint8Array;
  readonly expiresInMinutes: number;
}

/** What an amount of a route is worth at the time of an order. */
type WorthOf = (route: BridgeRoute, amount: RouteAmount) => Promise<Agreed['worth']>;

/** Creates an order of mode swap: a bridge order to the vault of its terms. */
export async function placeSwap(deps: PlaceSwapDeps, request: PlaceOrder, worthOf: WorthOf): Promise<Answer<OrderRow>> {
  const { body, caller } = request;
  const wishes = wishesOf(body);
  if (!wishes.ok) return wishes;
  const found = await deps.swaps.deal({ ...body, amount: body.amount });
  if (!found.ok) return found;
  const deal = found.value;
  const { bridge: route } = deal.route;
  const recipient = await recipientOf(deps.wallets, caller.avatarId, route, body.destinationAddress);
  if (!recipient.ok) return recipient;
  const payable = await requirePayable(deal, recipient.value);
  if (!payable.ok) return payable;
  const payer = await payerOf(deps.wallets, caller.avatarId, body, route);
  const allowed = payer ? mayPrice(caller, deps.swaps.isFair(deal)) : ok(undefined);
  if (!allowed.ok) return allowed;
  const homeAddress = homeAddressOf(route, recipient.value, body, payer);
  if (!homeAddress.ok) return homeAddress;
  const fromBlock = await newestBlock(deps.chainView, route);
  if (!fromBlock.ok) return fromBlock;
  const drafted = draftSwap(deal, { recipient: recipient.value, homeAddress: homeAddress.value }, wishes.value, {
    cancelAfterMs: deps.swaps.cancelAfterMs(route),
    fromBlock: fromBlock.value,
    salt: bytesToHex(deps.random(32)),
  });
  if (!drafted.ok) return drafted;
  const { stored, vault } = drafted.value;
  const minutes = body.expiresInMinutes ?? deps.expiresInMinutes;
  const draft = {
    avatarId: caller.avatarId,
    route,
    amount: deal.amount,
    recipient: vault,
    beneficiary: recipient.value,
    reference: stored.swapId,
    // Nobody fills what is locked after the deadline.
    expiresAtMs: Math.min(deps.clock.now() + minutes * 60_000, stored.deadlineMs),
    swap: stored,
  };
  const worth = await worthOf(route, deal.amount);
  return createOrder(deps, draft, { fee: deal.fee, worth }, payer, request);
}

/** Refuses a recipient that could not be paid at present what the swap brings at least. */
async function requirePayable({ route, paid }: SwapDeal, recipient: Hex): Promise<Answer<void>> {
  const { destination, destinationProvider } = route.bridge;
  const { address, decimals, symbol } = route.wantedToken;
  const to = destinationProvider.formatAddress(recipient);
  const can = await destinationProvider.wallet.canReceive({
    asset: { address, decimals },
    to,
    localAmount: paid.minOut,
  });
  if (!can.ok) return chainProblem(can.error, destination);
  if (can.value) return ok(undefined);
  return refuse('RECIPIENT_CANNOT_RECEIVE', `${to} cannot receive ${symbol} on ${destination.name}; name another`);
}

function wishesOf({ fallback = 'home', deadline }: OrderRequest): Answer<SwapWishes> {
  if (!FALLBACKS.includes(fallback as Fallback)) {
    return refuse('FALLBACK_UNKNOWN', `fallback is ${JSON.stringify(fallback)}; give ${FALLBACKS.join(' or ')}`);
  }
  const deadlineMs = deadline === undefined ? undefined : Date.parse(deadline);
  return ok({ fallback: fallback as Fallback, deadlineMs });
}

/** Where the input returns on the source chain when nobody fills: to the address of a refund, left-padded. */
function homeAddressOf(
  route: BridgeRoute,
  beneficiary: Hex,
  body: OrderRequest,
  payer: Payer | undefined,
): Answer<Hex> {
  const { source, sourceProvider } = route;
  const refund = payer ? checkRefund(route, payer, body) : ok(undefined);
  if (!refund.ok) return refund;
  const address = payer ? ok(payer.key.address) : refundAddressOf(route, beneficiary, body);
  if (!address.ok) return address;
  const parsed = sourceProvider.parseAddress(address.value);
  return parsed.ok ? parsed : chainProblem(parsed.error, source);
}

/** The newest block of the destination that this service knows: what its settler emits for a new order is above it. */
async function newestBlock(
  chainView: PlaceSwapDeps['chainView'],
  { asset, destination, destinationProvider }: BridgeRoute,
): Promise<Answer<number>> {
  const cursor = await chainView.cursor(asset.family, destination.deployment.domain);
  if (cursor) return ok(cursor.number);
  const head = await destinationProvider.head();
  return head.ok ? ok(head.value.number) : chainProblem(head.error, destination);
}
