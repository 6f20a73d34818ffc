import type { Leave } from '@causeway/outbox';
import { type Domain, KIND } from '@causeway/protocol';
import type { ActedOn, ChainViewRepository, Grounds, MessageRow, StoredSubmission } from '@causeway/storage';
import type { OrderTracker } from '../orders/order-tracker.ts';
import type { Plan } from '../plan/plan.ts';
import { type Action, proposalSchema, sourceOf } from '../plan/proposal.ts';
import { proveInterval } from '../plan/prover.ts';
import { brokenAt } from '../view/soundness.ts';

const { actions: actionsSchema } = proposalSchema.shape;

/** An oracle transaction's place, and where its messages come from. */
interface Place {
  readonly family: string;
  readonly destination: Domain;
  readonly sources: readonly Domain[];
}

export interface StandingDeps {
  /** The stored views, which other processes may write. */
  readonly view: ChainViewRepository;
  readonly tracker: Pick<OrderTracker, 'orderOf'>;
}

/**
 * Whether oracle transactions may still be sent. What was planned must still hold: every message known, final and in
 * the same block, every root that of the messages. A rollback, or another process, may have changed it.
 */
export class Standing {
  readonly #deps: StandingDeps;

  constructor(deps: StandingDeps) {
    this.#deps = deps;
  }

  /**
   * What the transaction of `plan` stands on: the messages of its actions and what its refunds undo, and its new roots.
   */
  async groundsOf({ items, calls }: Plan): Promise<Grounds> {
    const messages: ActedOn[] = [];
    for (const item of items) {
      if (!item) continue;
      messages.push(actedOn(item.row));
      const { kind, reference } = item.row.message;
      if (item.kind !== 'execute' || kind !== KIND.cancel) continue;
      const undone = await this.#deps.view.message(reference);
      messages.push(undone ? actedOn(undone) : { messageId: reference, ...NOWHERE });
    }
    const roots = calls.flatMap((call) => {
      if (call.function !== 'commitRoot') return [];
      const { source, firstNonce, count, root } = call;
      return [{ source, firstNonce, count, root }];
    });
    return { messages, roots };
  }

  /** What may be done with the transaction of `plan`, which is not stored yet and stands on `grounds`. */
  async ofPlanned({ proposal: { family, destination, actions } }: Plan, grounds: Grounds): Promise<Leave> {
    const place = { family, destination, sources: actions.map(sourceOf) };
    return (await this.#isBroken(place)) ? 'hold' : this.#leaveOf(place, grounds);
  }

  /**
   * What may be done with a stored submission. One of an earlier release has no grounds: its actions name its messages.
   * One that only uses up an anchor stands on nothing.
   */
  async ofStored({ family, domain, details, grounds, orderIds }: StoredSubmission<'oracle'>): Promise<Leave> {
    if (details.void) return 'send';
    const actions = actionsSchema.parse(details.actions);
    const place = { family, destination: domain, sources: actions.map(sourceOf) };
    if (await this.#isBroken(place)) return 'hold';
    if (grounds.messages.length + grounds.roots.length > 0) return this.#leaveOf(place, grounds);
    for (const action of actions) if (!(await this.#isKnown(place, action, orderIds))) return 'withdraw';
    return 'send';
  }

  async #isBroken({ family, destination, sources }: Place): Promise<boolean> {
    return brokenAt(await this.#deps.view.broken(), family, [destination, ...sources]) !== undefined;
  }

  async #leaveOf({ family, destination }: Place, { messages, roots }: Grounds): Promise<Leave> {
    const { view } = this.#deps;
    for (const { messageId, blockNumber, blockHash } of messages) {
      const row = await view.message(messageId);
      const { number, hash } = row?.at.block ?? {};
      if (!row?.final || number !== blockNumber || hash !== blockHash) return 'withdraw';
    }
    for (const { source, firstNonce, count, root } of roots) {
      const lane = { family, source, destination };
      const interval = await proveInterval(view, { lane, firstNonce, count });
      if (interval?.batch.root.toLowerCase() !== root.toLowerCase()) return 'withdraw';
    }
    return 'send';
  }

  /**
   * True when the messages of `action` are final, and the message that it executes or cancels is the one of its orders.
   */
  async #isKnown({ family, destination }: Place, action: Action, orderIds: readonly string[]): Promise<boolean> {
    const { view, tracker } = this.#deps;
    const { firstNonce, count } = action;
    const lane = { family, source: sourceOf(action), destination };
    const interval = await proveInterval(view, { lane, firstNonce, count });
    if (!interval) return false;
    if ('commit' in action) return true;
    const { messageId } = interval.rows[Number(action.nonce - firstNonce)] as MessageRow;
    const order = await tracker.orderOf(messageId);
    return order !== undefined && orderIds.includes(order.id);
  }
}

/** The block of a message that is not known any more, which no block is. */
const NOWHERE = { blockNumber: -1, blockHash: '' };

const actedOn = ({ messageId, at: { block } }: MessageRow): ActedOn => ({
  messageId,
  blockNumber: block.number,
  blockHash: block.hash,
});
