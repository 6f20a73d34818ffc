import type { Network, ReadFailure, SendFailure } from '@causeway/chains';
import type { Refusal } from '../http/errors/errors.ts';
import { type BRIDGE_ERRORS, refuse } from './errors.ts';

/** Chain and contract failures with their own API error codes. */
const CODES: Readonly<Record<string, keyof typeof BRIDGE_ERRORS>> = {
  INVALID_ADDRESS: 'INVALID_ADDRESS',
  SENDER_REQUIRED: 'INVALID_ADDRESS',
  InvalidRecipient: 'INVALID_ADDRESS',
  InvalidRefundAddress: 'INVALID_ADDRESS',
  INSUFFICIENT_FUNDS: 'INSUFFICIENT_BALANCE',
  ERC20InsufficientBalance: 'INSUFFICIENT_BALANCE',
  BelowMinimum: 'AMOUNT_TOO_SMALL',
  AboveMaximum: 'AMOUNT_TOO_LARGE',
  OutboundPaused: 'BRIDGE_PAUSED',
  RemoteNotOpen: 'ROUTE_NOT_OPEN',
  UnknownRemote: 'ROUTE_NOT_OPEN',
};

/**
 * The problem document for a failed chain operation. A temporary failure becomes CHAIN_UNAVAILABLE without the
 * endpoint's words; a contract's refusal keeps its name and sentence.
 */
export function chainProblem(failure: ReadFailure | SendFailure, network: Network): Refusal {
  const code = CODES[failure.code];
  if (code !== undefined) return refuse(code, failure.message, { facts: { reason: failure.code } });
  if (failure.retryable) return refuse('CHAIN_UNAVAILABLE', `${network.name} cannot be read at present`);
  return refuse('LOCK_REFUSED', failure.message, { facts: { reason: failure.code } });
}
