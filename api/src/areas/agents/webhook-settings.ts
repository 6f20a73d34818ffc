import { ANSWER_TIMEOUT_MS, parseNetwork } from '@causeway/agents';
import { z } from 'zod';

function isNetwork(text: string): boolean {
  try {
    parseNetwork(text);
    return true;
  } catch {
    return false;
  }
}

/** Members of the configuration's `api` section. */
export const webhookSettings = {
  webhooks: z
    .strictObject({
      /**
       * Networks that are not public and to which webhooks go all the same, such as `10.0.0.0/8`, by https or http. Without
       * any, webhooks go to public addresses by https alone.
       */
      allowedNetworks: z
        .array(z.string().refine(isNetwork, { message: 'must be a network, such as 10.0.0.0/8' }))
        .default([]),
      /** How long a receiver may take to answer, milliseconds. */
      timeoutMs: z.int().min(100).max(60_000).default(ANSWER_TIMEOUT_MS),
    })
    .prefault({}),
};
