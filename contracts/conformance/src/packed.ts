// Calls of executeMany.
import { encodePackedOrders, type Hex, type ProofFor, type ProvenUse, packOrders, packProof } from '@causeway/protocol';
import type { Arguments, Call, Event } from './bridge-under-test.ts';
import { type Committed, messageAt } from './messages.ts';
import { ORACLE } from './setting.ts';

/** What becomes of consecutive orders, one of each; at least one. */
export type Uses = readonly ProofFor[];

/** The arguments for consecutive messages of `committed`, from the one at `first` on. */
export function packedOf(committed: Committed, first: number, uses: Uses): Arguments['executeMany'] {
  const proven = uses.map((use, index): ProvenUse => {
    const message = messageAt(committed, first + index);
    return { function: use, message, proof: packProof(use, message, committed.batch) };
  });
  return {
    packed: encodePackedOrders(packOrders(proven as [ProvenUse, ...ProvenUse[]])),
    recipients: proven.filter((use) => use.function !== 'cancelOrder').map(({ message }) => message.recipient),
  };
}

export const executeMany = (committed: Committed, first: number, uses: Uses): Call<'executeMany'> => ({
  name: 'executeMany',
  args: packedOf(committed, first, uses),
  by: ORACLE,
});

/** `call` with other packed bytes. */
export const repacked = (call: Call<'executeMany'>, change: (packed: Hex) => Hex): Call<'executeMany'> => ({
  ...call,
  args: { ...call.args, packed: change(call.args.packed) },
});

/** Events in an order of their own: kinds of chain pay and skip the orders of a call in different ones. */
export const sorted = (events: readonly Event[]): Event[] => {
  const idOf = ({ fields }: Event): string => ('messageId' in fields ? fields.messageId : '');
  return events.toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
};
