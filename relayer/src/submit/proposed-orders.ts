import type { OracleRules } from '@causeway/chains';
import { KIND } from '@causeway/protocol';
import type { OrderRepository, OrderRow } from '@causeway/storage';
import type { OrderTracker } from '../orders/order-tracker.ts';
import type { Plan, PlannedItem } from '../plan/plan.ts';
import type { Planner } from '../plan/planner.ts';

export interface ProposedOrdersDeps {
  readonly orders: Pick<OrderRepository, 'get' | 'update'>;
  readonly tracker: Pick<OrderTracker, 'move'>;
  readonly planner: Pick<Planner, 'defer'>;
  readonly bridge: { readonly provider: { readonly oracleRules: Pick<OracleRules, 'commitsApart'> } };
}

/** Moves the orders of plans: to their proposal, to their transaction, and back. */
export class ProposedOrders {
  readonly #deps: ProposedOrdersDeps;

  constructor(deps: ProposedOrdersDeps) {
    this.#deps = deps;
  }

  /** The orders of `plan` are proposed, whatever an earlier attempt left. */
  async proposed({ items }: Plan): Promise<void> {
    await Promise.all(items.map((item) => item && this.#markProposed(item)));
  }

  async #markProposed({ kind, row, order }: PlannedItem): Promise<void> {
    const { tracker } = this.#deps;
    if (!order || row.message.kind === KIND.cancel) return;
    if (kind === 'cancel') {
      const patch = { failureCode: 'CANCEL_AFTER', failureMessage: 'it was not delivered in time' };
      await tracker.move(order, { trigger: 'cancelStarted', patch });
      return;
    }
    const proving = order.state === 'minting' ? await tracker.move(order, { trigger: 'proposalDropped' }) : order;
    if (proving) await tracker.move(proving, { trigger: 'proposed' });
  }

  /** The proposal of `plan` has this many `signatures`, too few. */
  signed(plan: Plan, signatures: number): Promise<void> {
    return this.#forEachDelivered(plan, (order) => this.#deps.orders.update(order.id, { signatures }));
  }

  /** The transaction of `plan` is stored and was handed to the network. */
  submitted(plan: Plan, signatures: number): Promise<void> {
    return this.#forEachDelivered(plan, (order) =>
      this.#deps.tracker.move(order, { trigger: 'submitted', patch: { signatures } }),
    );
  }

  /** Runs `write` on the current row of every order that `plan` delivers. */
  async #forEachDelivered(plan: Plan, write: (order: OrderRow) => Promise<unknown>): Promise<void> {
    const delivered = plan.items.filter((item) => item?.kind === 'execute' && item.row.message.kind !== KIND.cancel);
    await Promise.all(
      delivered.map(async (item) => {
        const order = item?.order && (await this.#deps.orders.get(item.order.id));
        if (order) await write(order);
      }),
    );
  }

  /**
   * Moves orders back so that they are proposed again; after a failure that no simulation predicted, with a delay. It
   * was the recipient's where calls are transactions of their own.
   */
  async dropped(orderIds: readonly string[], state: 'failed' | 'dropped'): Promise<void> {
    const { orders, tracker, planner, bridge } = this.#deps;
    const { commitsApart } = bridge.provider.oracleRules;
    await Promise.all(
      orderIds.map(async (id) => {
        const order = await orders.get(id);
        if (!order) return;
        const messages = state === 'failed' ? [order.messageId, order.cancelMessageId] : [];
        for (const messageId of messages) {
          if (messageId !== null) planner.defer({ messageId }, 'transactionFailed', { rarely: commitsApart });
        }
        await tracker.move(order, { trigger: 'proposalDropped' });
      }),
    );
  }
}
