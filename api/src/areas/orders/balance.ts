import type { Network } from '@causeway/chains';
import { formatDecimal, type OrderState, toLocalAmount } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import { type ChainViewRepository, type OrderRow, shownState } from '@causeway/storage';
import type { Balances } from '../../bridge/balances.ts';
import { type BlockTimes, type Pace, secondsUntilDelivery, standsStill } from '../../bridge/block-times.ts';
import type { Catalogue } from '../../bridge/catalogue.ts';
import { secondsHeld } from './held.ts';
import { balanceFacts, type OrderBalance, swapBalanceFacts } from './schemas.ts';
import { termsOf } from './swap.ts';
import { wantedOf } from './swap-view.ts';
import { AWAITING_FINALITY, type OrderNetworks, orderView, placesOf, type SeenOrder } from './view.ts';

const BEFORE_LOCK: readonly OrderState[] = ['created', 'locking', 'expired'];
/** States that lead to completion in a predictable time. */
const ON_THE_WAY: readonly OrderState[] = [
  'created',
  'locking',
  'locked',
  'confirming',
  'proving',
  'signing',
  'minting',
];

interface BalanceDeps {
  readonly storage: { readonly chainView: Pick<ChainViewRepository, 'message' | 'sentWithin'> };
  readonly catalogue: Catalogue;
  readonly clock: Clock;
  readonly blockTimes: BlockTimes;
  readonly balances: Balances;
}

/** The answer of check-balance: the order's progress, live balances and the remaining time. */
export async function orderBalance(deps: BalanceDeps, seen: SeenOrder): Promise<OrderBalance> {
  const { catalogue } = deps;
  const { row: order } = seen;
  const view = orderView(deps, seen);
  const places = placesOf(catalogue, order);
  const senderShown = view.sender !== null;
  const [from, to, expectedSeconds] = await Promise.all([
    places && senderShown ? balanceAt(deps.balances, places.source, places, order, order.sender) : null,
    places ? receivedAt(deps, places, seen) : null,
    places ? secondsLeft(deps, places, seen) : null,
  ]);
  return {
    ...balanceFacts(view),
    ...swapBalanceFacts(view),
    expectedSeconds,
    currentFromBalance: from?.text ?? null,
    currentToBalance: to?.text ?? null,
    hasSufficientBalance: BEFORE_LOCK.includes(order.state) ? (from?.covers ?? null) : true,
  };
}

/** The recipient's balance of the token that it is to get: of a swap the wanted one, not the one that is delivered. */
async function receivedAt(
  { balances, catalogue }: BalanceDeps,
  places: OrderNetworks,
  { row: order, swap }: SeenOrder,
) {
  if (!swap) return balanceAt(balances, places.destination, places, order, order.recipient);
  const wanted = wantedOf(catalogue, places.destination, order.family, termsOf(swap).assetOut);
  if (!wanted) return null;
  const { asset } = wanted;
  return balanceAt(balances, places.destination, { asset }, { ...order, family: asset.family }, swap.recipient);
}

async function balanceAt(
  balances: Balances,
  network: Network,
  { asset }: Pick<OrderNetworks, 'asset'>,
  order: Pick<OrderRow, 'family' | 'wireAmount'>,
  holder: OrderRow['sender'],
): Promise<{ readonly text: string; readonly covers: boolean } | null> {
  const provider = network.providers[order.family];
  if (!provider || holder === null) return null;
  const balance = await balances.read(provider, holder, asset.home.deployment.domain);
  if (balance === null) return null;
  const { amount, decimals } = balance;
  const needed = toLocalAmount(order.wireAmount, decimals, asset.wireDecimals);
  return { text: formatDecimal(amount, decimals), covers: amount >= needed };
}

/** Blocks above the lock of an order, −1 before it; as many as any rule asks for once it is final. */
function blocksAbove({ row: { state, lockBlock }, confirmations }: SeenOrder, pace: Pace | null): number {
  if (BEFORE_LOCK.includes(state)) return -1;
  if (!AWAITING_FINALITY.includes(state)) return Number.POSITIVE_INFINITY;
  // The relayer's view counts, beyond the required blocks the chain's own head.
  const above = pace && pace.finalAgeSeconds !== null ? pace.head - (lockBlock ?? pace.head) : 0;
  return Math.max(confirmations, above);
}

/** Seconds until completion by live block times; 0 at the end, null when unpredictable. */
async function secondsLeft(deps: BalanceDeps, places: OrderNetworks, seen: SeenOrder): Promise<number | null> {
  const { row: order } = seen;
  if (shownState(order) === 'completed') return 0;
  if (order.state === 'completed') return null;
  const source = places.source.providers[order.family];
  const destination = places.destination.providers[order.family];
  if (!ON_THE_WAY.includes(order.state) || !source || !destination) return null;
  const pace = await deps.blockTimes.pace(source);
  const above = blocksAbove(seen, pace);
  if (Number.isFinite(above) && standsStill(places.source, pace)) return null;
  const heldSeconds = await secondsHeld(deps, places, order);
  return secondsUntilDelivery(deps.blockTimes, source, destination, above, heldSeconds);
}
