import type { Domain, TransactionCost } from '@causeway/protocol';
import type { Charge, CostedSubmission, LaneKey } from '@causeway/storage';

/** What one charge cost, smallest units of the native coin of `chain`. */
export interface Share extends Charge, LaneKey {
  readonly chain: Domain;
  /** With rent. */
  readonly cost: bigint;
  readonly rent: bigint;
}

/**
 * The shares of a submission's costs. Where each action is a transaction of its own, it costs what that cost. One
 * transaction of several actions is shared equally by its executions and cancellations, for which its commitments are
 * made; one with commitments only, by the messages that they commit. Empty for submissions without charges.
 */
export function sharesOf({ domain, family, details, costs }: Omit<CostedSubmission, 'updatedAtMs'>): readonly Share[] {
  const { charges } = details;
  const share = (charge: Charge, { fee, rent }: TransactionCost): Share => ({
    ...charge,
    family,
    chain: domain,
    cost: fee + rent,
    rent,
  });
  const [whole] = costs;
  if (whole === undefined) return [];
  const isApart = costs.length === charges.length;
  const shares = isApart
    ? charges.map((charge, index) => share(charge, costs[index] as TransactionCost))
    : divided(charges, whole).map(([charge, cost]) => share(charge, cost));
  return shares.filter(({ cost, rent }) => cost !== 0n || rent !== 0n);
}

/** `whole` among `charges` by their messages; the last units go to the first charges. */
function divided(charges: readonly Charge[], whole: TransactionCost): readonly (readonly [Charge, TransactionCost])[] {
  const items = charges.filter(({ work }) => work !== 'commitment');
  const paying = items.length > 0 ? items : charges;
  const total = paying.reduce((sum, { messages }) => sum + BigInt(messages), 0n);
  let before = 0n;
  return paying.map((charge) => {
    const after = before + BigInt(charge.messages);
    const part = (amount: bigint) => (amount * after) / total - (amount * before) / total;
    const cost = { fee: part(whole.fee), rent: part(whole.rent) };
    before = after;
    return [charge, cost] as const;
  });
}
