import { BRIDGE_ERRORS } from '../../bridge/errors.ts';
import { define, type ErrorTable, HTTP_ERRORS, refuserOf } from '../../http/errors/errors.ts';

/** Errors of the order routes only. */
export const ORDER_ERRORS = {
  ORDER_NOT_FOUND: define(404, 'Order not found', 'No order has this id.'),
  ORDER_NOT_CANCELLABLE: define(
    409,
    'Order not cancellable',
    'The order left `created`: from the lock on it completes or is refunded.',
  ),
  ORDER_NOT_CLAIMABLE: define(
    409,
    'Order not claimable',
    'No payment of the order is credited, or the credit was claimed already.',
  ),
  CLAIM_REFUSED: define(
    422,
    'Claim refused',
    'The bridge refuses the claim: the account cannot be paid either; name another one in `to`.',
  ),
  OPEN_ORDERS_EXCEEDED: define(
    429,
    'Too many open orders',
    'The caller has as many open orders as one may; wait until one ends, or cancel one.',
  ),
  RECIPIENT_CANNOT_RECEIVE: define(
    422,
    'Recipient cannot receive',
    'A payment of the wanted asset to `destinationAddress` would be refused now: by its contract, its deposit rules, or the least that a new account holds.',
  ),
  FALLBACK_UNKNOWN: define(422, 'Unknown fallback', '`fallback` is neither `home` nor `token`.'),
  DEADLINE_OUT_OF_RANGE: define(
    422,
    'Deadline out of range',
    '`deadline` is not after the expected delivery, or too near to the time at which the oracle cancels; the answer names both ends.',
  ),
  RECIPIENT_REQUIRED: define(
    422,
    'Recipient required',
    'No `destinationAddress`, and the caller has no wallet on the destination chain.',
  ),
} as const satisfies ErrorTable;

/** The failed Answer of a code that a route under /orders may answer. */
export const refuse = refuserOf({ ...HTTP_ERRORS, ...BRIDGE_ERRORS, ...ORDER_ERRORS });
