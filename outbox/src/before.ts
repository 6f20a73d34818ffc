import type { Submission } from '@causeway/protocol';
import type { StoredSubmission } from '@causeway/storage';

/** The submissions that the payer of `row` must send first, in order. */
export const beforeOf = ({ details: { before = [] } }: Pick<StoredSubmission, 'details'>): readonly Submission[] =>
  before;
