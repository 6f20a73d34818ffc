import { fail, type Hex, ok, type Result } from '@causeway/protocol';
import type { DeployFailure } from '../../failures.ts';
import type { Endpoint } from '../../rpc/quorum.ts';
import type { EvmConnection } from '../connection.ts';
import { endpointMessage } from '../endpoint.ts';
import { toQuantity } from '../rpc.ts';

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

const unsuitable = (message: string): Result<never, DeployFailure> => fail('NETWORK_UNSUITABLE', message);

/**
 * Fails with NETWORK_UNSUITABLE where the network lacks an instruction of the contracts, has no finalized block though
 * the settings ask for it, or refuses log queries as wide as they say. Sends nothing.
 */
export async function requireSuitable(
  network: string,
  { rpc, config }: EvmConnection,
): Promise<Result<void, DeployFailure>> {
  for (const [instruction, data] of Object.entries(INSTRUCTIONS)) {
    const runs = await rpc.agree((endpoint) => doesRun(endpoint, data));
    if (!runs.ok) return runs;
    if (!runs.value) {
      return unsuitable(`${network} does not run ${instruction}; the contracts need a network of the Cancun upgrade`);
    }
  }
  const head = await rpc.head();
  if (!head.ok) return head;
  if (config.finality.finalizedTag && !(await rpc.head('finalized')).ok) {
    return unsuitable(
      `chains.${network}.finality.finalizedTag: its endpoints know no finalized block; give others, or false where depth alone decides there`,
    );
  }
  const { number } = head.value;
  const range = { fromBlock: toQuantity(Math.max(0, number - config.logRange + 1)), toBlock: toQuantity(number) };
  const logs = await rpc.agree(async (endpoint) =>
    JSON.stringify(await endpoint.send('eth_getLogs', [{ ...range, address: `0x${'00'.repeat(20)}` }])),
  );
  if (logs.ok) return ok(undefined);
  return unsuitable(
    `chains.${network}.logRange: its endpoints refuse a query of ${config.logRange} blocks (${logs.error.message}); give less`,
  );
}
