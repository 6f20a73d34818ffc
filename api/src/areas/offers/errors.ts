import { BRIDGE_ERRORS } from '../../bridge/errors.ts';
import { define, type ErrorTable, HTTP_ERRORS, refuserOf } from '../../http/errors/errors.ts';

/** Errors of a quote of a swap, which every bridge route can have besides. */
export const SWAP_QUOTE_ERRORS = {
  SLIPPAGE_OUT_OF_RANGE: define(422, 'Slippage out of range', '`slippageBps` is not from 0 to 1,000.'),
  NO_OFFER: define(
    422,
    'No offer',
    'No solver offers this amount near the market’s rate; `largestAmount` and `smallestAmount` say for which amounts one does.',
  ),
  QUOTE_EXPIRED: define(
    409,
    'Quote expired',
    'The offer of `quoteId` has ended, was withdrawn or is no longer near the market’s rate; ask for a new quote.',
  ),
  RATE_UNAVAILABLE: define(
    503,
    'Rate unavailable',
    'The market has no rate of the pair at present, so no offer can be compared with it; with `minToAmount` the quote is a limit order.',
  ),
} as const satisfies ErrorTable;

/** Errors of the routes under /offers, and of quotes of swaps. */
export const OFFER_ERRORS = {
  ...SWAP_QUOTE_ERRORS,
  INVALID_RATE: define(
    422,
    'Invalid rate',
    'Not a positive plain decimal, or more than 20 digits before its point or 18 after it.',
  ),
  ADDRESS_NOT_PROVEN: define(
    422,
    'Address not proven',
    '`solverAddress` is no verified wallet of yours on the destination’s kind of chain: create the wallet and sign its challenge.',
  ),
  ADDRESSES_DIFFER: define(
    422,
    'Addresses differ',
    'Two offers towards one network have different `solverAddress`es; a solver has one on each.',
  ),
  OFFERS_EXCEEDED: define(
    422,
    'Too many offers of yours',
    'You and your agents have 500 offers together; `left` is how many this avatar may have.',
  ),
  OFFERS_TOO_OFTEN: define(429, 'Offers replaced too often', 'A solver replaces its offers at most twice a second.'),
  OFFERS_FULL: define(
    503,
    'Offers are full',
    'All solvers together have as many offers as the service keeps; there is always room for those who have filled an order.',
  ),
} as const satisfies ErrorTable;

/** The failed Answer of a code that a route of offers, or a quote of a swap, may answer. */
export const refuse = refuserOf({ ...HTTP_ERRORS, ...BRIDGE_ERRORS, ...OFFER_ERRORS });
