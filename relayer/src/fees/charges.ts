import { KIND } from '@causeway/protocol';
import type { Charge } from '@causeway/storage';
import type { Plan } from '../plan/plan.ts';
import { sourceOf } from '../plan/proposal.ts';

/** The charges of a plan's actions, in their order. */
export function chargesOf({ proposal: { destination: here, actions }, items }: Plan): readonly Charge[] {
  return actions.map((action, index) => {
    const there = sourceOf(action);
    const item = items[index];
    if (!item)
      return { work: 'commitment', source: there, destination: here, messages: 'count' in action ? action.count : 1 };
    if (item.kind === 'cancel') return { work: 'cancellation', source: there, destination: here, messages: 1 };
    return item.row.message.kind === KIND.cancel
      ? { work: 'refund', source: here, destination: there, messages: 1 }
      : { work: 'delivery', source: there, destination: here, messages: 1 };
  });
}
