import { ok, type Result, toAddress32 } from '@causeway/protocol';
import { MAIN_FAMILY } from '../deploy/deployer.ts';
import type { ReadFailure } from '../failures.ts';
import { mismatch } from '../provider/verification.ts';
import { nodeIdOf } from './address.ts';
import type { RadixContext } from './context.ts';
import { callMethod, type ManifestText } from './manifest.ts';
import { reference, tuple } from './sbor.ts';

/** The blueprint of the settler. */
export const SETTLER_BLUEPRINT = 'CausewaySettler';

/** Key of the package of the settler of `family`'s bridge in a deployment's `contracts`. */
export const settlerPackageName = (family: string): string =>
  family === MAIN_FAMILY ? 'settlerPackage' : `settlerPackage.${family}`;

/** Reads a settler's configuration: its bridge, and the account to which orders of swaps go. */
export const settlerConfiguration = (settler: string): ManifestText => callMethod(settler, 'configuration');
export const settlerConfigurationValue = tuple(reference, reference).transform(([bridge, account]) => ({
  bridge,
  account,
}));

/** Compares the settler in the file, if it names one, with the network. */
export async function verifySettler(context: RadixContext): Promise<Result<void, ReadFailure>> {
  const { connection, bridge, deployment, family } = context;
  const { settler } = bridge;
  if (settler === undefined) return ok(undefined);
  const component = nodeIdOf(settler.address, 'component', connection.network);
  if (component === null) return mismatch(context, 'the settler', 'a component', settler.address);
  if (toAddress32(component) !== settler.address32) {
    return mismatch(context, 'the settler', toAddress32(component), settler.address32);
  }
  const blueprint = await connection.rpc.agreeSoon((endpoint) => endpoint.blueprintOf(settler.address));
  if (!blueprint.ok) return blueprint;
  if (blueprint.value.name !== SETTLER_BLUEPRINT) {
    return mismatch(context, 'the settler', `a ${blueprint.value.name}`, settler.address);
  }
  const configuration = await connection.rpc.read(settlerConfiguration(settler.address), settlerConfigurationValue);
  if (!configuration.ok) return configuration;
  const facts: readonly (readonly [name: string, onChain: unknown, onFile: unknown])[] = [
    ["the settler's package", blueprint.value.package, deployment.contracts[settlerPackageName(family)]],
    ["the settler's bridge", configuration.value.bridge, bridge.address],
    ["the settler's account", configuration.value.account, settler.account],
  ];
  const different = facts.find(([, found, expected]) => found !== expected);
  return different ? mismatch(context, ...different) : ok(undefined);
}
