import type { SignedTransaction } from '@causeway/protocol';
import type { StoredSubmission } from '@causeway/storage';

/** The submissions that the payer of `row` must send first, in order. */
export const prerequisitesOf = ({
  details: { before = [] },
}: Pick<StoredSubmission, 'details'>): readonly SignedTransaction[] => before;
