import { fail } from '@causeway/protocol';

/**
 * Hands a transaction to every endpoint by `send`, which answers null where the endpoint takes it or knows it already,
 * and else why it refuses. Null as soon as one takes it, the others still being told; else the refusals, none where no
 * endpoint answered.
 */
export async function offerToAll<Endpoint, Refusal>(
  endpoints: readonly Endpoint[],
  send: (endpoint: Endpoint) => Promise<Refusal | null>,
): Promise<readonly Refusal[] | null> {
  const refusals: Refusal[] = [];
  const offers = endpoints.map(async (endpoint) => {
    const refusal = await send(endpoint);
    if (refusal === null) return;
    refusals.push(refusal);
    throw new Error('refused');
  });
  return Promise.any(offers).then(
    () => null,
    () => refusals,
  );
}

/** What becomes of a transaction that no endpoint took or refused. */
export const nobodyAnswered = () => fail('RPC_UNAVAILABLE', 'no endpoint answered to the transaction', true);
