import { fail, type Hex, ok, type Result } from '@causeway/protocol';
import type { BridgeRecord, Deployment } from '../config/deployment.ts';
import type { ConfigFailure } from '../failures.ts';
import type { EvmConnection } from './connection.ts';
import type { BridgeIdentity } from './events.ts';
import type { SafeDeployment } from './oracle-payload.ts';
import { PINNED } from './pinned.ts';

/** One bridge on one EVM chain, with everything needed to reach it. */
export interface EvmContext {
  readonly connection: EvmConnection;
  readonly deployment: Deployment;
  readonly family: string;
  readonly bridge: BridgeRecord;
  readonly identity: BridgeIdentity;
  readonly safe: SafeDeployment;
}

/**
 * The context of `family` in `deployment`. Fails with FAMILY_NOT_DEPLOYED, and with DEPLOYMENT_INVALID when the file
 * names another MultiSendCallOnly, Safe singleton or fallback handler than the pinned ones.
 */
export function contextOf(
  connection: EvmConnection,
  deployment: Deployment,
  family: string,
): Result<EvmContext, ConfigFailure> {
  const bridge = deployment.bridges[family];
  if (!bridge) return fail('FAMILY_NOT_DEPLOYED', `${deployment.network} has no bridge of family ${family}`);
  for (const [name, address] of Object.entries(PINNED)) {
    if (deployment.contracts[name] === address) continue;
    return fail('DEPLOYMENT_INVALID', `${deployment.network}: contracts.${name} must be ${address}`);
  }
  return ok({
    connection,
    deployment,
    family,
    bridge,
    identity: {
      domain: deployment.domain,
      address: bridge.address.toLowerCase() as Hex,
      address32: bridge.address32,
    },
    safe: {
      chainId: connection.chainId,
      safe: deployment.oracle.address,
      multiSendCallOnly: PINNED.multiSendCallOnly,
      contracts: deployment.contracts,
    },
  });
}
