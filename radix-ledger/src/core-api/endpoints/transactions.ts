import type {
  TransactionIntentStatus,
  TransactionPayloadDetails,
  TransactionReceiptResponse,
  TransactionStatusResponse,
} from '@radixdlt/babylon-core-api-sdk';
import { z } from 'zod';
import type { IntentStatus, TransactionHash } from '../../types.ts';
import { type Endpoints, endpoint, type Node } from '../endpoint.ts';
import { invalidField, notFound } from '../errors.ts';
import { writer } from '../format.ts';
import { parseIntentHash } from '../hashes.ts';
import { networkRequest, transactionFormatOptions } from '../requests.ts';
import { committedIntent, committedTransaction } from '../transaction.ts';

const statusRequest = networkRequest.extend({ intent_hash: z.string() });
const receiptRequest = statusRequest.extend({ transaction_format_options: transactionFormatOptions.nullish() });

/** The status endpoint's description of each status of an intent. */
const DESCRIPTIONS: Readonly<Record<TransactionIntentStatus, string>> = {
  CommittedSuccess: 'The transaction is committed, and succeeded. /transaction/receipt tells more.',
  CommittedFailure: 'The transaction is committed, and failed. /transaction/receipt tells more.',
  InMempool: 'A payload of the intent is in the mempool, and may be committed.',
  PermanentRejection: 'A payload of the intent was rejected for good: no payload of this intent can be committed.',
  FateUncertainButLikelyRejection: 'All payloads known were rejected, but a later attempt might be committed.',
  FateUncertain: 'A payload of the intent was seen, and it is unknown whether it will be committed.',
  NotSeen: 'No payload of this intent has been seen.',
};

function transactionStatus(node: Node, request: z.infer<typeof statusRequest>): TransactionStatusResponse {
  const hash = intentHash(node, request.intent_hash);
  const committed = committedIntent(node, hash);
  if (!committed) return uncommittedStatus(node.ledger.status(hash));
  const { status, error } = committed.receipt;
  const payload = {
    ...payloadHash(committed.hashes.notarizedTransaction),
    state_version: committed.stateVersion,
    status,
    ...(error !== null && { error_message: error }),
  };
  return tell(status, [payload]);
}

function uncommittedStatus(fate: IntentStatus): TransactionStatusResponse {
  if (fate.kind === 'pending') return tell('InMempool', [{ ...payloadHash(fate.payload), status: 'InMempool' }]);
  if (fate.kind !== 'rejected') return tell('NotSeen', []);
  const { message, payloadPermanent, intentPermanent } = fate.rejection;
  const status = payloadPermanent ? 'PermanentlyRejected' : 'TransientlyRejected';
  const payload = { ...payloadHash(fate.payload), status, error_message: message } as const;
  return tell(intentPermanent ? 'PermanentRejection' : 'FateUncertainButLikelyRejection', [payload]);
}

const tell = (status: TransactionIntentStatus, payloads: TransactionPayloadDetails[]): TransactionStatusResponse => ({
  intent_status: status,
  status_description: DESCRIPTIONS[status],
  known_payloads: payloads,
});

function transactionReceipt(node: Node, request: z.infer<typeof receiptRequest>): TransactionReceiptResponse {
  const hash = intentHash(node, request.intent_hash);
  const committed = committedIntent(node, hash);
  if (!committed) throw notFound(`Committed transaction not found with intent hash: ${hash}`);
  const style = writer(node, { transactionOptions: request.transaction_format_options });
  return { committed: committedTransaction(committed, node, style) };
}

function intentHash({ network }: Node, text: string): string {
  const hash = parseIntentHash(text, network);
  if (hash === null) throw invalidField('intent_hash', 'InvalidHash');
  return hash;
}

const payloadHash = ({ hex, bech32m }: TransactionHash) => ({ payload_hash: hex, payload_hash_bech32m: bech32m });

export const transactionEndpoints: Endpoints = {
  '/transaction/status': endpoint(statusRequest, transactionStatus),
  '/transaction/receipt': endpoint(receiptRequest, transactionReceipt),
};
