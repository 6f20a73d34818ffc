import { fail, ok, type Result } from '@causeway/protocol';
import Safe from '@safe-global/protocol-kit';
import type { DeployFailure } from '../../failures.ts';
import type { KeyHandle } from '../../provider/provider.ts';
import { hasCode } from '../code.ts';
import type { EvmConnection } from '../connection.ts';
import { contractNetworks, quorumProvider } from '../kit.ts';
import { SAFE_VERSION } from '../oracle-payload.ts';
import { sendAndSettle } from './create2.ts';

/** The oracle's Safe, deployed or still to be deployed. */
export interface OracleSafe {
  readonly address: string;
  readonly present: boolean;
  deploy(): Promise<Result<string, DeployFailure>>;
}

/** The Safe of `members` and `threshold`. Its address derives from them, so a run after a kill finds it again. */
export async function oracleSafe(
  connection: EvmConnection,
  key: KeyHandle,
  contracts: Readonly<Record<string, string>>,
  members: readonly string[],
  threshold: number,
): Promise<Result<OracleSafe, DeployFailure>> {
  try {
    const kit = await Safe.init({
      provider: quorumProvider(connection.rpc, connection.chainId),
      predictedSafe: {
        safeAccountConfig: { owners: [...members], threshold },
        safeDeploymentConfig: { safeVersion: SAFE_VERSION, saltNonce: '0' },
      },
      contractNetworks: contractNetworks(connection.chainId, contracts),
    });
    const address = await kit.getAddress();
    const present = await hasCode(connection, address);
    if (!present.ok) return present;
    return ok({
      address,
      present: present.value,
      deploy: async () => {
        const { to, data, value } = await kit.createSafeDeploymentTransaction();
        return sendAndSettle(connection, key, { to, data, value: BigInt(value) });
      },
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : 'unknown';
    return fail('SAFE_NOT_PREPARED', `the Safe cannot be prepared: ${reason}`, true);
  }
}
