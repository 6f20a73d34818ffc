import type { OrderTrigger } from '@causeway/protocol';
import type { Holding } from '../core/holding.ts';
import { allOfEach, first, type TxScript } from '../core/steps.ts';
import type { BridgeContext } from './context.ts';
import { insertOrder, requireReference } from './order-match.ts';
import { applyTransition, changes, writeOrder } from './order-transition.ts';
import type { Expected, NewOrder, OrderPatch, OrderRow } from './orders.ts';

/** True when the order has one of the expected versions and states. */
export function isAs(order: OrderRow, expected: Expected): boolean {
  const { versions = [order.version], states = [order.state] } = expected;
  return versions.includes(order.version) && states.includes(order.state);
}

export const findOrder = ({ statements }: BridgeContext, id: string): TxScript<OrderRow | undefined> =>
  first(statements.orderById, { id });

/** Creates an order within the caller's job; see OrderRepository.create. */
export function* createOrder(context: BridgeContext, order: NewOrder): TxScript<OrderRow> {
  requireReference(order);
  return yield* insertOrder(context, order);
}

/** Applies a trigger to an order that the caller's job has locked; see OrderRepository.transition. */
export function* transitionOrder(
  context: BridgeContext,
  id: string,
  trigger: OrderTrigger,
  patch: OrderPatch = {},
  expected: Expected = {},
): TxScript<OrderRow | undefined> {
  const order = yield* findOrder(context, id);
  if (order === undefined || !isAs(order, expected)) return undefined;
  return yield* applyTransition(context, order, trigger, patch);
}

/** Writes facts of an order that the caller's job has locked; see OrderRepository.update. */
export function* updateOrder(context: BridgeContext, id: string, patch: OrderPatch): TxScript<OrderRow | undefined> {
  const order = yield* findOrder(context, id);
  if (order === undefined) return undefined;
  const changed = changes(order, patch);
  return Object.keys(changed).length === 0 ? order : yield* writeOrder(context, order, changed);
}

/** Number of the open orders of these avatars together, exact below `most`. */
export function* countOpenOrders(
  { statements }: BridgeContext,
  avatarIds: readonly string[],
  most: number,
): TxScript<number> {
  return (yield* first(statements.openOf, { avatarIds: JSON.stringify(avatarIds), most }))?.open ?? 0;
}

/**
 * What orders will still take of a holding, or have taken after the event `asOf`, in local units: the balance at `asOf`
 * shows none of it. Fees are paid in the coin, whatever asset an order moves.
 */
export function* owedByOrders({ statements }: BridgeContext, holding: Holding, asOf: number): TxScript<bigint> {
  const { domain: source, sender, bridged, token } = holding;
  const wallet = bridged && { family: bridged.family, source, assetHome: bridged.assetHome, sender, seq: asOf };
  const [amounts, fees] = yield* allOfEach(
    [statements.owed, wallet ? [wallet] : []],
    [statements.feesOwed, token === null ? [{ source, sender, seq: asOf }] : []],
  );
  const sum = (rows: readonly { readonly amount: bigint }[][]) =>
    rows.flat().reduce((total, { amount }) => total + amount, 0n);
  return sum(amounts) * (bridged?.unit ?? 0n) + sum(fees);
}
