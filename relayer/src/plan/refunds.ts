import type { CancelAfter } from '@causeway/chains';
import { isGenuineCancel, KIND } from '@causeway/protocol';
import type { MessageRow } from '@causeway/storage';
import type { Bridges, NamedBridge } from '../bridges.ts';

/** Lanes in `rule` that do not connect two configured chains. */
export function unknownLanes(rule: CancelAfter, bridges: Bridges<NamedBridge>): readonly string[] {
  const names = new Set(bridges.all.map(({ provider }) => provider.name));
  return Object.keys(rule.lanes).filter((lane) => {
    const [source, destination, ...rest] = lane.split(':');
    return rest.length > 0 || !names.has(source ?? '') || !names.has(destination ?? '');
  });
}

/**
 * True when the destination's finalized time exceeds the message's block time by more than `afterMs`. Only the chains'
 * clocks count. A Cancel is never late, because it can only be delivered.
 */
export const isLate = (row: MessageRow, finalizedTimeMs: number, afterMs: number): boolean =>
  row.message.kind !== KIND.cancel && finalizedTimeMs > row.at.block.timeMs + afterMs;

/** True when `cancel` is the Cancel that the destination of `original` emits for it, in the same family. */
export const isCancelOf = (cancel: MessageRow, original: MessageRow | undefined): original is MessageRow =>
  original !== undefined && original.family === cancel.family && isGenuineCancel(cancel.message, original.message);
