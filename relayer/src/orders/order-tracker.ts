import { type Domain, type Hex, KIND, ORDER_STATES, type OrderState, type OrderTrigger } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import type {
  ChainViewRepository,
  MessageRow,
  OrderPatch,
  OrderRepository,
  OrderRow,
  OutcomeRow,
  Page,
  SubmissionRepository,
} from '@causeway/storage';
import type { Checkpoint } from '../checkpoint.ts';
import type { ViewChange } from '../view/view-change.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';

/** Facts about one order in this process's view of the chains. */
export interface Facts {
  readonly message?: MessageRow | undefined;
  /** The message's outcome at the destination. */
  readonly outcome?: OutcomeRow | undefined;
  /** The Cancel that the destination emitted for the message. */
  readonly cancel?: MessageRow | undefined;
  /** The Cancel's outcome at the source. */
  readonly refund?: OutcomeRow | undefined;
}

/** A transition that follows from the facts. */
export interface Move {
  readonly trigger: OrderTrigger;
  readonly patch?: OrderPatch;
}

/** States in which the chain view may move an order. */
export const WATCHED_STATES: readonly OrderState[] = [
  'locked',
  'confirming',
  'proving',
  'signing',
  'minting',
  'cancelling',
  'refunding',
  'failed',
];

/** States of orders that have not ended or wait for an operator. */
export const UNDER_WAY: readonly OrderState[] = ['created', 'locking', ...WATCHED_STATES];

/**
 * The next effect of `facts` on `order`; undefined when they agree. Only the chains' status decides. Reorganisations
 * are not handled here: storage moves orders back together with the rows.
 */
export function moveOf(order: OrderRow, { message, outcome, cancel, refund }: Facts): Move | undefined {
  if (!WATCHED_STATES.includes(order.state)) return undefined;
  if (refund?.status === 'executed' && (order.state === 'refunding' || order.state === 'failed')) {
    return { trigger: 'refunded', patch: refundPatch(refund, cancel) };
  }
  if (order.state === 'refunding') return undefined;
  if (outcome?.status === 'executed') return { trigger: 'executed', patch: executionPatch(outcome) };
  if (outcome?.status === 'cancelled') {
    return { trigger: 'cancelled', patch: { cancelMessageId: cancel?.messageId ?? null } };
  }
  if (order.state === 'locked') return { trigger: 'confirmationsStarted' };
  if (order.state === 'confirming' && message?.final) {
    return { trigger: 'lockFinal' };
  }
  return undefined;
}

const executionPatch = (executed: OutcomeRow): OrderPatch => ({
  mintTransaction: executed.at.transaction,
  credited: executed.credited,
  final: executed.final,
});

const refundPatch = (refunded: OutcomeRow, cancel: MessageRow | undefined): OrderPatch => ({
  refundTransaction: refunded.at.transaction,
  cancelMessageId: cancel?.messageId ?? null,
  credited: refunded.credited,
  final: refunded.final,
});

/** Facts about the chains that the tracker needs. */
export interface OrderRules {
  /** Number of blocks that a lock on `source` must wait for. */
  requiredConfirmations(family: string, source: Domain): number;
  /** Number of signatures for a delivery at `destination`; 0 when nothing is delivered there by this process. */
  requiredSignatures(family: string, destination: Domain): number;
  /** Milliseconds after which a missing lock is given up, whether it never arrived or a reorganisation removed it. */
  readonly lockTimeoutMs: number;
}

export interface OrderTrackerDeps {
  readonly view: ChainViewRepository;
  readonly orders: OrderRepository;
  readonly submissions: SubmissionRepository;
  readonly rules: OrderRules;
  readonly clock: Clock;
  readonly checkpoint: Checkpoint;
  /** Orders or messages that are worked through before other work gets a turn; 50 when absent. */
  readonly atOnce?: number;
  /** Called for every transition. */
  readonly onMove: (before: OrderRow, after: OrderRow) => void;
}

/** Orders per page. */
const PAGE = 500;
const AT_ONCE = 50;

/**
 * Moves orders by the facts in the chain view. It reads facts instead of events, so that a repeated read after a crash
 * leads to the same state.
 */
export class OrderTracker {
  readonly #deps: OrderTrackerDeps;
  readonly #atOnce: number;

  constructor(deps: OrderTrackerDeps) {
    this.#deps = deps;
    this.#atOnce = deps.atOnce ?? AT_ONCE;
  }

  /** Binds new locks to their orders, and settles the orders that a change of the view affects. */
  async changed(change: ViewChange): Promise<void> {
    if (change.seen.length > 0) await this.bind(change.family, change.domain);
    const touched = [...new Set([...change.final, ...change.outcomes])];
    for (let from = 0; from < touched.length; from += this.#atOnce) {
      if (from > 0) await yieldToEventLoop();
      const found = await Promise.all(touched.slice(from, from + this.#atOnce).map((id) => this.orderOf(id)));
      await Promise.all(found.map((order) => order && this.advance(order)));
    }
  }

  /** Binds locks and burns of one bridge to their orders, and creates orders for unannounced ones. */
  async bind(family: string, domain: Domain): Promise<void> {
    const { orders, rules, checkpoint } = this.#deps;
    const confirmations = rules.requiredConfirmations(family, domain);
    // Bound messages are no longer found, so the first page is always the next one.
    for (;;) {
      const rows = await orders.unmatched(family, domain, this.#atOnce);
      if (rows.length === 0) return;
      checkpoint('after-lock-seen');
      const bound = await Promise.all(
        rows.map((row) =>
          orders.matchLock(row, confirmations, rules.requiredSignatures(family, row.message.destination)),
        ),
      );
      await Promise.all(bound.map((order) => this.advance(order)));
      if (rows.length < this.#atOnce) return;
      // Health, streams and signing continue while a long history is bound.
      await yieldToEventLoop();
    }
  }

  /** The order of a Lock or Burn, or of the message that a Cancel undoes. */
  async orderOf(messageId: Hex): Promise<OrderRow | undefined> {
    const { orders, view } = this.#deps;
    const order = await orders.byMessage(messageId);
    if (order) return order;
    const row = await view.message(messageId);
    return row?.message.kind === KIND.cancel ? orders.byMessage(row.message.reference) : undefined;
  }

  /** Applies every transition that follows from the view. */
  async advance(order: OrderRow): Promise<void> {
    let current: OrderRow | undefined = order;
    // Each turn is one transition. The longest path through the table is shorter.
    for (let turn = 0; current && turn < ORDER_STATES.length; turn++) {
      const facts = await this.#factsOf(current);
      const move = moveOf(current, facts);
      if (!move) return this.#refresh(current, facts);
      current = await this.move(current, move);
    }
  }

  /** One transition; undefined when the table has none from the order's current state. */
  async move(order: OrderRow, { trigger, patch }: Move): Promise<OrderRow | undefined> {
    const after = await this.#deps.orders.transition(order.id, trigger, patch);
    if (after) this.#deps.onMove(order, after);
    return after;
  }

  /** Settles every open order. */
  sweep(): Promise<void> {
    const { orders } = this.#deps;
    return this.#each(
      (limit, after) => orders.inStates(WATCHED_STATES, limit, after),
      (order) => this.advance(order),
    );
  }

  /** Handles every order that `read` finds, page by page: however many are left as they are, none hides a later one. */
  async #each(
    read: (limit: number, after?: string) => Promise<readonly OrderRow[]>,
    handle: (order: OrderRow) => Promise<void>,
  ): Promise<void> {
    let after: string | undefined;
    do {
      const page = await read(this.#atOnce, after);
      for (const order of page) await handle(order);
      after = page.length < this.#atOnce ? undefined : page.at(-1)?.id;
      await yieldToEventLoop();
    } while (after !== undefined);
  }

  /** Settles the most recently ended orders, back to the first page on which all are final. Used at the start. */
  async sweepEnded(): Promise<void> {
    const { orders } = this.#deps;
    for (const state of ['completed', 'refunded'] as const) {
      let cursor: string | null = null;
      do {
        const page: Page<OrderRow> = await orders.list({ state }, cursor, PAGE);
        const open = page.items.filter((order) => !order.final);
        await Promise.all(open.map((order) => this.advance(order)));
        cursor = open.length > 0 ? page.nextCursor : null;
      } while (cursor !== null);
    }
  }

  /** Ends orders whose lock did not arrive in time. A later lock revives them. */
  async expire(): Promise<void> {
    const { orders, clock, rules } = this.#deps;
    const now = clock.now();
    const end = async (order: OrderRow) => {
      if (await this.#isBeingSent(order)) return;
      await this.move(order, {
        trigger: 'expired',
        patch: { failureCode: 'LOCK_NOT_SEEN', failureMessage: 'no lock for this order was seen in time' },
      });
    };
    await this.#each((limit, after) => orders.overdue(now, limit, after), end);
    await this.#each(
      (limit, after) => orders.inStates(['locking'], limit, after),
      async (order) => {
        if (now >= Math.max(order.expiresAtMs ?? 0, order.updatedAtMs + rules.lockTimeoutMs)) await end(order);
      },
    );
  }

  async #isBeingSent(order: OrderRow): Promise<boolean> {
    const sent = await this.#deps.submissions.forOrder(order.id);
    return sent.some(({ purpose, state }) => purpose !== 'oracle' && (state === 'reserved' || state === 'broadcast'));
  }

  async #factsOf({ messageId }: OrderRow): Promise<Facts> {
    const { view } = this.#deps;
    if (messageId === null) return {};
    const [message, outcome, cancel] = await Promise.all([
      view.message(messageId),
      view.outcome(messageId),
      view.cancelOf(messageId),
    ]);
    const refund = cancel && (await view.outcome(cancel.messageId));
    return { message, outcome, cancel, refund };
  }

  /** Writes facts without a transition: finality of the last execution. */
  async #refresh(order: OrderRow, { outcome, refund }: Facts): Promise<void> {
    const last = order.state === 'completed' ? outcome : order.state === 'refunded' ? refund : undefined;
    if (last && last.final !== order.final) await this.#deps.orders.update(order.id, { final: last.final });
  }
}
