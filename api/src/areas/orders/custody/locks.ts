import type { AddressBook, ChainIdentity, KeyHandle, Sender } from '@causeway/chains';
import { type ChainAccess, Outbox, type OutboxFailure, type TransactionOutcome, type Waiting } from '@causeway/outbox';
import { type Failure, ok, type Result, type SignedTransaction, toLocalAmount } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import { PeriodicTask } from '@causeway/runtime';
import { type EventRepository, LeaseLost, type OrderRow, type StoredSubmission } from '@causeway/storage';
import type { BaseLogger } from 'pino';
import type { Catalogue } from '../../../bridge/catalogue.ts';
import type { WalletDirectory } from '../../../bridge/wallets.ts';
import type { WithOrders } from '../rules/order-storage.ts';
import { agreedFeeOf, type OrderNetworks, placesOf } from '../view.ts';

/** Orders without a lock that are read at a time after a start. */
const TAKE_UP_PAGE = 500;

/** Events read at a time. */
const EVENTS_PAGE = 1_000;

/** How long the relayer gets to see an included lock before this process checks it again, milliseconds. */
const QUIET_MS = 5_000;

/** States in which a reorganisation of the source may still undo a lock: it stays open. */
const UNDER_WATCH: readonly OrderRow['state'][] = ['locked', 'confirming'];

/** Recorded when the wallet cannot pay: the chain's own message would name the wallet, and so identify the orderer. */
const UNPAYABLE = { code: 'INSUFFICIENT_BALANCE', message: 'the wallet cannot pay the amount and the fees' };

/** Why an order ends without a lock. */
type LockFailure = OutboxFailure | Failure<'LOCK_DROPPED' | 'LOCK_FAILED' | 'WALLET_MISSING'>;

/** Retrying could help, but an order must not wait for the wallet to be filled. */
const cannotPay = ({ code }: LockFailure): boolean => code === 'INSUFFICIENT_FUNDS';

export interface CustodialLocksDeps {
  readonly storage: Pick<WithOrders, 'orders' | 'submissions'>;
  readonly catalogue: Catalogue;
  readonly wallets: WalletDirectory;
  readonly clock: Clock;
  readonly log: BaseLogger;
  /** Called when a write was refused because another process holds the lease. */
  readonly onLost?: () => void;
  /** Events of orders that other processes create; absent if there are no other processes. */
  readonly created?: Pick<EventRepository, 'after' | 'epoch' | 'latest'>;
}

type Included = Extract<TransactionOutcome, { readonly state: 'included' }>['outcome'];

/** The place and the wallet of one lock. */
interface LockSite extends OrderNetworks {
  readonly provider: ChainIdentity & AddressBook & Sender;
  readonly key: KeyHandle;
}

/**
 * Sends locks for callers with a custodial wallet. Storage holds all state: an order without a submission is signed and
 * reserved once; after that, the same signed bytes are broadcast until the chain shows their fate. So a crash at any
 * point neither loses a lock nor sends two.
 */
export class CustodialLocks {
  readonly #deps: CustodialLocksDeps;
  readonly #outbox: Outbox;
  /** Orders whose lock is being signed and sent. */
  readonly #locking = new Map<string, Promise<void>>();
  /** Orders without a lock; undefined until the orders of an earlier process are loaded. */
  #waiting: Map<string, OrderRow> | undefined;
  /** The newest event that was read. */
  #seenSeq = 0;
  /** The epoch of `#seenSeq`. */
  #epoch = 0;
  /** Until when an included lock is not checked again, by submission id. */
  readonly #quietUntilMs = new Map<string, number>();
  /**
   * Each checks every open lock and every order without a lock once; the first continues an earlier process’s locks.
   */
  readonly rounds = new PeriodicTask(() => this.#runRound(), {
    onFailure: (error) => this.#failed(error, {}, 'a round over open locks failed'),
  });

  constructor(deps: CustodialLocksDeps) {
    this.#deps = deps;
    this.#outbox = new Outbox({ submissions: deps.storage.submissions, clock: deps.clock, log: deps.log });
  }

  /** Stops after the current work. */
  async stop(): Promise<void> {
    await this.rounds.stop();
    await Promise.all(this.#locking.values());
  }

  /** The locks and burns that no block is known to include yet. */
  get waiting(): readonly Waiting[] {
    return this.#outbox.waiting;
  }

  async #runRound(): Promise<void> {
    const open = await this.#deps.storage.submissions.open(['lock', 'burn']);
    await Promise.all(open.map((row) => this.#guard(row.orderIds[0], () => this.#advance(row))));
    await Promise.all([...(await this.#ordersWaiting()).values()].map((order) => this.enqueue(order)));
  }

  async #ordersWaiting(): Promise<ReadonlyMap<string, OrderRow>> {
    const { storage, created: feed } = this.#deps;
    if (this.#waiting) {
      if (feed) await this.#takeUpCreated(feed, this.#waiting);
      // In another epoch other events have these seqs, so all orders are looked through again.
      if (feed === undefined || (await feed.epoch()) === this.#epoch) return this.#waiting;
      this.#waiting = undefined;
    }
    this.#seenSeq = (await feed?.latest()) ?? 0;
    this.#epoch = (await feed?.epoch()) ?? 0;
    const waiting = new Map<string, OrderRow>();
    let page: readonly OrderRow[];
    do {
      page = await storage.orders.unlocked([...waiting.keys()].at(-1) ?? null, TAKE_UP_PAGE);
      for (const order of page) waiting.set(order.id, order);
    } while (page.length === TAKE_UP_PAGE);
    this.#waiting ??= waiting;
    return this.#waiting;
  }

  /** Adds the orders that any process created since the last call. */
  async #takeUpCreated(feed: Pick<EventRepository, 'after'>, waiting: Map<string, OrderRow>): Promise<void> {
    for (;;) {
      const events = await feed.after(undefined, this.#seenSeq, EVENTS_PAGE);
      for (const { type, subject } of events) {
        const order = type === 'order.created' ? await this.#deps.storage.orders.get(subject) : undefined;
        if (order?.state === 'created' && order.custody === 'service') waiting.set(order.id, order);
      }
      this.#seenSeq = events.at(-1)?.seq ?? this.#seenSeq;
      if (events.length < EVENTS_PAGE) return;
    }
  }

  /**
   * Signs and sends the lock of a new order. Orders of one wallet are locked concurrently: the chain's provider hands
   * out their sequence numbers one by one.
   */
  enqueue(order: OrderRow): Promise<void> {
    if (order.custody !== 'service' || this.rounds.stopped) return Promise.resolve();
    const known = this.#locking.get(order.id);
    if (known) return known;
    this.#waiting?.set(order.id, order);
    const locking = this.#guard(order.id, () => this.#lock(order.id)).finally(() => this.#locking.delete(order.id));
    this.#locking.set(order.id, locking);
    return locking;
  }

  /** An error with one order must not stop the others. */
  async #guard(orderId: string | undefined, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#failed(error, { orderId }, 'the lock of an order failed unexpectedly');
    }
  }

  #failed(error: unknown, facts: Readonly<Record<string, unknown>>, message: string): void {
    if (error instanceof LeaseLost) this.#deps.onLost?.();
    else this.#deps.log.error({ err: error, ...facts }, message);
  }

  async #site(order: OrderRow): Promise<LockSite | undefined> {
    const places = placesOf(this.#deps.catalogue, order);
    const provider = places?.source.providers[order.family];
    if (!places || !provider || order.avatarId === null || order.sender === null) return undefined;
    const { wallets } = this.#deps;
    const key = await (order.walletId === null
      ? wallets.signerAt(order.avatarId, places.source, provider.formatAddress(order.sender))
      : wallets.signer(order.avatarId, order.walletId));
    return key && { ...places, provider, key };
  }

  /** Signs, reserves and sends the lock of an order that has none. */
  async #lock(orderId: string): Promise<void> {
    const { orders, submissions } = this.#deps.storage;
    const order = await orders.get(orderId);
    if (order?.state !== 'created' || (await submissions.forOrder(orderId)).length > 0) {
      this.#waiting?.delete(orderId);
      return;
    }
    const site = await this.#site(order);
    if (!site)
      return this.#giveUp(order, { code: 'WALLET_MISSING', message: 'the wallet is not held here', retryable: false });
    const signed = await this.#sign(order, site);
    if (signed === 'refused') return;
    const row = await this.#reserve(order, site, signed);
    this.#waiting?.delete(orderId);
    await this.#send(row, order, site);
  }

  #reserve(
    { id, operation }: OrderRow,
    { provider }: LockSite,
    signed: readonly SignedTransaction[],
  ): Promise<StoredSubmission> {
    const [lock, ...before] = [...signed].reverse();
    if (lock === undefined) throw new Error('prepareSend signed nothing');
    const outgoing = {
      purpose: operation === 'lockTokens' ? ('lock' as const) : ('burn' as const),
      domain: provider.domain,
      family: provider.family,
      payer: lock.payer,
      sequence: lock.sequence,
      versions: [lock],
      orderIds: [id],
      details: { before: before.reverse() },
    };
    return this.#outbox.reserve(outgoing, provider);
  }

  /**
   * The signed lock. If the chain refuses it, the order ends; if the chain cannot be asked, the next round tries again.
   */
  async #sign(order: OrderRow, site: LockSite): Promise<readonly SignedTransaction[] | 'refused'> {
    const maxFee = agreedFeeOf(order);
    if (maxFee === undefined) throw new Error(`order ${order.id} is locked by the service without an agreed fee`);
    const signed = await site.provider.prepareSend(order.operation, site.key, {
      remote: order.destination,
      recipient: order.recipient,
      localAmount: this.#localAmount(order, site),
      reference: order.reference,
      ownApproval: true,
      maxFee,
    });
    if (signed.ok) return signed.value;
    if (!signed.error.retryable || cannotPay(signed.error)) await this.#giveUp(order, signed.error);
    else this.#deps.log.warn({ orderId: order.id, failure: signed.error }, 'the lock cannot be signed yet');
    return 'refused';
  }

  #localAmount({ wireAmount }: OrderRow, { asset, source }: LockSite): bigint {
    const token = this.#deps.catalogue.token(asset, source);
    if (!token) throw new Error(`${asset.symbol} is not on ${source.name}`);
    return toLocalAmount(wireAmount, token.decimals, asset.wireDecimals);
  }

  /** Sends a reserved lock to the network; the order is in state locking before the first byte is sent. */
  async #send(row: StoredSubmission, order: OrderRow, site: LockSite): Promise<void> {
    if (order.state === 'created') {
      const lockTransaction = String(row.versions.at(-1)?.reference);
      const { orders } = this.#deps.storage;
      const expected = { states: ['created'], payer: site.key.address } as const;
      const locking = await orders.transitionPaid(order.id, 'lockReserved', { lockTransaction }, expected);
      if (!locking) return this.#reconsider(row, order.id, site);
    }
    return this.#goOn(row, order, site, await this.#outbox.send(row, this.#route(site, order)));
  }

  #route({ provider, key, source }: LockSite, { id }: OrderRow): ChainAccess {
    const { storage } = this.#deps;
    // The lock of an order whose account or wallet is frozen meanwhile is not sent again while no node has taken it.
    const wanted = async () => {
      await storage.orders.updatePaid(id, {}, { payer: key.address });
      return ok((await storage.orders.get(id))?.state !== 'expired');
    };
    return { provider, payer: key, escalateAfterMs: source.config.escalateAfterMs, wanted };
  }

  /** Changes the order according to the fate of its lock. */
  async #goOn(
    row: StoredSubmission,
    order: OrderRow,
    site: LockSite,
    fate: Result<TransactionOutcome, OutboxFailure>,
  ): Promise<void> {
    if (!fate.ok) {
      if (cannotPay(fate.error) && row.state === 'reserved') {
        await this.#conclude(row, 'failed', site);
        return this.#giveUp(order, fate.error);
      }
      return this.#deps.log.warn({ orderId: order.id, failure: fate.error }, 'the fate of a lock is unknown');
    }
    if (fate.value.state === 'included') return this.#included(row, order, site, fate.value.outcome);
    if (fate.value.state === 'dropped') return this.#dropped(row, order, site, fate.value.expired);
  }

  /**
   * The order left state `created` between the read and the reservation: cancelled or frozen, so nothing may be sent;
   * or already locking.
   */
  async #reconsider(row: StoredSubmission, orderId: string, site: LockSite): Promise<void> {
    const order = await this.#deps.storage.orders.get(orderId);
    if (order?.state === 'expired') await this.#conclude(row, 'dropped', site);
  }

  /** Checks one reserved or broadcast lock on chain and updates it. */
  async #advance(row: StoredSubmission): Promise<void> {
    const order = await this.#deps.storage.orders.get(row.orderIds[0] ?? '');
    const site = order && (await this.#site(order));
    if (!order || !site) {
      this.#deps.log.error({ submissionId: row.id }, 'the wallet or network of an open lock is not configured');
      return;
    }
    if (order.state === 'expired' && row.state === 'reserved') return this.#reconsider(row, order.id, site);
    if (UNDER_WATCH.includes(order.state)) return this.#outbox.included(row);
    const onItsWay = order.state === 'created' || order.state === 'locking' || order.state === 'expired';
    if (!onItsWay) return this.#conclude(row, 'included', site);
    if (order.state === 'created') return this.#send(row, order, site);
    if (this.#deps.clock.now() < (this.#quietUntilMs.get(row.id) ?? 0)) return;
    return this.#goOn(row, order, site, await this.#outbox.follow(row, this.#route(site, order)));
  }

  async #included(
    row: StoredSubmission,
    order: OrderRow,
    site: LockSite,
    { success, failure }: Included,
  ): Promise<void> {
    // The relayer sees a success and matches it; the lock stays open until it is final.
    if (success) {
      this.#quietUntilMs.set(row.id, this.#deps.clock.now() + QUIET_MS);
      return;
    }
    await this.#conclude(row, 'failed', site);
    await this.#giveUp(order, failure ?? { code: 'LOCK_FAILED', message: 'the lock failed', retryable: false });
  }

  /** An expired lock is signed again while the order is valid; any other dropped lock ends the order. */
  async #dropped(row: StoredSubmission, order: OrderRow, site: LockSite, expired: boolean): Promise<void> {
    const { orders } = this.#deps.storage;
    const state = (await orders.get(order.id))?.state;
    const lasts = (state === 'created' || state === 'locking') && this.#deps.clock.now() < (order.expiresAtMs ?? 0);
    if (expired && lasts) {
      const signed = await this.#sign(order, site);
      if (signed === 'refused') return;
      const [lock, ...more] = signed;
      if (lock === undefined || more.length > 0) throw new Error('a lock that can expire is one transaction');
      const renewed = await this.#outbox.renew(row, lock);
      const facts = { lockTransaction: lock.reference };
      if (!(await orders.updatePaid(order.id, facts, { payer: site.key.address })))
        return this.#conclude(renewed, 'dropped', site);
      return this.#send(renewed, order, site);
    }
    await this.#conclude(row, 'dropped', site);
    const message = expired
      ? 'the lock was not included in time'
      : 'another transaction of the wallet took the place of the lock';
    await this.#giveUp(order, { code: 'LOCK_DROPPED', message, retryable: false });
  }

  async #conclude(
    row: StoredSubmission,
    state: 'included' | 'failed' | 'dropped',
    { provider }: LockSite,
  ): Promise<void> {
    this.#quietUntilMs.delete(row.id);
    await this.#outbox.conclude(row, state, { provider });
  }

  /** Ends an order whose lock is impossible; a lock that is seen later revives it. */
  async #giveUp(order: OrderRow, failure: LockFailure): Promise<void> {
    const { code, message } = cannotPay(failure) ? UNPAYABLE : failure;
    await this.#deps.storage.orders.transition(order.id, 'expired', { failureCode: code, failureMessage: message });
  }
}
