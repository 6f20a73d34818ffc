import { TAKERS } from '@causeway/storage';
import { z } from 'zod';

/** Members of the configuration's `api` section. */
export const takerSettings = {
  agents: z
    .strictObject({
      /**
       * Who may take tasks that do not say so themselves. When absent, every agent (`any`), but with a network of value the
       * submitter's own agents alone (`own`).
       */
      takers: z.enum(TAKERS).optional(),
    })
    .prefault({}),
};
