import type { Submission } from '@causeway/protocol';
import type { StoredSubmission } from '@causeway/storage';
import { z } from 'zod';

const submission = z.object({
  reference: z.string(),
  raw: z.string(),
  payer: z.string(),
  sequence: z.number(),
  fee: z.record(z.string(), z.string()),
}) satisfies z.ZodType<Submission>;

const details = z.object({ before: z.array(submission).default([]) });

/** The details of a submission whose payer must send `before` first, such as an approval before a lock. */
export const withBefore = (
  facts: StoredSubmission['details'],
  before: readonly Submission[],
): StoredSubmission['details'] => (before.length > 0 ? { ...facts, before } : facts);

/** The submissions that the payer of `row` must send first, in order. Throws when the stored details are malformed. */
export const beforeOf = (row: StoredSubmission): readonly Submission[] => details.parse(row.details).before;
