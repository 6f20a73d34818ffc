import type { TakerRule } from '../../src/index.ts';

/** Work of `submitter` that every agent may take. */
export const forAll = (submitter = 'submitter') =>
  ({ takers: 'any', principalId: submitter }) as const satisfies TakerRule;
