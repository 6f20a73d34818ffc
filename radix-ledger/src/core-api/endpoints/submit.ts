import type {
  TransactionSubmitRejectedErrorDetails as RejectedDetails,
  TransactionSubmitResponse,
} from '@radixdlt/babylon-core-api-sdk';
import { z } from 'zod';
import type { ParsedTransaction, Rejection } from '../../types.ts';
import { type Endpoints, endpoint, LARGE_REQUEST_BYTES, type Node } from '../endpoint.ts';
import { ApiError } from '../errors.ts';
import { instant } from '../ledger-state.ts';
import { hexField, networkRequest } from '../requests.ts';
import { committedIntent } from '../transaction.ts';

const submitRequest = networkRequest.extend({ notarized_transaction_hex: z.string() });

/** Adds a transaction to the mempool, unless its execution on the current state is rejected. */
function submit(node: Node, request: z.infer<typeof submitRequest>): TransactionSubmitResponse {
  const raw = hexField('notarized_transaction_hex', request.notarized_transaction_hex);
  const submitted = node.ledger.submit(raw);
  if (submitted.ok) return { duplicate: submitted.value.duplicate };
  const failure = submitted.error;
  switch (failure.code) {
    case 'MempoolFull':
      throw mempoolFull(failure.parsed);
    case 'IntentAlreadyCommitted':
      throw alreadyCommitted(node, failure.parsed);
    default:
      throw rejected(node, failure);
  }
}

function mempoolFull({ header: { tipPercentage } }: ParsedTransaction): ApiError {
  return new ApiError(400, 'The mempool is full', {
    type: 'TransactionSubmit',
    details: { type: 'PriorityThresholdNotMet', tip_percentage: tipPercentage },
  });
}

function alreadyCommitted(node: Node, { hashes }: ParsedTransaction): ApiError {
  const committed = committedIntent(node, hashes.transactionIntent.hex);
  if (!committed) throw new Error('the ledger does not have what it says is committed');
  const { hex, bech32m } = committed.hashes.notarizedTransaction;
  return new ApiError(400, 'The transaction intent has already been committed', {
    type: 'TransactionSubmit',
    details: {
      type: 'IntentAlreadyCommitted',
      committed_as: {
        state_version: committed.stateVersion,
        payload_hash: hex,
        payload_hash_bech32m: bech32m,
        is_same_transaction: hex === hashes.notarizedTransaction.hex,
      },
    },
  });
}

function rejected({ ledger }: Node, rejection: Rejection): ApiError {
  const { message, payloadPermanent, intentPermanent, validFromEpoch, invalidFromEpoch } = rejection;
  const details: RejectedDetails = {
    type: 'Rejected',
    error_message: message,
    is_fresh: true,
    is_payload_rejection_permanent: payloadPermanent,
    is_intent_rejection_permanent: intentPermanent,
    ...(validFromEpoch !== null && { retry_from_epoch: validFromEpoch }),
    // Any other temporary rejection may be retried at once.
    ...(validFromEpoch === null &&
      !payloadPermanent && { retry_from_timestamp: instant(ledger.head.proposerTimestampMs) }),
    ...(invalidFromEpoch !== null && !payloadPermanent && { invalid_from_epoch: invalidFromEpoch }),
  };
  return new ApiError(400, 'The transaction execution resulted in a rejection', {
    type: 'TransactionSubmit',
    details,
  });
}

export const submitEndpoints: Endpoints = {
  '/transaction/submit': endpoint(submitRequest, submit, {
    errorType: 'TransactionSubmit',
    maxRequestBytes: LARGE_REQUEST_BYTES,
  }),
};
