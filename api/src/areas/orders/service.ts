import { ok } from '@causeway/protocol';
import { confirmationsOf, type Idempotent, type OrderRow, type Page, type PlatformStorage } from '@causeway/storage';
import type { BaseLogger } from 'pino';
import type { BlockTimes } from '../../bridge/block-times.ts';
import type { Catalogue } from '../../bridge/catalogue.ts';
import { LaneRules } from '../../bridge/lane-rules.ts';
import type { WalletDirectory } from '../../bridge/wallets.ts';
import { type Caller, hasScope } from '../../http/callers.ts';
import type { Answer } from '../../http/errors.ts';
import type { RateService } from '../market/index.ts';
import { orderBalance } from './balance.ts';
import { WalletFunds } from './custody/funds.ts';
import { CustodialLocks } from './custody/locks.ts';
import { refuse } from './errors.ts';
import { orderEvidence } from './evidence.ts';
import { type PlaceOrderDeps, placeOrder } from './place.ts';
import type { OrderBalance, OrderEvidence, OrderRequest, OrderView } from './schemas.ts';
import { createdMessage, orderView, type SeenOrder } from './view.ts';

export interface OrderServiceDeps {
  readonly storage: Pick<PlatformStorage, 'chainView' | 'orders' | 'submissions'>;
  readonly catalogue: Catalogue;
  readonly blockTimes: BlockTimes;
  readonly wallets: WalletDirectory;
  readonly rates: RateService;
  readonly clock: () => number;
  readonly random: (length: number) => Uint8Array;
  readonly expiresInMinutes: number;
  readonly log: BaseLogger;
}

/** Pages of orders are cut at an order's id. */
const CURSOR = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The bridge's orders, as the routes see them. */
export class OrderService {
  readonly #deps: OrderServiceDeps;
  readonly #placing: PlaceOrderDeps;
  readonly locks: CustodialLocks;

  constructor(deps: OrderServiceDeps) {
    this.#deps = deps;
    const { orders } = deps.storage;
    const laneRules = new LaneRules(deps.clock);
    const create: PlaceOrderDeps['create'] = (order, idempotent) => orders.create(order, idempotent);
    this.#placing = { ...deps, laneRules, funds: new WalletFunds(orders), create };
    this.locks = new CustodialLocks({
      ...deps,
      escalateAfterMs: (name) => deps.catalogue.network(name)?.config.escalateAfterMs ?? 0,
    });
  }

  /** Creates an order; its lock is under way, or handed out to be signed, when this resolves. */
  async place(caller: Caller, body: OrderRequest, rawBody: string, idempotent?: Idempotent): Promise<Answer<OrderRow>> {
    const request = { avatarId: caller.avatarId, body, rawBody, ...(idempotent && { idempotent }) };
    const placed = await placeOrder(this.#placing, request);
    if (placed.ok) void this.locks.enqueue(placed.value);
    return placed;
  }

  async get(id: string, caller: Caller | null): Promise<Answer<SeenOrder>> {
    const row = await this.#deps.storage.orders.get(id.toLowerCase());
    if (!row) return refuse('ORDER_NOT_FOUND', `order ${id} does not exist`);
    const own = caller !== null && (row.avatarId === caller.avatarId || hasScope(caller, 'admin'));
    return ok({ row, own, confirmations: await this.#confirmations(row) });
  }

  /** The caller's own orders, newest first; INVALID_CURSOR for a cursor that no page answered. */
  async list(
    caller: Caller,
    state: OrderRow['state'] | undefined,
    cursor: string | null,
    limit: number,
  ): Promise<Answer<Page<SeenOrder>>> {
    if (cursor !== null && !CURSOR.test(cursor))
      return refuse('INVALID_CURSOR', 'no page of orders answered this cursor');
    const filter = { avatarId: caller.avatarId, ...(state && { state }) };
    const { items, nextCursor } = await this.#deps.storage.orders.list(filter, cursor, limit);
    const seen = items.map(async (row) => ({ row, own: true, confirmations: await this.#confirmations(row) }));
    return ok({ items: await Promise.all(seen), nextCursor });
  }

  /** How far the order's lock is, by the newest block of its chain that the relayer has seen. */
  async #confirmations(row: OrderRow): Promise<number> {
    if (row.lockBlock === null) return 0;
    const head = await this.#deps.storage.chainView.cursor(row.family, row.source);
    return confirmationsOf(row, head?.number);
  }

  /** Ends an order that is not being locked yet; `version` guards against a change in between. */
  async cancel({ row, own }: SeenOrder): Promise<Answer<OrderRow>> {
    if (!own) return refuse('FORBIDDEN', 'the order is another’s');
    const patch = { failureCode: 'CANCELLED', failureMessage: 'cancelled by the one who ordered it' };
    const cancelled = await this.#deps.storage.orders.transition(row.id, 'expired', patch, {
      states: ['created'],
      version: row.version,
    });
    if (cancelled) return ok(cancelled);
    const now = (await this.#deps.storage.orders.get(row.id))?.state ?? row.state;
    return refuse('ORDER_NOT_CANCELLABLE', `the order is ${now}; only one in created can be cancelled`, {
      facts: { orderStatus: now },
    });
  }

  view(seen: SeenOrder): OrderView {
    return orderView(this.#deps.catalogue, seen);
  }

  /** A new order as the one who ordered it is answered. */
  createdView(row: OrderRow): OrderView {
    const view = this.view({ row, own: true, confirmations: 0 });
    return { ...view, message: createdMessage(view) };
  }

  /** What proves the order's delivery; on chain, so anybody may see it. */
  evidence({ row }: SeenOrder): Promise<OrderEvidence> {
    return orderEvidence(this.#deps.storage, row);
  }

  balance(seen: SeenOrder): Promise<OrderBalance> {
    return orderBalance(this.#deps, seen);
  }
}
