import { z } from 'zod';

/**
 * Differences of deployments that the operator of a process accepts: each names exactly one value under one name, as
 * `causeway verify` shows it.
 */
export const acceptedDeviations = z
  .array(
    z.strictObject({
      chain: z.string().min(1),
      family: z.string().min(1).default('main'),
      what: z.string().min(1),
      found: z.string(),
    }),
  )
  .default([]);
