import type { ParsedNotarizedTransaction, TransactionParseResponse } from '@radixdlt/babylon-core-api-sdk';
import { z } from 'zod';
import type { ParsedTransaction } from '../../types.ts';
import { type Endpoints, endpoint, LARGE_REQUEST_BYTES, type Node } from '../endpoint.ts';
import { clientError } from '../errors.ts';
import { writer } from '../format.ts';
import { ledgerHashBech32m } from '../hashes.ts';
import { read } from '../read.ts';
import { hexField, networkRequest, transactionFormatOptions } from '../requests.ts';
import { notarizedTransaction } from '../transaction.ts';

const parseRequest = networkRequest.extend({
  payload_hex: z.string(),
  parse_mode: z.enum(['Any', 'Notarized', 'Signed', 'Unsigned', 'Ledger']).nullish(),
  validation_mode: z.enum(['None', 'Static', 'Full']).nullish(),
  response_mode: z.enum(['Basic', 'Full']).nullish(),
  transaction_format_options: transactionFormatOptions.nullish(),
});
type Request = z.infer<typeof parseRequest>;

/** The content of a notarized transaction, and whether it is valid. Parts of transactions are not supported. */
function parse(node: Node, request: Request): TransactionParseResponse {
  const raw = hexField('payload_hex', request.payload_hex);
  const mode = request.parse_mode ?? 'Any';
  const parsed = read(node, (engine) => engine.parse(raw));
  if ((mode !== 'Any' && mode !== 'Notarized') || !parsed.ok)
    throw clientError("The payload isn't a notarized transaction of version 1, and this ledger reads no others");
  const error = validationError(node, request, raw, parsed.value);
  const style = writer(node, { transactionOptions: request.transaction_format_options });
  return {
    parsed: {
      type: 'NotarizedTransaction',
      ...(request.response_mode !== 'Basic' && {
        notarized_transaction: notarizedTransaction(parsed.value, Buffer.from(raw).toString('hex'), style),
      }),
      identifiers: identifiers(node, parsed.value),
      ...(error && { validation_error: error }),
    },
  };
}

function identifiers({ network }: Node, { hashes }: ParsedTransaction): ParsedNotarizedTransaction['identifiers'] {
  return {
    intent_hash: hashes.transactionIntent.hex,
    intent_hash_bech32m: hashes.transactionIntent.bech32m,
    signed_intent_hash: hashes.signedTransactionIntent.hex,
    signed_intent_hash_bech32m: hashes.signedTransactionIntent.bech32m,
    payload_hash: hashes.notarizedTransaction.hex,
    payload_hash_bech32m: hashes.notarizedTransaction.bech32m,
    ledger_hash: hashes.ledgerTransaction,
    ledger_hash_bech32m: ledgerHashBech32m(hashes.ledgerTransaction, network),
  };
}

function validationError(node: Node, { validation_mode }: Request, raw: Uint8Array, { invalid }: ParsedTransaction) {
  if (validation_mode === 'None') return null;
  if (invalid !== null) return { reason: invalid, is_permanent: true };
  if (validation_mode !== 'Full') return null;
  const checked = read(node, (engine) => engine.check(raw));
  return checked.ok ? null : { reason: checked.error.message, is_permanent: checked.error.payloadPermanent };
}

export const parseEndpoints: Endpoints = {
  '/transaction/parse': endpoint(parseRequest, parse, { maxRequestBytes: LARGE_REQUEST_BYTES }),
};
