import { fail, ok, type Result } from '@causeway/protocol';
import Safe from '@safe-global/protocol-kit';
import type { AdminFailure } from '../../failures.ts';
import type { OracleSet } from '../../provider/provider.ts';
import { hasCode } from '../code.ts';
import type { EvmConnection } from '../connection.ts';
import { contractNetworks, quorumProvider } from '../kit.ts';
import { SAFE_VERSION } from '../oracle-payload.ts';
import type { CallRequest } from '../sender.ts';

/** The oracle's Safe, deployed or still to be deployed. */
export interface OracleSafe {
  readonly address: string;
  /** The call that deploys it, which any account may make; absent when the Safe is there. */
  readonly creation?: CallRequest;
}

/**
 * A Safe of `oracle` made with the number `salt`. Its address derives from them, so a run after a kill finds it again.
 * The Safe may have changed its owners since.
 */
export async function oracleSafe(
  connection: EvmConnection,
  contracts: Readonly<Record<string, string>>,
  { members, threshold }: OracleSet,
  salt = 0,
): Promise<Result<OracleSafe, AdminFailure>> {
  try {
    const kit = await Safe.init({
      provider: quorumProvider(connection.rpc, connection.chainId),
      predictedSafe: {
        safeAccountConfig: { owners: [...members], threshold },
        safeDeploymentConfig: { safeVersion: SAFE_VERSION, saltNonce: String(salt) },
      },
      contractNetworks: contractNetworks(connection.chainId, contracts),
    });
    const address = await kit.getAddress();
    const present = await hasCode(connection, address);
    if (!present.ok) return present;
    if (present.value) return ok({ address });
    const { to, data, value } = await kit.createSafeDeploymentTransaction();
    return ok({ address, creation: { to, data, value: BigInt(value) } });
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : 'unknown';
    return fail('SAFE_NOT_PREPARED', `the Safe cannot be prepared: ${reason}`, true);
  }
}
