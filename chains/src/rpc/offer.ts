import { fail } from '@causeway/protocol';

/**
 * Sends a transaction to every endpoint with `send`, which returns null when the endpoint accepts or already knows it,
 * and the refusal otherwise. Returns null as soon as one endpoint accepts, while the other calls continue; otherwise
 * the refusals of those that answered, which is an empty list when none did.
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

/** The failure of a transaction that no endpoint accepted or refused. */
export const nobodyAnswered = () => fail('RPC_UNAVAILABLE', 'no endpoint answered to the transaction', true);
