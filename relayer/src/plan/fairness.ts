import { type Hex, KIND } from '@causeway/protocol';
import type { MessageRow } from '@causeway/storage';

/** While others wait, one sender has at most one part in this many of a batch. */
const SHARES = 4;

/** The most messages of one sender among `size`, while others wait. */
export const shareOf = (size: number): number => Math.max(1, Math.floor(size / SHARES));

/** The senders with more than `share` of `rows`. */
export function crowding(rows: readonly MessageRow[], share: number): readonly Hex[] {
  const counts = new Map<Hex, number>();
  for (const { message } of rows) counts.set(message.sender, (counts.get(message.sender) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > share).map(([sender]) => sender);
}

/**
 * `rows` in the order in which they are delivered: refunds first, then `share` messages of each sender, the next
 * `share` of each, and so on; each part as it was.
 */
export function fairOrder(rows: readonly MessageRow[], share: number): readonly MessageRow[] {
  const before = new Map<Hex, number>();
  const turnOf = ({ message: { kind, sender } }: MessageRow): number => {
    if (kind === KIND.cancel) return -1;
    const count = before.get(sender) ?? 0;
    before.set(sender, count + 1);
    return Math.floor(count / share);
  };
  const turns = rows.map((row) => ({ row, turn: turnOf(row) }));
  return turns.toSorted((a, b) => a.turn - b.turn).map(({ row }) => row);
}
