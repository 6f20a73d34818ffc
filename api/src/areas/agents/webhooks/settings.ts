import { ANSWER_TIMEOUT_MS, parseNetwork } from '@causeway/agents';
import { z } from 'zod';

/** Five days: longer than the pauses of all attempts of one delivery together. */
const DISABLE_AFTER_SECONDS = 432_000;

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
       * Networks that are not public and to which webhooks go all the same, such as `10.0.0.0/8`, by https or http.
       * Without any, webhooks go to public addresses by https alone.
       */
      allowedNetworks: z
        .array(z.string().refine(isNetwork, { message: 'must be a network, such as 10.0.0.0/8' }))
        .default([]),
      /** How long a receiver may take to answer, milliseconds. */
      timeoutMs: z.int().min(100).max(60_000).default(ANSWER_TIMEOUT_MS),
      /** An endpoint all of whose attempts failed for so long is disabled, seconds; 0: never. */
      disableAfterSeconds: z.int().min(0).max(31_536_000).default(DISABLE_AFTER_SECONDS),
    })
    .prefault({}),
};
