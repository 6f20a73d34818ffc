import { define, type ErrorTable, HTTP_ERRORS, refuserOf } from '../http/errors/errors.ts';

/** Errors of routes, amounts and addresses, in every area. */
export const BRIDGE_ERRORS = {
  CHAIN_UNKNOWN: define(
    422,
    'Unknown chain',
    'No configured network has this name; the answer lists the known ones and names the nearest.',
  ),
  ASSET_UNKNOWN: define(
    422,
    'Unknown asset',
    'No asset has this symbol (and no chain this name), or it does not exist on that chain; the answer lists the known ones and names the nearest.',
  ),
  NOT_BRIDGED: define(
    422,
    'Not bridged',
    'The symbol means another network’s asset; this chain’s own coin of that name is not bridged. `bridged` names the asset there, where it exists.',
  ),
  ASSET_MISMATCH: define(
    422,
    'Another asset',
    '`to` names another asset than `from`: a bridge order moves one asset, 1:1.',
  ),
  SAME_ASSET: define(422, 'Same asset', '`from` and `to` of a swap name one asset: `mode: "bridge"` moves it 1:1.'),
  SWAP_NOT_AVAILABLE: define(
    422,
    'Swap not available',
    'The bridge of the asset has no settler at `to`, or the operation takes no `mode: "swap"`; use `mode: "bridge"`.',
  ),
  SAME_CHAIN: define(422, 'Same chain', '`from` and `to` name the same chain.'),
  ROUTE_VIA_HOME: define(
    422,
    'Route leads over the home chain',
    'A bridged asset moves only from and to its home; `orders` names the two orders that do it.',
  ),
  ROUTE_NOT_OPEN: define(
    422,
    'Route not open',
    'The two bridges are not (yet) open towards each other; `open` has the open routes of the asset.',
  ),
  INVALID_AMOUNT: define(
    422,
    'Invalid amount',
    'Not a positive decimal, more decimals than the bridge moves, or a number that JSON cannot carry exactly: send a string.',
  ),
  AMOUNT_TOO_SMALL: define(422, 'Amount too small', 'Below the route’s minimum, which the answer names.'),
  AMOUNT_TOO_LARGE: define(422, 'Amount too large', 'Above the route’s maximum, which the answer names.'),
  INVALID_ADDRESS: define(422, 'Invalid address', 'An address that its chain does not accept.'),
  INSUFFICIENT_BALANCE: define(
    422,
    'Insufficient balance',
    'The wallet holds less than amount and fees; the answer says how much is missing.',
  ),
  LOCK_REFUSED: define(
    422,
    'Lock refused',
    'The source chain’s bridge refuses this lock; the answer carries its reason.',
  ),
  CHAIN_UNAVAILABLE: define(503, 'Chain unavailable', 'A chain that the request needs cannot be read at present.'),
  BRIDGE_PAUSED: define(503, 'Bridge paused', 'The source’s bridge takes no locks at present.'),
} as const satisfies ErrorTable;

/** The failed Answer for an error code of every route or of the bridge. */
export const refuse = refuserOf({ ...HTTP_ERRORS, ...BRIDGE_ERRORS });
