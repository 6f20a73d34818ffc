import { HOLDER_STATES, TASK_STATES, type TaskState } from '@causeway/protocol';
import type { EventRow, TaskRow } from '@causeway/storage';

/**
 * True while the task is its agent's to read: the agent holds it, or its own attempt was the last one. An agent that
 * has lost its lease sees no answer, result or artifact that comes later.
 */
export const isHolders = ({ state }: Pick<TaskRow, 'state'>): boolean => HOLDER_STATES.includes(state);

/** True for the event by which the holder with this fencing token lost the task: the last one that it sees. */
export const isLossOf =
  (token: number) =>
  ({ type, data }: EventRow): boolean => {
    const state = type.replace(/^task\./, '') as TaskState;
    return data.token === token && TASK_STATES.includes(state) && !isHolders({ state });
  };

/** The part of a task's history that the agent saw whose newest claim had this fencing token. */
export function seenBy(token: number, history: readonly EventRow[]): readonly EventRow[] {
  const lost = history.findIndex(isLossOf(token));
  return lost === -1 ? history : history.slice(0, lost + 1);
}
