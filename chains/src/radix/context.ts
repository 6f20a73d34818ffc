import { fail, ok, type Result, toAddress32 } from '@causeway/protocol';
import type { BridgeRecord, Deployment } from '../config/deployment.ts';
import { MAIN_FAMILY } from '../deploy/deployer.ts';
import type { ConfigFailure } from '../failures.ts';
import { nodeIdOf } from './address.ts';
import type { RadixConnection } from './connection.ts';
import type { BridgeIdentity } from './events.ts';
import { wellKnown } from './well-known.ts';

/** One bridge on a Radix network, with everything needed to reach it. */
export interface RadixContext {
  readonly connection: RadixConnection;
  readonly deployment: Deployment;
  readonly family: string;
  readonly bridge: BridgeRecord;
  readonly identity: BridgeIdentity;
  /** The resource that the bridge locks; XRD when the file has no address. */
  readonly canonical: string;
  /** The locker that keeps deposits that accounts refused. */
  readonly locker: string;
}

/** Key of the locker of `family`'s bridge in a deployment's `contracts`. */
export const lockerName = (family: string): string => (family === MAIN_FAMILY ? 'locker' : `locker.${family}`);

/** Key of the package of `family`'s bridge in a deployment's `contracts`. */
export const packageName = (family: string): string => (family === MAIN_FAMILY ? 'package' : `package.${family}`);

/** The context of `family` in `deployment`. Fails with FAMILY_NOT_DEPLOYED or DEPLOYMENT_INVALID. */
export function contextOf(
  connection: RadixConnection,
  deployment: Deployment,
  family: string,
): Result<RadixContext, ConfigFailure> {
  const { network } = connection;
  const bridge = deployment.bridges[family];
  if (!bridge) return fail('FAMILY_NOT_DEPLOYED', `${deployment.network} has no bridge of family ${family}`);
  const invalid = (what: string) => fail('DEPLOYMENT_INVALID', `${deployment.network}: ${what}`);
  const component = nodeIdOf(bridge.address, 'component', network);
  if (component === null) return invalid(`bridges.${family}.address is no component on ${network.logicalName}`);
  if (toAddress32(component) !== bridge.address32) return invalid(`bridges.${family}.address32 is another address`);
  const canonical = bridge.canonicalAsset.address ?? wellKnown('xrd', network);
  if (nodeIdOf(canonical, 'resource', network) === null) {
    return invalid(`bridges.${family}.canonicalAsset.address is no resource on ${network.logicalName}`);
  }
  const locker = deployment.contracts[lockerName(family)] ?? '';
  if (nodeIdOf(locker, 'locker', network) === null) {
    return invalid(`contracts.${lockerName(family)} is no locker on ${network.logicalName}`);
  }
  const wrong = Object.entries(bridge.remotes).find(
    ([, { token }]) => nodeIdOf(token.address ?? '', 'resource', network) === null,
  );
  if (wrong) return invalid(`bridges.${family}.remotes.${wrong[0]}.token.address is no resource`);
  const member = deployment.oracle.members.find((address) => nodeIdOf(address, 'account', network) === null);
  if (member !== undefined) return invalid(`oracle.members: ${member} is no account on ${network.logicalName}`);
  return ok({
    connection,
    deployment,
    family,
    bridge,
    identity: { network, domain: deployment.domain, component: bridge.address, address32: bridge.address32 },
    canonical,
    locker,
  });
}
