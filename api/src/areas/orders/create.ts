import type { EventRepository, NewOrder, OrderRow } from '@causeway/storage';
import { chainProblem } from '../../bridge/chain-problem.ts';
import type { Payer, WalletDirectory } from '../../bridge/wallets.ts';
import type { Caller } from '../../http/callers/callers.ts';
import type { Answer } from '../../http/errors/errors.ts';
import type { Spend, Spending } from '../wallets/index.ts';
import { type OrderFunds, readFunds } from './custody/funds.ts';
import { type Draft, refundAddressOf } from './draft.ts';
import { mayServe } from './recipients.ts';
import type { Idempotent } from './rules/orders.ts';
import type { OrderRequest } from './schemas.ts';

/** What the creation of an order needs. */
export interface CreateOrderDeps {
  readonly wallets: WalletDirectory;
  readonly events: Pick<EventRepository, 'latest'>;
  /**
   * Writes the order. Refuses it with OPEN_ORDERS_EXCEEDED when its caller has reached the limit, and with
   * INSUFFICIENT_BALANCE or a refusal of the limits when a custodial wallet cannot or may not pay it.
   */
  readonly create: (order: NewOrder, idempotent?: Idempotent, payment?: OrderPayment) => Promise<Answer<OrderRow>>;
  readonly spending: Pick<Spending, 'ofOrder'>;
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

/** What an order is agreed to cost and worth: the delivery fee in smallest units of the coin, and prices. */
export interface Agreed {
  readonly fee: bigint;
  readonly worth: NewOrder['details'];
}

/** Writes a drafted order, which `payer` or, without one, its caller locks. */
export function createOrder(
  deps: CreateOrderDeps,
  draft: Draft,
  agreed: Agreed,
  payer: Payer | undefined,
  request: PlaceOrder,
): Promise<Answer<OrderRow>> {
  return payer ? createCustodial(deps, draft, agreed, payer, request) : createSelfCustody(deps, draft, agreed, request);
}

async function createCustodial(
  deps: CreateOrderDeps,
  draft: Draft,
  { fee, worth }: Agreed,
  { walletId, key }: Payer,
  { caller, idempotent }: PlaceOrder,
): Promise<Answer<OrderRow>> {
  const { route, amount } = draft;
  const allowed = await mayServe(deps.wallets, caller, route, draft.beneficiary);
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
  deps: CreateOrderDeps,
  draft: Draft,
  agreed: Agreed,
  { body, idempotent }: PlaceOrder,
): Promise<Answer<OrderRow>> {
  const { route, amount, recipient, reference } = draft;
  const { source, destination, sourceProvider } = route;
  const refundAddress = refundAddressOf(route, draft.beneficiary, body);
  if (!refundAddress.ok) return refundAddress;
  const sender = body.fromAddress === undefined ? null : sourceProvider.parseAddress(body.fromAddress);
  if (sender && !sender.ok) return chainProblem(sender.error, source);
  const transactions = await sourceProvider.unsignedSend(route.operation, body.fromAddress, {
    remote: destination.deployment.domain,
    recipient,
    localAmount: amount.localAmount,
    reference,
    refundAddress: refundAddress.value,
    maxFee: agreed.fee,
  });
  if (!transactions.ok) return chainProblem(transactions.error, source);
  const order = newOrder(draft, sender?.value ?? null, {
    custody: 'self',
    walletId: null,
    refundAddress: refundAddress.value,
    unsignedTransactions: transactions.value,
    deliveryFee: agreed.fee,
    details: agreed.worth,
  });
  return deps.create(order, idempotent);
}

/** The custody fields of an API order, and its facts for display. */
type Custody = Pick<
  NewOrder,
  'custody' | 'walletId' | 'refundAddress' | 'unsignedTransactions' | 'deliveryFee' | 'details'
>;

const newOrder = (draft: Draft, sender: NewOrder['sender'], custody: Custody): NewOrder => ({
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
  ...(draft.swap && { swap: draft.swap }),
});
