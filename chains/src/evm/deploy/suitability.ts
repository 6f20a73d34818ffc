import { type Hex, ok, type Result } from '@causeway/protocol';
import type { DeployFailure } from '../../failures.ts';
import { unsuitable } from '../../provider/verification.ts';
import type { Endpoint } from '../../rpc/quorum.ts';
import type { EvmConnection } from '../connection.ts';
import { endpointMessage } from '../endpoint.ts';
import { toQuantity } from '../rpc.ts';
import { requireFinalizedTag } from '../served.ts';

/** Creation code that runs one instruction of the contracts and returns nothing. The last came with Cancun. */
const INSTRUCTIONS: Readonly<Record<string, Hex>> = {
  PUSH0: '0x5f5ff3',
  MCOPY: '0x6000600060005e60006000f3',
  TSTORE: '0x600160005d60006000f3',
};

/** Whether an endpoint runs the creation code `data`. Nodes have words of their own for an unknown instruction. */
async function doesRun(endpoint: Endpoint, data: Hex): Promise<boolean> {
  try {
    await endpoint.send('eth_call', [{ data }, 'latest']);
    return true;
  } catch (error) {
    if (/opcode|instruction|not activated|revert|evm error/i.test(endpointMessage(error))) return false;
    throw error;
  }
}

/**
 * Fails with NETWORK_UNSUITABLE where the network lacks an instruction of the contracts, has no finalized block though
 * the settings ask for it, or refuses log queries as wide as they say. Sends nothing.
 */
export async function requireSuitable(
  network: string,
  connection: EvmConnection,
): Promise<Result<void, DeployFailure>> {
  const { rpc, config } = connection;
  for (const [instruction, data] of Object.entries(INSTRUCTIONS)) {
    const runs = await rpc.agree((endpoint) => doesRun(endpoint, data));
    if (!runs.ok) return runs;
    if (!runs.value) {
      const advice = 'the contracts need a network of the Cancun upgrade';
      return unsuitable(network, 'rpc', `its endpoints do not run ${instruction}; ${advice}`);
    }
  }
  const head = await rpc.head();
  if (!head.ok) return head;
  const tagged = await requireFinalizedTag(network, connection);
  if (!tagged.ok) return tagged;
  const { number } = head.value;
  const range = { fromBlock: toQuantity(Math.max(0, number - config.logRange + 1)), toBlock: toQuantity(number) };
  const logs = await rpc.agree(async (endpoint) =>
    JSON.stringify(await endpoint.send('eth_getLogs', [{ ...range, address: `0x${'00'.repeat(20)}` }])),
  );
  if (logs.ok) return ok(undefined);
  const refused = `its endpoints refuse a query of ${config.logRange} blocks (${logs.error.message}); give less`;
  return unsuitable(network, 'logRange', refused);
}
