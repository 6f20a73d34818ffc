import { ok } from '@causeway/protocol';
import { confirmationsOf, type Idempotent, type OrderRow, type Page, type PlatformStorage } from '@causeway/storage';
import type { BaseLogger } from 'pino';
import type { BlockTimes } from '../../bridge/block-times.ts';
import type { Catalogue } from '../../bridge/catalogue.ts';
import { LaneRules } from '../../bridge/lane-rules.ts';
import type { WalletDirectory } from '../../bridge/wallets.ts';
import type { Caller } from '../../http/callers.ts';
import type { Answer } from '../../http/errors.ts';
import { permit, standingOf } from '../../http/ownership.ts';
import type { RateService } from '../market/index.ts';
import { orderBalance } from './balance.ts';
import { WalletFunds } from './custody/funds.ts';
import { Custody } from './custody/index.ts';
import { refuse } from './errors.ts';
import { orderEvidence } from './evidence.ts';
import { Heads } from './heads.ts';
import { type PlaceOrderDeps, placeOrder } from './place.ts';
import type { OrderBalance, OrderEvidence, OrderRequest, OrderView } from './schemas.ts';
import { createdMessage, orderView, type SeenOrder } from './view.ts';

export interface OrderServiceDeps {
  readonly storage: Pick<PlatformStorage, 'chainView' | 'orders' | 'submissions' | 'events' | 'leases'>;
  readonly catalogue: Catalogue;
  readonly blockTimes: BlockTimes;
  readonly wallets: WalletDirectory;
  readonly rates: RateService;
  readonly clock: () => number;
  readonly random: (length: number) => Uint8Array;
  readonly expiresInMinutes: number;
  /** Open orders that one caller may have. */
  readonly maxOpen: number;
  readonly log: BaseLogger;
}

/** When a caller with too many open orders may try again, seconds. */
const OPEN_RETRY_SECONDS = 60;

/** Which orders a list has. */
export interface OrderFilter {
  readonly avatarId: string;
  readonly state?: OrderRow['state'];
}

/** States in which an order waits for the finality of its source. */
const WAITING: readonly OrderRow['state'][] = ['locked', 'confirming'];

/** How far the lock of a waiting order is, as its streams tell it. */
export interface LiveConfirmations {
  readonly orderId: string;
  readonly version: number;
  readonly at: string;
  readonly confirmations: number;
}

/** States that nothing leads out of once they are final; an expired or failed order may go on. */
const ENDS: readonly OrderRow['state'][] = ['completed', 'refunded'];

/** Versions start at 1: an order of this one is none. */
const NO_VERSION = 0;

/** Of the versions that are allowed, the current one, else one that the order may have reached meanwhile. */
const closest = (versions: readonly number[], current: number): number =>
  versions.includes(current) ? current : (versions.find((version) => version > current) ?? NO_VERSION);

/** What is on chain of an order anybody may see, so every order is visible. */
const ownershipOf = ({ avatarId }: OrderRow) => ({ owner: avatarId, visible: true });

const notFound = (id: string) => refuse('ORDER_NOT_FOUND', `order ${id} does not exist`);

/** The bridge's orders, as the routes see them. */
export class OrderService {
  readonly #deps: OrderServiceDeps;
  readonly #placing: PlaceOrderDeps;
  readonly locks: Custody;
  readonly heads: Heads;

  constructor(deps: OrderServiceDeps) {
    this.#deps = deps;
    const { orders } = deps.storage;
    this.heads = new Heads(deps.storage.chainView);
    const laneRules = new LaneRules(deps.clock);
    const create: PlaceOrderDeps['create'] = async (order, idempotent) => {
      const created = await orders.createWithin(deps.maxOpen, order, idempotent);
      if (created) return ok(created);
      const message = `you have ${deps.maxOpen} open orders, as many as one caller may`;
      return refuse('OPEN_ORDERS_EXCEEDED', message, { retryAfter: OPEN_RETRY_SECONDS });
    };
    this.#placing = { ...deps, laneRules, funds: new WalletFunds(orders), create };
    this.locks = new Custody({
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

  /** The order as `caller` may see it: all of it when it is theirs. */
  async get(id: string, caller: Caller | null): Promise<Answer<SeenOrder>> {
    const row = await this.#deps.storage.orders.get(id.toLowerCase());
    if (!row) return notFound(id);
    const own = standingOf(caller, ownershipOf(row), 'orders:read') === 'own';
    return ok({ row, own, confirmations: await this.#confirmations(row) });
  }

  /** One page of orders, newest first; `after` is the sort key that the page before ended with. */
  async list(filter: OrderFilter, after: string | null, limit: number): Promise<Page<SeenOrder>> {
    const { items, nextCursor } = await this.#deps.storage.orders.list(filter, after, limit);
    const seen = items.map(async (row) => ({ row, own: true, confirmations: await this.#confirmations(row) }));
    return { items: await Promise.all(seen), nextCursor };
  }

  /** How far the order's lock is, by the newest block of its chain that the relayer has seen. */
  async #confirmations(row: OrderRow): Promise<number> {
    if (row.lockBlock === null) return 0;
    const head = await this.#deps.storage.chainView.cursor(row.family, row.source);
    return confirmationsOf(row, head?.number);
  }

  /**
   * Ends an order that is not being locked yet, and is of one of `versions` where they are given: both are compared in
   * the transaction that ends it.
   */
  async cancel(id: string, caller: Caller, versions: readonly number[] | undefined): Promise<Answer<SeenOrder>> {
    const { orders } = this.#deps.storage;
    const row = await orders.get(id.toLowerCase());
    if (!row) return notFound(id);
    const permitted = permit(standingOf(caller, ownershipOf(row), 'orders:write'), 'write', notFound(id));
    if (!permitted.ok) return permitted;
    const patch = { failureCode: 'CANCELLED', failureMessage: 'cancelled by the one who ordered it' };
    const version = versions && closest(versions, row.version);
    const expected = { states: ['created'] as const, ...(version !== undefined && { version }) };
    const cancelled = await orders.transition(row.id, 'expired', patch, expected);
    if (cancelled) return ok({ row: cancelled, own: true, confirmations: 0 });
    const now = (await orders.get(row.id)) ?? row;
    if (versions && !versions.includes(now.version)) {
      return refuse('VERSION_MISMATCH', `the order is at version ${now.version}`);
    }
    return refuse('ORDER_NOT_CANCELLABLE', `the order is ${now.state}; only one in created can be cancelled`, {
      facts: { orderStatus: now.state },
    });
  }

  /** The confirmations of an order whose lock is not final yet; null for any other order. */
  async waiting(id: string): Promise<LiveConfirmations | null> {
    const row = await this.#deps.storage.orders.get(id);
    if (!row || !WAITING.includes(row.state)) return null;
    const at = new Date(this.#deps.clock()).toISOString();
    return { orderId: row.id, version: row.version, at, confirmations: await this.#confirmations(row) };
  }

  /** True once nothing about the order can change: its end is beyond its chain's finality. */
  async isOver(id: string): Promise<boolean> {
    const order = await this.#deps.storage.orders.get(id);
    return order === undefined || (order.final && ENDS.includes(order.state));
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
