import { isUnavailable } from '@causeway/storage';
import { type Problem, refuse } from './errors.ts';

/** Retry-After while the database cannot be written or reached, seconds. */
const RETRY_SECONDS = 5;

/**
 * The one answer of every route while the database cannot be written or reached; operators find the reason in the log.
 */
export const STORAGE_UNAVAILABLE: Problem = refuse(
  'STORAGE_UNAVAILABLE',
  'the database cannot be written or reached at the moment; repeat the request later',
  { retryAfter: RETRY_SECONDS },
).error;

/** The problem of a failure of the database's disk or server; undefined for any other error. */
export const storageProblem = (error: unknown): Problem | undefined =>
  isUnavailable(error) ? STORAGE_UNAVAILABLE : undefined;
