import type { OrderRow, PlatformStorage } from '@causeway/storage';
import { rootOf } from './proof.ts';
import type { OrderEvidence } from './schemas.ts';

/** Signers of the newest included submission for the order on its destination, otherwise of the newest submission. */
async function signers(
  { submissions }: Pick<PlatformStorage, 'submissions'>,
  order: OrderRow,
): Promise<string[] | null> {
  const carrying = (await submissions.forOrder(order.id)).flatMap((row) =>
    row.purpose === 'oracle' && row.domain === order.destination ? [row] : [],
  );
  const submission = carrying.findLast(({ state }) => state === 'included') ?? carrying.at(-1);
  return submission ? [...submission.details.signers] : null;
}

/** The proof of the order's delivery; fields are null until they exist. */
export async function orderEvidence(
  storage: Pick<PlatformStorage, 'chainView' | 'submissions'>,
  order: OrderRow,
): Promise<OrderEvidence> {
  const [signedBy, root] = await Promise.all([signers(storage, order), rootOf(storage, order)]);
  return {
    signers: signedBy,
    proof: root ? { firstNonce: root.firstNonce.toString(), count: root.count, root: root.root } : null,
  };
}
