import type { TransactionCallPreviewResponse } from '@radixdlt/babylon-core-api-sdk';
import { z } from 'zod';
import type { CallPreviewRequest } from '../../types.ts';
import { type Endpoints, endpoint, type Node } from '../endpoint.ts';
import { entityType, isComponent } from '../entity.ts';
import { invalidField } from '../errors.ts';
import { writer } from '../format.ts';
import { ledgerStateSummary, refuseHistory } from '../ledger-state.ts';
import { runPreview } from '../preview.ts';
import { UNIT_SBOR } from '../receipt.ts';
import { hexField, ledgerStateSelector, networkRequest } from '../requests.ts';

const callPreviewRequest = networkRequest.extend({
  at_ledger_state: ledgerStateSelector.nullish(),
  target: z.discriminatedUnion('type', [
    z.object({
      type: z.literal('Function'),
      package_address: z.string(),
      blueprint_name: z.string(),
      function_name: z.string(),
    }),
    z.object({ type: z.literal('Method'), component_address: z.string(), method_name: z.string() }),
  ]),
  arguments: z.array(z.string()),
});

/** Runs one call now with every signature and without a fee, and returns its answer. */
function callPreview(node: Node, request: z.infer<typeof callPreviewRequest>): TransactionCallPreviewResponse {
  refuseHistory(request.at_ledger_state);
  const call = {
    target: callTarget(node, request.target),
    arguments: request.arguments.map((argument) => Buffer.from(hexField('arguments', argument)).toString('hex')),
  };
  const outcome = runPreview(node, (engine) => engine.previewCall(call));
  const at_ledger_state = ledgerStateSummary(node.ledger.head);
  if (!outcome.ok) return { at_ledger_state, status: 'Rejected', error_message: outcome.error.message };
  const { error, outputs } = outcome.value;
  if (error !== null) return { at_ledger_state, status: 'Failed', error_message: error };
  return { at_ledger_state, status: 'Succeeded', output: writer(node).sbor(outputs[0] ?? UNIT_SBOR) };
}

function callTarget(
  { network }: Node,
  target: z.infer<typeof callPreviewRequest>['target'],
): CallPreviewRequest['target'] {
  if (target.type === 'Function') {
    if (entityType(target.package_address, network) !== 'GlobalPackage')
      throw invalidField('target.package_address', 'InvalidAddress');
    return {
      kind: 'function',
      package: target.package_address,
      blueprint: target.blueprint_name,
      function: target.function_name,
    };
  }
  if (!isComponent(entityType(target.component_address, network)))
    throw invalidField('target.component_address', 'InvalidAddress');
  return { kind: 'method', component: target.component_address, method: target.method_name };
}

export const callPreviewEndpoints: Endpoints = {
  '/transaction/call-preview': endpoint(callPreviewRequest, callPreview),
};
