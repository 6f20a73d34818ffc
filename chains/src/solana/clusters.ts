import type { NETWORK, Result } from '@causeway/protocol';
import type { ReadFailure, RpcFailure } from '../failures.ts';
import { map } from '../provider/result.ts';
import { requireChain } from '../provider/verification.ts';
import type { SolanaContext } from './context.ts';
import type { SolanaRpc } from './rpc.ts';
import { hashAnswer } from './wire.ts';

/** The public clusters by genesis hash. Any other cluster is a local one. */
const CLUSTERS: Readonly<Record<string, keyof typeof NETWORK>> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d': 'mainnet',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY': 'test',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG: 'dev',
};

/** The cluster that a quorum of the endpoints serves, by its genesis hash. */
export async function servedCluster(rpc: Pick<SolanaRpc, 'agree'>): Promise<Result<keyof typeof NETWORK, RpcFailure>> {
  const genesis = await rpc.agree(async (endpoint) => hashAnswer.parse(await endpoint.send('getGenesisHash', [])));
  return map(genesis, (hash) => CLUSTERS[hash] ?? 'local');
}

/** Fails with NETWORK_UNSUITABLE when the endpoints serve another cluster than the deployment file's. */
export const requireOwnChain = async ({
  connection,
  deployment,
}: Pick<SolanaContext, 'connection' | 'deployment'>): Promise<Result<void, ReadFailure>> =>
  requireChain(deployment, await servedCluster(connection.rpc));
