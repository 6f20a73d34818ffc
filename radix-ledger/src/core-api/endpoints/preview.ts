import type {
  InstructionResourceChanges,
  TransactionPreviewResponse,
  TransactionReceipt,
} from '@radixdlt/babylon-core-api-sdk';
import { z } from 'zod';
import type { PreviewReceipt, PreviewRequest } from '../../types.ts';
import { type Endpoints, endpoint, LARGE_REQUEST_BYTES, type Node } from '../endpoint.ts';
import { entityReference } from '../entity.ts';
import { clientError } from '../errors.ts';
import { type Writer, writer } from '../format.ts';
import { parsePublicKey } from '../keys.ts';
import { ledgerStateSummary, refuseHistory } from '../ledger-state.ts';
import { type RejectedPreview, runPreview } from '../preview.ts';
import { costingParameters, feeSummary, NO_STATE_UPDATES, transactionReceipt } from '../receipt.ts';
import {
  hexField,
  integer,
  integerField,
  ledgerStateSelector,
  MAX_EPOCH,
  MAX_U16,
  MAX_U32,
  networkRequest,
  publicKey,
} from '../requests.ts';

const previewRequest = networkRequest.extend({
  at_ledger_state: ledgerStateSelector.nullish(),
  manifest: z.string(),
  blobs_hex: z.array(z.string()).nullish(),
  start_epoch_inclusive: integer.nullish(),
  end_epoch_exclusive: integer.nullish(),
  notary_public_key: publicKey.nullish(),
  notary_is_signatory: z.boolean().nullish(),
  tip_percentage: integer.nullish(),
  nonce: integer.nullish(),
  signer_public_keys: z.array(publicKey).nullish(),
  options: z.object({ radix_engine_toolkit_receipt: z.boolean().nullish() }).nullish(),
  flags: z
    .object({
      use_free_credit: z.boolean().nullish(),
      assume_all_signature_proofs: z.boolean().nullish(),
      skip_epoch_check: z.boolean().nullish(),
      disable_auth_checks: z.boolean().nullish(),
    })
    .nullish(),
});

/** Runs a manifest now without signatures, and returns its effects. */
function preview(node: Node, request: z.infer<typeof previewRequest>): TransactionPreviewResponse {
  refuseHistory(request.at_ledger_state);
  if (request.options?.radix_engine_toolkit_receipt) throw clientError('This ledger gives no toolkit receipts');
  const manifest = enginePreview(request);
  const outcome = runPreview(node, (engine) => engine.preview(manifest));
  const style = writer(node);
  const at_ledger_state = ledgerStateSummary(node.ledger.head);
  // Nodes once returned an encoded receipt; its field is now empty, and the receipt is in JSON.
  const common = { at_ledger_state, encoded_receipt: '' };
  if (!outcome.ok)
    return { ...common, receipt: rejectedReceipt(outcome.error), instruction_resource_changes: [], logs: [] };
  return {
    ...common,
    receipt: transactionReceipt(outcome.value, style),
    instruction_resource_changes: resourceChanges(outcome.value, style),
    logs: outcome.value.logs.map(([level, message]) => ({ level, message })),
  };
}

const isGiven = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;

function enginePreview(request: z.infer<typeof previewRequest>): PreviewRequest {
  const { start_epoch_inclusive: start, end_epoch_exclusive: end, notary_public_key: notary, flags } = request;
  return {
    manifest: request.manifest,
    blobs: (request.blobs_hex ?? []).map((blob) => hexField('blobs', blob)),
    ...(isGiven(start) && { startEpochInclusive: integerField('start_epoch_inclusive', start, 0, MAX_EPOCH) }),
    ...(isGiven(end) && { endEpochExclusive: integerField('end_epoch_exclusive', end, 0, MAX_EPOCH) }),
    ...(isGiven(notary) && { notaryPublicKey: parsePublicKey('notary_public_key', notary) }),
    notaryIsSignatory: request.notary_is_signatory ?? false,
    tipPercentage: integerField('tip_percentage', request.tip_percentage ?? 0, 0, MAX_U16),
    nonce: integerField('nonce', request.nonce ?? 0, 0, MAX_U32),
    signerPublicKeys: (request.signer_public_keys ?? []).map((key) => parsePublicKey('signer_public_keys', key)),
    flags: {
      useFreeCredit: flags?.use_free_credit ?? false,
      assumeAllSignatureProofs: flags?.assume_all_signature_proofs ?? false,
      skipEpochCheck: flags?.skip_epoch_check ?? false,
      disableAuthChecks: flags?.disable_auth_checks ?? false,
    },
  };
}

function rejectedReceipt({ message, fee, costing }: RejectedPreview): TransactionReceipt {
  return {
    status: 'Rejected',
    fee_summary: feeSummary(fee),
    costing_parameters: costingParameters(costing),
    state_updates: NO_STATE_UPDATES,
    error_message: message,
  };
}

/** The resources that each instruction moves into and out of vaults. */
function resourceChanges({ resourceChanges }: PreviewReceipt, { network }: Writer): InstructionResourceChanges[] {
  const instructions = [...new Set(resourceChanges.map(({ instruction }) => instruction))];
  return instructions.map((index) => ({
    index,
    resource_changes: resourceChanges
      .filter(({ instruction }) => instruction === index)
      .map(({ resource, entity, vault, amount }) => ({
        resource_address: resource,
        component_entity: entityReference(entity, network),
        vault_entity: entityReference(vault, network),
        amount,
      })),
  }));
}

export const previewEndpoints: Endpoints = {
  '/transaction/preview': endpoint(previewRequest, preview, { maxRequestBytes: LARGE_REQUEST_BYTES }),
};
