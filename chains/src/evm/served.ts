import { ok, type Result } from '@causeway/protocol';
import type { ReadFailure } from '../failures.ts';
import { map } from '../provider/result.ts';
import { requireChain, unsuitable } from '../provider/verification.ts';
import type { Endpoint } from '../rpc/quorum.ts';
import type { EvmConnection } from './connection.ts';
import type { EvmContext } from './context.ts';
import { OtherChain, refusal } from './endpoint.ts';
import { blockAnswer } from './wire.ts';

/** The chain id that a quorum of the endpoints serves. */
async function servedChain({
  rpc,
  chainId,
}: Pick<EvmConnection, 'rpc' | 'chainId'>): Promise<Result<string, ReadFailure>> {
  const served = await rpc.agree(async (endpoint) => {
    try {
      // An endpoint of another chain refuses to ask it anything.
      await endpoint.send('eth_chainId', []);
      return chainId;
    } catch (error) {
      if (error instanceof OtherChain) return error.served;
      throw error;
    }
  });
  return map(served, String);
}

/** Fails with NETWORK_UNSUITABLE when the endpoints serve another chain than the deployment file's. */
export const requireOwnChain = async ({
  connection,
  deployment,
}: Pick<EvmContext, 'connection' | 'deployment'>): Promise<Result<void, ReadFailure>> =>
  requireChain(deployment, await servedChain(connection));

/** What nodes say of a tag that they do not know, or have no block for. A node may refuse for other reasons as well. */
const TAG_UNKNOWN = /finali[sz]ed|tag|block|argument|param|hex/i;

/** Whether an endpoint shows a finalized block. Rejects when it does not answer, or refuses for another reason. */
async function showsFinalized(endpoint: Endpoint): Promise<boolean> {
  try {
    return blockAnswer.parse(await endpoint.send('eth_getBlockByNumber', ['finalized', false])) !== null;
  } catch (error) {
    if (TAG_UNKNOWN.test(refusal(error) ?? '')) return false;
    throw error;
  }
}

/**
 * Fails with NETWORK_UNSUITABLE where the settings ask for the block `finalized` and a quorum of the endpoints shows
 * none.
 */
export async function requireFinalizedTag(
  network: string,
  { rpc, config }: Pick<EvmConnection, 'rpc' | 'config'>,
): Promise<Result<void, ReadFailure>> {
  if (!config.finality.finalizedTag) return ok(undefined);
  const shown = await rpc.agree(showsFinalized);
  if (!shown.ok) return shown;
  if (shown.value) return ok(undefined);
  return unsuitable(
    network,
    'finality.finalizedTag',
    'its endpoints know no finalized block; give others, or false where depth alone decides there',
  );
}
