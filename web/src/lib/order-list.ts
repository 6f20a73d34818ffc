import type { ExplorerEvent, Order } from '@causeway/client';

/** Most orders that the list keeps while it follows the stream. */
export const MOST = 1_000;

/** Orders, the newest first, and where older ones go on. */
export interface Listed {
  readonly orders: readonly Order[];
  /** Null where there are no older ones, or as many are shown as the page keeps. */
  readonly nextCursor: string | null;
}

type Change = ExplorerEvent['data'];

/** The status to which an order goes back when its lock vanishes from the chain: it is listed no longer. */
const BEFORE_LOCK = 'locking';

/** At most as many as the page keeps. */
const kept = (orders: readonly Order[], nextCursor: string | null): Listed =>
  orders.length < MOST ? { orders, nextCursor } : { orders: orders.slice(0, MOST), nextCursor: null };

/** The orders with what their events say. Events of a version that is known change nothing. */
export function changed({ orders, nextCursor }: Listed, changes: readonly Change[]): Listed {
  const news = new Map<string, Change[]>();
  for (const change of changes) {
    const known = news.get(change.orderId);
    if (known) known.push(change);
    else news.set(change.orderId, [change]);
  }
  const known = new Set(orders.map(({ orderId }) => orderId));
  const added = new Map<string, Order>();
  for (const { order } of changes) if (order && !known.has(order.orderId)) added.set(order.orderId, order);
  const all = added.size === 0 ? orders : [...added.values(), ...orders].sort(newestFirst);
  const updated = all.map((order) => {
    const newer = news.get(order.orderId)?.filter(({ version }) => version > order.version) ?? [];
    if (newer.length === 0) return order;
    const updatedAt = newer.findLast(({ at }) => at)?.at ?? order.updatedAt;
    return Object.assign({}, order, ...newer.map(({ order: _, ...fact }) => fact), { updatedAt });
  });
  return kept(
    updated.filter(({ status }) => status !== BEFORE_LOCK),
    nextCursor,
  );
}

/** Ids of orders rise with time. */
const newestFirst = (a: Order, b: Order): number => (a.orderId < b.orderId ? 1 : a.orderId > b.orderId ? -1 : 0);

/**
 * A newly read list together with the one that is shown. While the list was read, events may have said something newer,
 * which stays; `before` are the orders that were shown when the reading began. Older orders than were read stay, too.
 */
export function merged(read: Listed, shown: Listed | undefined, before: ReadonlySet<string>): Listed {
  if (!shown) return read;
  const known = new Map(shown.orders.map((order) => [order.orderId, order]));
  const fresh = read.orders.map((order) => {
    const other = known.get(order.orderId);
    return other && other.version >= order.version ? other : order;
  });
  const ids = new Set(fresh.map(({ orderId }) => orderId));
  const oldest = read.nextCursor === null ? '' : (read.orders.at(-1)?.orderId ?? '');
  const rest = shown.orders.filter(({ orderId }) => !ids.has(orderId) && (orderId < oldest || !before.has(orderId)));
  const hasOlder = rest.some(({ orderId }) => orderId < oldest);
  return kept([...fresh, ...rest].sort(newestFirst), hasOlder ? shown.nextCursor : read.nextCursor);
}

/** The list with the older orders of its next page. */
export function appended({ orders }: Listed, next: Listed): Listed {
  const ids = new Set(orders.map(({ orderId }) => orderId));
  return kept([...orders, ...next.orders.filter(({ orderId }) => !ids.has(orderId))], next.nextCursor);
}
