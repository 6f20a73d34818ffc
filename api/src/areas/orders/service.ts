import type { Guarded } from '@causeway/outbox';
import { type BlockRef, confirmationsOf, ORDER_OUTCOMES, ok, type SwapOrderState } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import {
  mapPage,
  type OpenSwapFilter,
  type OrderFact,
  type OrderRepository,
  type OrderRow,
  type Page,
  pageBy,
  type SwapRow,
  shownState,
} from '@causeway/storage';
import type { BaseLogger } from 'pino';
import type { Registry } from 'prom-client';
import { Balances } from '../../bridge/balances.ts';
import type { BlockTimes } from '../../bridge/block-times.ts';
import type { Catalogue } from '../../bridge/catalogue.ts';
import type { LaneRules } from '../../bridge/lane-rules.ts';
import { findNetwork } from '../../bridge/route.ts';
import type { WalletDirectory } from '../../bridge/wallets.ts';
import { type Caller, hasScope } from '../../http/callers/callers.ts';
import { permit, standingOf } from '../../http/callers/ownership.ts';
import type { Answer } from '../../http/errors/errors.ts';
import { iso } from '../../http/requests/times.ts';
import type { RateService } from '../market/index.ts';
import type { OfferService, SwapQuoteView } from '../offers/index.ts';
import type { Wallets } from '../wallets/index.ts';
import { orderBalance } from './balance.ts';
import { orderClaim } from './claim.ts';
import type { CreditClaim } from './claim-schemas.ts';
import { Custody } from './custody/index.ts';
import { refuse } from './errors.ts';
import { orderEvidence } from './evidence.ts';
import { type ExplorerQuery, everyonesReader } from './explorer.ts';
import { FrozenWork, type FrozenWorkDeps } from './frozen-work.ts';
import { HeadTracker } from './head-tracker.ts';
import { custodyMetrics } from './metrics.ts';
import { type OpenSwapView, openSwapView } from './open-swap.ts';
import { type PlaceOrderDeps, placeOrder } from './place.ts';
import { orderProof } from './proof.ts';
import type { OrderProof } from './proof-schemas.ts';
import { quoteOf } from './quote.ts';
import type { WithOrders } from './rules/order-storage.ts';
import type { Idempotent } from './rules/orders.ts';
import type { OrderBalance, OrderEvidence, OrderRequest, OrderView, QuoteRequest, QuoteView } from './schemas.ts';
import { CANCELLED, createdMessage, newlySeen, orderView, otherMode, type SeenOrder } from './view.ts';

export interface OrderServiceDeps {
  readonly storage: Pick<WithOrders, keyof Guarded | 'events' | 'leases' | 'wallets' | 'avatars'>;
  readonly sendersOf: FrozenWorkDeps['sendersOf'];
  readonly catalogue: Catalogue;
  readonly blockTimes: BlockTimes;
  readonly laneRules: LaneRules;
  readonly wallets: WalletDirectory;
  readonly transferWorker: Wallets['worker'];
  readonly spending: Wallets['spending'];
  readonly rates: RateService;
  readonly swaps: Pick<OfferService, 'quote' | 'deal' | 'isFair' | 'cancelAfterMs'>;
  readonly clock: Clock;
  readonly random: (length: number) => Uint8Array;
  readonly expiresInMinutes: number;
  /** Limit of open orders per caller. */
  readonly maxOpen: number;
  readonly log: BaseLogger;
}

/** Retry-After for a caller with too many open orders, seconds. */
const OPEN_RETRY_SECONDS = 60;

/** Filter of a list of orders. */
export interface OrderFilter {
  /** Whose orders; everybody's when absent. */
  readonly avatarId?: string;
  /** The status. */
  readonly state?: SwapOrderState;
}

/** States in which an order waits for the finality of its source. */
const WAITING: readonly OrderRow['state'][] = ['locked', 'confirming'];

/** The confirmations of a waiting order for its streams. */
export interface LiveConfirmations {
  readonly orderId: string;
  readonly version: number;
  readonly at: string;
  readonly confirmations: number;
}

/** States without a way out once they are final; an expired or failed order may continue. */
const ENDS: readonly OrderRow['state'][] = ['completed', 'refunded'];

/** Everyone may see an order's on-chain facts, so every order is visible. */
const ownershipOf = ({ avatarId }: OrderRow) => ({ owner: avatarId, visible: true });

/** True when `caller` may see the whole order. */
const isOwn = (row: OrderRow, caller: Caller | null): boolean =>
  standingOf(caller, ownershipOf(row), 'orders:read') === 'own';

const notFound = (id: string) => refuse('ORDER_NOT_FOUND', `order ${id} does not exist`);

/** The service of the bridge's orders. */
export class OrderService {
  readonly #deps: OrderServiceDeps;
  readonly #placing: PlaceOrderDeps;
  readonly #balances: Balances;
  readonly locks: Custody;
  readonly frozen: FrozenWork;
  readonly heads: HeadTracker;

  constructor(deps: OrderServiceDeps) {
    this.#deps = deps;
    const { orders } = deps.storage;
    this.frozen = new FrozenWork(deps);
    this.heads = new HeadTracker(deps.storage.chainView);
    this.#balances = new Balances(deps.clock);
    const create: PlaceOrderDeps['create'] = async (order, idempotent, payment) => {
      const household = order.avatarId === null ? [] : await deps.storage.avatars.profiles.household(order.avatarId);
      const limits = {
        maxOpen: deps.maxOpen,
        household,
        ...(payment && { funds: payment.funds, spend: payment.spend }),
      };
      const created = await orders.createWithin(limits, order, idempotent);
      if (created.ok) return created;
      const { error } = created;
      if (payment && error.code === 'FUNDS_RESERVED') return payment.lack(error.reserved);
      if (error.code !== 'TOO_MANY_OPEN' && error.code !== 'FUNDS_RESERVED') return deps.spending.refusal(error);
      const message = `you and your agents have ${deps.maxOpen} open orders, as many as you may`;
      return refuse('OPEN_ORDERS_EXCEEDED', message, { retryAfter: OPEN_RETRY_SECONDS });
    };
    this.#placing = { ...deps, events: deps.storage.events, chainView: deps.storage.chainView, create };
    this.locks = new Custody(deps);
  }

  /** Adds the metrics of what waits of custodial wallets. */
  measure(registry: Registry): void {
    const { storage, catalogue, clock } = this.#deps;
    const networks = new Map(catalogue.networks.map(({ name, deployment }) => [deployment.domain, name]));
    custodyMetrics(registry, { orders: storage.orders, waiting: () => this.locks.waiting, networks, clock });
  }

  /**
   * Creates an order. When this resolves, its lock is started by the service, or returned to the caller to be signed.
   */
  async place(caller: Caller, body: OrderRequest, idempotent?: Idempotent): Promise<Answer<SeenOrder>> {
    const request = { caller, body, ...(idempotent && { idempotent }) };
    const placed = await placeOrder(this.#placing, request);
    if (!placed.ok) return placed;
    void this.locks.enqueue(placed.value);
    return ok(newlySeen(placed.value, await this.#swapOf(placed.value)));
  }

  /** The order with the fields that `caller` may see: all fields for its owner. */
  async get(id: string, caller: Caller | null): Promise<Answer<SeenOrder>> {
    const row = await this.#deps.storage.orders.get(id.toLowerCase());
    if (!row) return notFound(id);
    return ok(await this.#see(row, isOwn(row, caller)));
  }

  /** An order with what belongs to it. */
  async #see(row: OrderRow, own: boolean): Promise<SeenOrder> {
    const [confirmations, swap] = await Promise.all([this.#confirmations(row), this.#swapOf(row)]);
    return { row, own, confirmations, swap };
  }

  async #swapOf({ id, swapState }: OrderRow): Promise<SwapRow | undefined> {
    return swapState === null ? undefined : (await this.#deps.storage.swaps.of([id])).get(id);
  }

  /** One page of orders, newest first; `after` is the last sort key of the page before. */
  async list(filter: OrderFilter, after: string | null, limit: number, skip: number): Promise<Page<SeenOrder>> {
    return this.#seen(await this.#deps.storage.orders.list(filter, after, limit, skip), () => true);
  }

  /** One page of the orders with an on-chain fact, newest first, each with the fields that `caller` may see. */
  async withFact(
    fact: OrderFact,
    caller: Caller | null,
    after: string | null,
    limit: number,
    skip: number,
  ): Promise<Page<SeenOrder>> {
    const page = await this.#deps.storage.orders.withFact(fact, after, limit, skip);
    return this.#seen(page, (row) => isOwn(row, caller));
  }

  /** Reads everybody's orders that `query` names, as everyone sees them, newest first. Fails as `everyonesReader`. */
  everyones(query: ExplorerQuery): Answer<(after: string | null, limit: number) => Promise<Page<SeenOrder>>> {
    const read = everyonesReader(this.#deps, query);
    if (!read.ok) return read;
    return ok(async (after, limit) => this.#seen(await read.value(after, limit), () => false));
  }

  /** Everybody's orders that wait for a person, for admins: oldest first, with all that their orderers see. */
  async troubled(...which: Parameters<OrderRepository['troubled']>): Promise<Page<SeenOrder>> {
    return this.#seen(await this.#deps.storage.orders.troubled(...which), () => true);
  }

  async #seen(page: Page<OrderRow>, own: (row: OrderRow) => boolean): Promise<Page<SeenOrder>> {
    const headOf = this.#heads();
    const ids = page.items.filter(({ swapState }) => swapState !== null).map(({ id }) => id);
    const swaps = await this.#deps.storage.swaps.of(ids);
    const seen = page.items.map(async (row) => ({
      ...{ row, own: own(row), swap: swaps.get(row.id) },
      confirmations: await this.#confirmations(row, headOf),
    }));
    return { ...page, items: await Promise.all(seen) };
  }

  /** Reads the newest block that the relayer has seen of an order's source, once for all orders from there. */
  #heads(): (row: OrderRow) => Promise<BlockRef | undefined> {
    const read = new Map<string, Promise<BlockRef | undefined>>();
    return ({ family, source }) => {
      const key = `${family} ${source}`;
      const head = read.get(key) ?? this.#deps.storage.chainView.cursor(family, source);
      read.set(key, head);
      return head;
    };
  }

  /** Confirmations of the order's lock at the newest block that the relayer has seen. */
  async #confirmations(row: OrderRow, headOf = this.#heads()): Promise<number> {
    return row.lockBlock === null ? 0 : confirmationsOf(row, (await headOf(row))?.number);
  }

  /**
   * Ends an order before its lock. If `versions` are given, the order must have one of them: version and state are
   * compared in the transaction that ends it.
   */
  async cancel(id: string, caller: Caller, versions: readonly number[] | undefined): Promise<Answer<SeenOrder>> {
    const { orders } = this.#deps.storage;
    const row = await orders.get(id.toLowerCase());
    if (!row) return notFound(id);
    const permitted = permit(standingOf(caller, ownershipOf(row), 'orders:write'), 'write', notFound(id));
    if (!permitted.ok) return permitted;
    const patch = { failureCode: CANCELLED, failureMessage: 'cancelled before its lock by the one who ordered it' };
    const expected = { states: ['created'] as const, ...(versions && { versions }) };
    const cancelled = await orders.transition(row.id, 'expired', patch, expected);
    if (cancelled) return ok(await this.#see(cancelled, true));
    const now = (await orders.get(row.id)) ?? row;
    if (versions && !versions.includes(now.version)) {
      return refuse('VERSION_MISMATCH', `the order is at version ${now.version}`);
    }
    const status = shownState(now);
    return refuse('ORDER_NOT_CANCELLABLE', `the order is ${status}; only one in created can be cancelled`, {
      facts: { orderStatus: status },
    });
  }

  /** The confirmations of an order whose lock is not final yet; null for any other order. */
  async waiting(id: string): Promise<LiveConfirmations | null> {
    const row = await this.#deps.storage.orders.get(id);
    if (!row || !WAITING.includes(row.state)) return null;
    const at = iso(this.#deps.clock.now());
    return { orderId: row.id, version: row.version, at, confirmations: await this.#confirmations(row) };
  }

  /** True once the order cannot change any more: its final state is beyond its chain's finality. */
  async isOver(id: string): Promise<boolean> {
    const order = await this.#deps.storage.orders.get(id);
    if (order === undefined) return true;
    if (!order.final || !ENDS.includes(order.state)) return false;
    if (order.swapState === null) return true;
    const watchedUntilMs = (await this.#swapOf(order))?.watchedUntilMs ?? null;
    const isWatched = watchedUntilMs !== null && watchedUntilMs > this.#deps.clock.now();
    return ORDER_OUTCOMES[order.swapState].isFinished && !isWatched;
  }

  /** What an order, or a swap, would cost and bring; nothing is written. */
  async quote({
    mode,
    slippageBps,
    minToAmount,
    ...request
  }: QuoteRequest): Promise<Answer<QuoteView | SwapQuoteView>> {
    const swapOnly = {
      ...(slippageBps !== undefined && { slippageBps }),
      ...(minToAmount !== undefined && { minToAmount }),
    };
    if (mode === 'swap') return this.#deps.swaps.quote({ ...request, ...swapOnly });
    const [member] = Object.keys(swapOnly);
    if (member !== undefined)
      return refuse('MALFORMED_REQUEST', `${member} is for mode "swap"; a bridge order moves 1:1`);
    return quoteOf({ ...this.#placing, blockTimes: this.#deps.blockTimes }, request);
  }

  view(seen: SeenOrder): OrderView {
    return orderView(this.#deps, seen);
  }

  /** The answer to the creation of an order, for its owner; `body` is its request. */
  createdView(created: SeenOrder, body: OrderRequest): OrderView {
    const view = this.view(created);
    const other = created.swap ? '' : otherMode(this.#deps.catalogue, body, view);
    return { ...view, message: `${createdMessage(view)}${other}` };
  }

  /** Which open swaps a caller asks for. Fails with CHAIN_UNKNOWN. */
  swapFilter(caller: Caller | null, toChain: string | undefined, solverId: string | undefined): Answer<OpenSwapFilter> {
    const network = toChain === undefined ? ok(undefined) : findNetwork(this.#deps.catalogue, toChain);
    if (!network.ok) return network;
    return ok({
      ...(network.value && { domain: network.value.deployment.domain }),
      ...(solverId !== undefined && { solverId }),
      ...(caller && hasScope(caller, 'offers:write') && { accountId: caller.accountId }),
    });
  }

  /** One page of open swaps, oldest first. */
  async openSwaps(
    filter: OpenSwapFilter,
    after: string | null,
    limit: number,
    skip: number,
  ): Promise<Page<OpenSwapView>> {
    const { storage, catalogue } = this.#deps;
    const found = (await storage.swaps.open(filter, after, skip + limit + 1)).slice(skip);
    const page = pageBy(found, limit, ({ order }) => order.id);
    return mapPage(page, (swap) => openSwapView(catalogue, swap));
  }

  /** The evidence of the order's delivery; it is on chain, so everyone may see it. */
  evidence({ row }: SeenOrder): Promise<OrderEvidence> {
    return orderEvidence(this.#deps.storage, row);
  }

  /** The unsigned claim of its credited payment; `to` is paid. */
  claim({ row }: SeenOrder, to: string | undefined): Promise<Answer<CreditClaim>> {
    return orderClaim(this.#deps.catalogue, row, to);
  }

  /** Everything that shows its delivery to who trusts the destination's chain alone; everyone may see it. */
  proof({ row }: SeenOrder): Promise<OrderProof> {
    return orderProof(this.#deps.storage, row);
  }

  balance(seen: SeenOrder): Promise<OrderBalance> {
    return orderBalance({ ...this.#deps, balances: this.#balances }, seen);
  }
}
