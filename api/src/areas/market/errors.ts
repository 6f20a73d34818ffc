import { define, type ErrorTable, HTTP_ERRORS, refuserOf } from '../../http/errors/errors.ts';

/** Errors of the market routes only. */
export const MARKET_ERRORS = {
  PAIR_UNKNOWN: define(
    422,
    'Unknown pair',
    'No price source is configured for one of the tokens; the answer lists the known ones.',
  ),
  PRICE_UNAVAILABLE: define(
    503,
    'Price unavailable',
    'Fewer than two price sources agree at present; no rate is invented.',
  ),
} as const satisfies ErrorTable;

/** The failed Answer of a code that a market route may answer. */
export const refuse = refuserOf({ ...HTTP_ERRORS, ...MARKET_ERRORS });
