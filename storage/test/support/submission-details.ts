import type { SubmissionDetails } from '../../src/bridge/submission-details.ts';

/** The details of an oracle submission of a test, with `more` of them. */
export const oracleDetails = (more: Partial<SubmissionDetails<'oracle'>> = {}): SubmissionDetails<'oracle'> => ({
  anchor: '4',
  digest: '0x',
  signers: [],
  charges: [],
  actions: [],
  ...(more as object),
});
