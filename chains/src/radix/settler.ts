import { ok, type Result, toAddress32 } from '@causeway/protocol';
import { MAIN_FAMILY } from '../deploy/deployer.ts';
import type { ReadFailure } from '../failures.ts';
import { type Expected, type Found, required } from '../provider/differences.ts';
import { map } from '../provider/result.ts';
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

/** Names of the settler and its parts. */
const SETTLER = 'the settler';
const PACKAGE = "the settler's package";
const BRIDGE = "the settler's bridge";
const ACCOUNT = "the settler's account";

/** What the file says of the settler, if it names one. */
export function expectedSettler({ bridge, deployment, family }: RadixContext): Expected {
  const { settler } = bridge;
  if (settler === undefined) return {};
  return {
    [SETTLER]: required(`${settler.address}, ${settler.address32}`),
    [PACKAGE]: required(deployment.contracts[settlerPackageName(family)] ?? 'nothing', SETTLER),
    [BRIDGE]: required(bridge.address, SETTLER),
    [ACCOUNT]: required(settler.account ?? 'nothing', SETTLER),
  };
}

/** Reads the settler that the file names. */
export async function findSettler({ connection, bridge }: RadixContext): Promise<Result<Found, ReadFailure>> {
  const { settler } = bridge;
  if (settler === undefined) return ok({});
  const component = nodeIdOf(settler.address, 'component', connection.network);
  if (component === null) return ok({ [SETTLER]: 'a component' });
  const blueprint = await connection.rpc.agreeSoon((endpoint) => endpoint.blueprintOf(settler.address));
  if (!blueprint.ok) return blueprint;
  if (blueprint.value.name !== SETTLER_BLUEPRINT) return ok({ [SETTLER]: `a ${blueprint.value.name}` });
  const configuration = await connection.rpc.read(settlerConfiguration(settler.address), settlerConfigurationValue);
  return map(configuration, (configured) => ({
    [SETTLER]: `${settler.address}, ${toAddress32(component)}`,
    [PACKAGE]: blueprint.value.package,
    [BRIDGE]: configured.bridge,
    [ACCOUNT]: configured.account,
  }));
}
