import type { CommittedTransaction, StreamTransactionsResponse } from '@radixdlt/babylon-core-api-sdk';
import { z } from 'zod';
import { type Endpoints, endpoint, type Node } from '../endpoint.ts';
import { ApiError, clientError } from '../errors.ts';
import { STREAM_SBOR, writer } from '../format.ts';
import { stateIdentifier } from '../ledger-state.ts';
import {
  integer,
  integerField,
  MAX_STATE_VERSION,
  networkRequest,
  sborFormatOptions,
  transactionFormatOptions,
} from '../requests.ts';
import { committedAt, committedTransaction } from '../transaction.ts';

/** Most transactions in one answer. */
const MAX_LIMIT = 10_000;
/** A page ends after the transaction whose JSON exceeds this total, bytes. */
const PAGE_BYTES = 15 * 1_024 * 1_024;

const streamRequest = networkRequest.extend({
  from_state_version: integer,
  limit: integer,
  sbor_format_options: sborFormatOptions.nullish(),
  transaction_format_options: transactionFormatOptions.nullish(),
  include_proofs: z.boolean().nullish(),
});

/**
 * A page of the ledger from a state version on. The version after the newest gives an empty page, so that a client can
 * wait for the next transaction. A later version is an error that names the newest.
 */
function streamTransactions(node: Node, request: z.infer<typeof streamRequest>): StreamTransactionsResponse {
  const { ledger } = node;
  const from = integerField('from_state_version', request.from_state_version, 1, MAX_STATE_VERSION);
  if (request.limit <= 0) throw clientError('limit must be positive');
  if (request.limit > MAX_LIMIT) throw clientError(`limit must <= ${MAX_LIMIT}`);
  const newest = ledger.head.stateVersion;
  if (from > newest + 1) throw outOfBounds(newest);
  const previous = ledger.transaction(from - 1);
  const transactions = page(node, request, from);
  return {
    ...(previous && { previous_state_identifiers: stateIdentifier(previous) }),
    from_state_version: from,
    count: transactions.length,
    max_ledger_state_version: newest,
    transactions,
    ...(request.include_proofs && { proofs: [] }),
  };
}

function page(node: Node, request: z.infer<typeof streamRequest>, from: number): CommittedTransaction[] {
  const style = writer(node, {
    sbor: STREAM_SBOR,
    sborOptions: request.sbor_format_options,
    transactionOptions: request.transaction_format_options,
  });
  const transactions: CommittedTransaction[] = [];
  const end = Math.min(from + request.limit, node.ledger.head.stateVersion + 1);
  for (let version = from, bytes = 0; version < end && bytes <= PAGE_BYTES; version++) {
    const transaction = committedTransaction(committedAt(node, version), node, style);
    bytes += JSON.stringify(transaction).length;
    transactions.push(transaction);
  }
  return transactions;
}

function outOfBounds(newest: number): ApiError {
  return new ApiError(400, 'The requested state version is out of bounds', {
    type: 'StreamTransactions',
    details: { type: 'RequestedStateVersionOutOfBounds', max_ledger_state_version: newest },
  });
}

export const streamEndpoints: Endpoints = {
  '/stream/transactions': endpoint(streamRequest, streamTransactions, { errorType: 'StreamTransactions' }),
};
