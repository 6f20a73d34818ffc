import { kindOf, type Network } from '@causeway/chains';
import { formatDecimal, ORDER_OUTCOMES, type OrderState, type SwapOrderState } from '@causeway/protocol';
import { type OrderRow, type SwapRow, shownState } from '@causeway/storage';
import { type BlockTimes, standsStill } from '../../bridge/block-times.ts';
import type { Asset, Catalogue } from '../../bridge/catalogue.ts';
import { endsOf, type NamedEnds, nameEnd } from '../../bridge/route.ts';
import { iso, isoOrNull } from '../../http/requests/times.ts';
import type { OrderView } from './schemas.ts';
import { SWAP_MESSAGES, swapView } from './swap-view.ts';

/** Each state in a sentence for people. */
export const STATE_MESSAGES: Readonly<Record<SwapOrderState, string>> = {
  created: 'waiting for the lock on the source chain',
  locking: 'the lock is being sent',
  locked: 'locked on the source chain',
  confirming: 'waiting for the source chain’s finality',
  proving: 'final on the source chain; the proof is being made',
  signing: 'the oracle is signing',
  minting: 'being delivered on the destination chain',
  swapping: 'delivered to its vault; waiting for a solver to pay',
  completed: 'delivered',
  cancelling: 'cannot be delivered; being cancelled on the destination chain',
  refunding: 'cancelled; the refund is being paid',
  refunded: 'refunded on the source chain',
  returning: 'nobody filled it; on its way back to the source chain',
  returned: 'ended without a payment; what was delivered is the recipient’s',
  expired: 'ended before a lock was seen; a late lock revives it',
  failed: 'waiting for an operator',
};

/** The sentence of a status, of an order of mode swap or of a bridge order. */
export const wordsOf = (status: SwapOrderState, isSwap: boolean): string =>
  (isSwap ? SWAP_MESSAGES[status] : undefined) ?? STATE_MESSAGES[status];

/** failureCode of an order that its orderer ended before its lock. */
export const CANCELLED = 'CANCELLED';

/** An order in one caller's view. */
export interface SeenOrder {
  readonly row: OrderRow;
  /** True when the caller may see the whole order. */
  readonly own: boolean;
  /** Blocks on top of its lock, at most the required ones. */
  readonly confirmations: number;
  /** Of an order of mode swap. */
  readonly swap?: SwapRow | undefined;
}

/** A new order, for its owner. */
export const newlySeen = (row: OrderRow, swap: SwapRow | undefined): SeenOrder => ({
  ...{ row, swap, own: true, confirmations: 0 },
});

/** The networks and asset of an order; absent where this configuration does not have them. */
export interface OrderNetworks {
  readonly asset: Asset;
  readonly source: Network;
  readonly destination: Network;
}

/** The networks and asset of an order; undefined when they are no longer configured. */
export function placesOf(catalogue: Catalogue, order: OrderRow): OrderNetworks | undefined {
  const source = catalogue.networkOf(order.source);
  const destination = catalogue.networkOf(order.destination);
  const home = catalogue.networkOf(order.assetHome);
  const asset = home && catalogue.assetAt(home, order.family);
  return asset && source && destination ? { asset, source, destination } : undefined;
}

/** The local text form of a left-padded address; the padded form when the network is no longer configured. */
function address(network: Network | undefined, family: string, padded: OrderRow['recipient']): string {
  return network?.providers[family]?.formatAddress(padded) ?? padded;
}

/** True for an order that its orderer ended before its lock. */
const isCancelled = ({ state, failureCode }: OrderRow): boolean => state === 'expired' && failureCode === CANCELLED;

/** A sentence on the order's state, with the reason if it ended early. */
export function messageOf(order: OrderRow): string {
  const { failureMessage } = order;
  if (isCancelled(order)) return `${failureMessage}; a late lock revives it`;
  const words = wordsOf(shownState(order), order.swapState !== null);
  return failureMessage === null ? words : `${words}: ${failureMessage}`;
}

/** States in which an order waits until its lock is final. */
export const AWAITING_FINALITY: readonly OrderState[] = ['locked', 'confirming'];

/**
 * What the message of an order says besides while its source's own word decides when its lock is final: how long that
 * takes once enough blocks lie above the lock, and that it never comes earlier when the chain finalizes nothing.
 */
function finalityOf({ catalogue, blockTimes }: ViewDeps, order: OrderRow): string {
  const source = AWAITING_FINALITY.includes(order.state) ? catalogue.networkOf(order.source) : undefined;
  const provider = source?.providers[order.family];
  if (!source || provider?.finalityRule !== 'tag') return '';
  const pace = blockTimes.lastPace(provider);
  if (!pace || pace.finalAgeSeconds === null) return '';
  if (standsStill(source, pace)) {
    const minutes = Math.round(pace.finalAgeSeconds / 60);
    return `; ${source.name} has finalized nothing for ${minutes} minutes, and the order waits until it does`;
  }
  const above = pace.head - (order.lockBlock ?? pace.head);
  if (above < order.requiredConfirmations) return '';
  const left = Math.max(0, pace.blocksToFinal - above);
  const minutes = Math.max(1, Math.round((left * pace.secondsPerBlock) / 60));
  return `; enough blocks lie above the lock, and ${source.name} finalizes it in about ${minutes} min`;
}

/** States in which an order may still wait because its amount is large. */
const MAY_WAIT: readonly OrderState[] = ['created', 'locking', 'locked', 'confirming', 'proving', 'signing'];

/** What the message of an order of a large amount says besides, while it may have to wait. */
function waitOf(catalogue: Catalogue, order: OrderRow): string {
  const places = placesOf(catalogue, order);
  const delay = places && catalogue.delayOf(places.asset, places.source, places.destination);
  if (!delay || order.wireAmount <= delay.above || !MAY_WAIT.includes(order.state)) return '';
  return `; an amount this large is delivered ${delay.ms / 1_000} s after its lock at the earliest`;
}

/**
 * The message of a new order that the caller locks. It names the refund address while the caller can still ask for
 * another.
 */
export function createdMessage({ custody, message, refundAddress, destinationAddress, fromChain }: OrderView): string {
  if (custody !== 'self' || refundAddress === null) return message;
  const why = refundAddress === destinationAddress ? ': the recipient, as no other address was given' : '';
  return `${message}; if it cannot be delivered, ${refundAddress} is refunded on ${fromChain}${why}`;
}

/**
 * What the message of a new bridge order says besides when `to` named an asset that does not arrive: which mode brings
 * it.
 */
export function otherMode(catalogue: Catalogue, ends: NamedEnds, { toChain, toToken, fromToken }: OrderView): string {
  const named = nameEnd(catalogue, endsOf(ends).to, 'to');
  const wanted = named.ok ? named.value.symbol : undefined;
  const network = catalogue.network(toChain);
  const asset = wanted === undefined ? undefined : catalogue.asset(wanted, network);
  if (!asset || !network) return '';
  const own = catalogue.token(asset, network)?.symbol ?? asset.symbol;
  if (own === toToken || own === fromToken) return '';
  return `; this brings ${toToken}, and mode "swap" brings ${own}`;
}

/**
 * What a movement takes from its sender: the amount and its token, and the delivery fee in units of the native coin.
 */
interface Taken {
  readonly fromAmount: string;
  readonly fromToken: string;
  /** Undefined when it is not known. */
  readonly fee: bigint | undefined;
}

/** The fee of a movement, and the amount that a refund returns: what was locked, without the fee. */
export function costsOf(catalogue: Catalogue, source: Network | undefined, { fromAmount, fromToken, fee }: Taken) {
  return {
    fee: source && fee !== undefined ? formatDecimal(fee, kindOf(source.deployment.kind).coin.decimals) : null,
    feeToken: source ? catalogue.feeToken(source) : null,
    refundAmount: fromAmount,
    refundToken: fromToken,
  };
}

/** The largest delivery fee that an order's lock may pay; undefined for a lock that was not ordered here. */
export const agreedFeeOf = ({ deliveryFee }: Pick<OrderRow, 'deliveryFee'>): bigint | undefined =>
  deliveryFee ?? undefined;

/** The asset, amount and places of an order, in the API's words. */
function movement(catalogue: Catalogue, order: OrderRow) {
  const places = placesOf(catalogue, order);
  const fromToken = places && catalogue.token(places.asset, places.source);
  const toToken = places && catalogue.token(places.asset, places.destination);
  const amount = places ? formatDecimal(order.wireAmount, places.asset.wireDecimals) : order.wireAmount.toString();
  const fromSymbol = fromToken?.symbol ?? 'unknown';
  return {
    fromChain: places?.source.name ?? String(order.source),
    toChain: places?.destination.name ?? String(order.destination),
    fromToken: fromSymbol,
    fromTokenAddress: fromToken?.address ?? null,
    toToken: toToken?.symbol ?? 'unknown',
    toTokenAddress: toToken?.address ?? null,
    fromAmount: amount,
    toAmount: amount,
    ...costsOf(catalogue, places?.source, { fromAmount: amount, fromToken: fromSymbol, fee: agreedFeeOf(order) }),
  };
}

/** The fields that only the orderer sees. */
function ownView(order: OrderRow): Pick<OrderView, 'avatarId' | 'custody' | 'transactions'> {
  const { avatarId, custody, unsignedTransactions } = order;
  return {
    ...(avatarId !== null && { avatarId }),
    ...(custody !== null && { custody }),
    ...(unsignedTransactions !== null && {
      transactions: [...unsignedTransactions] as NonNullable<OrderView['transactions']>,
    }),
  };
}

/**
 * Sender and refund address. After the lock both are public on chain. Before it they identify the orderer, so only the
 * orderer sees them.
 */
function senderView(catalogue: Catalogue, order: OrderRow, own: boolean): Pick<OrderView, 'sender' | 'refundAddress'> {
  const locked = order.messageId !== null;
  if (order.sender === null || !(own || locked)) {
    return { sender: null, refundAddress: own ? order.refundAddress : null };
  }
  const sender = address(catalogue.networkOf(order.source), order.family, order.sender);
  return { sender, refundAddress: locked ? sender : (order.refundAddress ?? sender) };
}

/** Of which the words of an order depend. */
export interface ViewDeps {
  readonly catalogue: Catalogue;
  readonly blockTimes: BlockTimes;
}

/** The order in the API's form. Everyone sees its on-chain facts; `own` adds the orderer's private fields. */
export function orderView(deps: ViewDeps, { row: order, own, confirmations, swap }: SeenOrder): OrderView {
  const { catalogue } = deps;
  const { details } = order;
  const status = shownState(order);
  const isUnderWay = !ORDER_OUTCOMES[status].isFinished;
  return {
    orderId: order.id,
    status,
    message: `${messageOf(order)}${isUnderWay ? `${finalityOf(deps, order)}${waitOf(catalogue, order)}` : ''}`,
    mode: 'bridge',
    origin: order.origin,
    operation: order.operation,
    ...movement(catalogue, order),
    exchangeRate: details.exchangeRate ?? null,
    exchangeRateToken: details.exchangeRateToken ?? null,
    valueUsd: details.valueUsd ?? null,
    ...senderView(catalogue, order, own),
    destinationAddress: address(catalogue.networkOf(order.destination), order.family, order.recipient),
    reference: order.reference,
    messageId: order.messageId,
    cancelMessageId: order.cancelMessageId,
    confirmations,
    requiredConfirmations: order.requiredConfirmations,
    signatures: order.signatures,
    requiredSignatures: order.requiredSignatures,
    final: order.final && (swap === undefined || swap.end === 'none' || swap.endFinal),
    claimable: order.credited,
    lockTransaction: own || order.messageId !== null ? order.lockTransaction : null,
    mintTransaction: order.mintTransaction,
    refundTransaction: order.refundTransaction,
    ...ORDER_OUTCOMES[status],
    isCancelled: isCancelled(order),
    failureCode: order.failureCode,
    failureMessage: order.failureMessage,
    createdAt: iso(order.createdAtMs),
    updatedAt: iso(order.updatedAtMs),
    completedAt: isoOrNull(order.completedAtMs),
    expiresAt: isoOrNull(order.expiresAtMs),
    version: order.version,
    ...(swap && swapView(catalogue, order, swap, placesOf(catalogue, order), own || order.messageId !== null)),
    ...(own && ownView(order)),
  };
}
