import { TAKERS } from '@causeway/storage';
import { z } from 'zod';

/** Members of the configuration's `api` section. */
export const takerSettings = {
  agents: z
    .strictObject({
      /**
       * Who may take tasks that do not say so themselves. When absent, every agent (`any`), but with a network of value
       * the submitter's own agents alone (`own`).
       */
      takers: z.enum(TAKERS).optional(),
      /**
       * Days after their end in which tasks, runs and collaborations are kept. A shorter time could end before a
       * delivery.
       */
      historyDays: z.int().min(7).max(36_500).default(400),
    })
    .prefault({}),
};
