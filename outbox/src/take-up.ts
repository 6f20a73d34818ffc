import type { Sender } from '@causeway/chains';
import type { SignedTransaction } from '@causeway/protocol';
import type { StoredSubmission } from '@causeway/storage';
import { prerequisitesOf } from './prerequisites.ts';

/** Everything that was signed for `row`. */
export const signedIn = (row: Pick<StoredSubmission, 'details' | 'versions'>): readonly SignedTransaction[] => [
  ...prerequisitesOf(row),
  ...row.versions,
];

/**
 * Keeps the sequence numbers of `row`, so that nothing else is signed with them. Call it for each submission that an
 * earlier process left open before anything is signed for the same accounts: the chain does not count what was not sent
 * yet.
 */
export function takeUp(row: StoredSubmission, { sequences }: Pick<Sender, 'sequences'>): void {
  sequences?.hold(signedIn(row));
}
