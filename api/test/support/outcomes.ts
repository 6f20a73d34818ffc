import { lockOf } from '@causeway/storage/jobs';
import type { OfferStore, SolverOutcome } from '@causeway/storage/offers';
import { addOutcome } from '../../src/areas/offers/rules/offer-repository.ts';

/** Adds the outcome of an order to an account's record. */
export const countOutcome = ({ context }: OfferStore, accountId: string, outcome: SolverOutcome): Promise<void> =>
  context.write('normal', () => addOutcome(context, accountId, outcome), { locks: [lockOf('area', 'outcomes')] });
