import { ok, type Result } from '@causeway/protocol';
import { oracleOf } from '../config/deployment.ts';
import type { ReadFailure } from '../failures.ts';
import { map } from '../provider/result.ts';
import { mismatch, requireChain, verifyAll, verifyAsset, verifyRemotes } from '../provider/verification.ts';
import { packageName, type RadixContext } from './context.ts';
import { networkName } from './network.ts';
import { readConfiguration, readDecimals, readRemote } from './reads.ts';
import { verifySettler } from './settler.ts';

/** The blueprint of the bridge. */
export const BLUEPRINT = 'CausewayBridge';

/**
 * Compares the deployment file with the chain: the network itself, the asset, the bridge and its package, its locker,
 * its oracle, its settler and its remotes. DEPLOYMENT_MISMATCH names the difference, ASSET_MISSING the asset, and
 * NETWORK_UNSUITABLE another network.
 */
export const verifyDeployment = (context: RadixContext): Promise<Result<void, ReadFailure>> =>
  verifyAll(context, [
    async ({ connection, deployment }) => requireChain(deployment, map(await connection.rpc.networkId(), networkName)),
    (each) => verifyAsset(each, readDecimals),
    verifyBridge,
    verifySettler,
    (each) => verifyRemotes(each, { readRemote, readDecimals }),
  ]);

async function verifyBridge(context: RadixContext): Promise<Result<void, ReadFailure>> {
  const { connection, bridge: record, deployment, family, canonical, locker, identity } = context;
  const [configuration, blueprint] = await Promise.all([
    readConfiguration(context),
    connection.rpc.agreeSoon((endpoint) => endpoint.blueprintOf(identity.component)),
  ]);
  if (!configuration.ok) return configuration;
  if (!blueprint.ok) return blueprint;
  const onChain = configuration.value;
  const onFile = oracleOf(deployment, family);
  const facts: readonly (readonly [name: string, onChain: unknown, onFile: unknown])[] = [
    ['the package', blueprint.value.package, deployment.contracts[packageName(family)]],
    ['the blueprint', blueprint.value.name, BLUEPRINT],
    ['domain', onChain.domain, deployment.domain],
    ['canonicalAsset', onChain.canonical, canonical],
    ['wireDecimals', onChain.wireDecimals, record.wireDecimals],
    ['locker', onChain.locker, locker],
    ['oracle', identity.component, onFile.address],
    ['oracle.threshold', onChain.threshold, onFile.threshold],
    ['oracle.members', [...onChain.members].sort().join(), [...onFile.members].sort().join()],
  ];
  const different = facts.find(([, found, expected]) => found !== expected);
  return different ? mismatch(context, ...different) : ok(undefined);
}
