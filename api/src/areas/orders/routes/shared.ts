import { createHash } from 'node:crypto';
import Type from 'typebox';
import { etagOf } from '../../../http/requests/etag.ts';
import type { OrderEvidence } from '../schemas.ts';
import type { SeenOrder } from '../view.ts';

/** Path parameter of one order. */
export const orderParams = Type.Object({
  id: Type.String({
    format: 'uuid',
    description: 'The order’s id.',
    examples: ['0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70'],
  }),
});

/** The evidence of a new order. */
const NO_EVIDENCE: OrderEvidence = { signers: null, proof: null };

/**
 * The ETag of an order. The orderer's private view is a different representation, and so is an order with more
 * confirmations or evidence, which grow without a new version of the order.
 */
export function orderEtag(
  { row, own, confirmations }: SeenOrder,
  { signers, proof }: OrderEvidence = NO_EVIDENCE,
): string {
  const evidence = JSON.stringify([signers, proof]);
  const digest = signers || proof ? createHash('sha256').update(evidence).digest('base64url').slice(0, 16) : '';
  return etagOf(
    row.version,
    [own ? '' : 'public', confirmations > 0 ? `${confirmations}` : '', digest].filter(Boolean).join('.'),
  );
}
